import { inbox, inboxCountMax } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { session } from "../../../platform/session/session.ts";
import { useStore } from "../../../platform/state/store.ts";
import { pagesOf } from "./home.menu.policy.ts";
import { homeMessages } from "./home.messages.ts";

const inboxPath = inbox.menu?.path ?? "";

/** How much waits for the reader, and the way there; nothing for readers without that page. */
export function Waiting() {
  const { menu } = useStore(session);
  const hasPage = pagesOf(menu).some(({ path }) => path === inboxPath);
  return hasPage ? <WaitingLink /> : null;
}

function WaitingLink() {
  const words = useWords(homeMessages);
  const mode = useStore(paymentMode);
  const { data } = useAnswer(inbox, "count", { mode });
  if (!data) return null;
  const count = data.reduce((sum, one) => sum + one.count, 0);
  return (
    <Link className="home-waiting" data-some={count > 0 ? "" : undefined} to={inboxPath}>
      {count > 0
        ? fill(words.waiting, { count: count > inboxCountMax ? `${inboxCountMax}+` : count })
        : words.nothingWaits}
      <ChevronRight size={14} aria-hidden />
    </Link>
  );
}
