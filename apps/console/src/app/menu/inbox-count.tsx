import type { inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { remote } from "../../platform/api/client.ts";
import { onServerEvent } from "../../platform/api/events.ts";
import { useWords } from "../../platform/i18n/use-words.ts";
import { paymentMode } from "../../platform/session/payment-mode.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { useStore } from "../../platform/state/store.ts";
import { shellMessages } from "../shell/shell.messages.ts";
import { useMenu } from "../shell/shell-location.ts";
import { pagesOf } from "./menu.ts";

const inboxPath = "/dashboard/inbox";
const counting = remote<typeof inbox>("inbox");
/** Events and the reader's own commands renew it; this catches up on what comes without an event. Milliseconds. */
const lookAgain = 30_000;
/** Events may come by the hundred: they renew it at most this often. */
const pauseMs = 5_000;

/** Renews what waits when the server tells of something or the reader has done something, not more often than it pays. */
export function useFreshInbox(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => void client.invalidateQueries({ queryKey: ["inbox"] });
    const renewSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        renew();
      }, pauseMs);
    };
    const stopHearing = onServerEvent("*", renewSoon);
    const stopWatching = client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success") renew();
    });
    return () => {
      clearTimeout(timer);
      stopHearing();
      stopWatching();
    };
  }, [client]);
}

/** How much waits for the reader; zero for readers without the page. */
export function useInboxCount(): number {
  const mode = useStore(paymentMode);
  const hasPage = pagesOf(useMenu()).some(({ path }) => path === inboxPath);
  const { data } = useQuery({
    queryKey: ["inbox", "count", mode],
    queryFn: ({ signal }) => counting("count", { mode }, { method: "GET", passive: true, signal }),
    refetchInterval: lookAgain,
    enabled: hasPage,
  });
  return data?.reduce((sum, { count }) => sum + count, 0) ?? 0;
}

const most = 99;

/** Beside the entry that leads to what waits, or to the section that holds it: how much that is; nothing for nothing. */
export function InboxMark({ node }: { readonly node: SessionMenuNode }) {
  const words = useWords(shellMessages);
  const count = useInboxCount();
  if (count === 0 || !pagesOf([node]).some(({ path }) => path === inboxPath)) return null;
  return (
    <span className="menu-count">
      <span aria-hidden="true">{count > most ? `${most}+` : count}</span>
      <span className="ch-sr">{fill(words.waiting, { count })}</span>
    </span>
  );
}

/** The same on the button that opens the menu of a phone. */
export function InboxPip() {
  return useInboxCount() > 0 ? <span className="pip" aria-hidden="true" /> : null;
}
