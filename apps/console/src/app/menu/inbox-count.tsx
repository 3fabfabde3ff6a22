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
/** Events and the user's own commands refresh it; polling covers changes without an event. Milliseconds. */
const lookAgain = 30_000;
/** Minimum interval between refreshes by events, in milliseconds. */
const pauseMs = 5_000;

/** Refreshes the inbox count after events and the user's own commands, rate-limited. */
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

/** Number of items in the reader's inbox; zero for readers without the page. */
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

/** The inbox count next to its menu entry or section; nothing for zero. */
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

/** The same on a phone's menu button. */
export function InboxPip() {
  return useInboxCount() > 0 ? <span className="pip" aria-hidden="true" /> : null;
}
