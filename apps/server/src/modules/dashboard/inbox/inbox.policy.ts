import {
  type InboxHold,
  type InboxItem,
  InboxKind,
  type InboxUrgency,
  laterDaysMax,
  InboxUrgency as Urgency,
} from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";

/** The reader, as far as it matters what waits for them. */
export interface InboxReader {
  readonly isOfOperator: boolean;
  readonly holds: (permission: string) => boolean;
}

/** The kinds a reader may see. */
export const kindsSeenBy = ({ isOfOperator, holds }: InboxReader): InboxKind[] =>
  InboxKind.options.filter((kind) => {
    const { sees, isOfOperator: isOperators } = inboxKinds[kind];
    return (isOfOperator || !isOperators) && (sees === null || holds(sees));
  });

/** Whether a reader may act on what is not their own doing. */
export function mayAct({ holds }: Pick<InboxReader, "holds">, kind: InboxKind): boolean {
  const { acts } = inboxKinds[kind];
  return acts === null || holds(acts);
}

/** Why something is not the reader's to act on; null where it is. */
export function holdOf(reader: Pick<InboxReader, "holds">, kind: InboxKind, isOwn: boolean): InboxHold | null {
  if (isOwn) return "own";
  return mayAct(reader, kind) ? null : "notAllowed";
}

const dayMs = 86_400_000;
/** Kinds that go on happening for as long as nobody sees to them. */
const alarms: readonly InboxKind[] = ["gatewayHealth", "gatewayDeclines", "endpointFailing", "ledgerBroken"];

/** What ends within a day is due; an alarm is now; a file is only told of. */
export function urgencyOf(kind: InboxKind, due: string | null, now: Date): InboxUrgency {
  if (due !== null && Date.parse(due) - now.getTime() <= dayMs) return "due";
  if (alarms.includes(kind)) return "now";
  return kind === "fileReady" ? "ready" : "waiting";
}

/** Until when something stays put off: never beyond a day before it lapses. */
export const deferralOf = (until: string | null, due: string | null, now: Date): string | null =>
  until !== null && (due === null || Date.parse(due) - now.getTime() > dayMs) ? until : null;

/** Whether something may be put off until an instant. */
export const isWithinReach = (until: string, now: Date): boolean => {
  const ms = Date.parse(until) - now.getTime();
  return ms > 0 && ms <= laterDaysMax * dayMs;
};

type Ranked = Pick<InboxItem, "urgency" | "due" | "since" | "kind" | "id">;

/** By urgency, then by the end where there is one, then what waits longest; a file by when it was made, newest first. */
export function inOrder<T extends Ranked>(items: readonly T[]): T[] {
  const rank = ({ urgency }: Ranked) => Urgency.options.indexOf(urgency);
  const time = ({ urgency, due, since }: Ranked) => (urgency === "ready" ? -1 : 1) * Date.parse(due ?? since);
  const name = ({ kind, id }: Ranked) => `${kind} ${id}`;
  return [...items].sort((a, b) => rank(a) - rank(b) || time(a) - time(b) || (name(a) < name(b) ? -1 : 1));
}
