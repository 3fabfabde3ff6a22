import { type InboxItem, inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { addDays, dayOf, startOfDay } from "@countinghouse/ui/cells/instant.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useItemWords } from "./inbox.words.hook.ts";

/** When something that was put off comes back. */
export type DeferralTime = "tomorrow" | "monday";

const dayMs = 86_400_000;
/** The hour at which a working day begins, in the reader's zone. */
const beginMs = 8 * 3_600_000;

/** The begin of the next day, or of the next Monday, in a zone. */
export function comesBack(later: DeferralTime, now: number, timeZone: string): string {
  const today = dayOf(now, timeZone);
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  const days = later === "tomorrow" ? 1 : (8 - weekday) % 7 || 7;
  return new Date(Date.parse(startOfDay(addDays(today, days), timeZone)) + beginMs).toISOString();
}

/** Whether there is time left to put something off: what lapses within a day has to be seen to. */
export const mayWait = ({ due }: Pick<InboxItem, "due">, until: string): boolean =>
  due === null || Date.parse(due) - Date.parse(until) > dayMs;

/** Puts things off, and takes them up again. */
export function useDeferral() {
  const { words, title } = useItemWords();
  const timeZone = useTimeZone();
  const defer = useOperation(inbox, "defer", { success: null });
  const send = async ({ kind, id }: InboxItem, until: string | null, said: string) => {
    if (await defer.attempt({ kind, itemId: id, until })) toast.success(said);
  };
  return {
    putOff: (item: InboxItem, later: DeferralTime) => {
      const until = comesBack(later, Date.now(), timeZone);
      if (!mayWait(item, until)) return toast.info(words.cannotWait);
      return void send(item, until, fill(words.putOff[later], { name: title(item) }));
    },
    takeUp: (item: InboxItem) => void send(item, null, fill(words.takenUp, { name: title(item) })),
    isSending: defer.isRunning,
  };
}
