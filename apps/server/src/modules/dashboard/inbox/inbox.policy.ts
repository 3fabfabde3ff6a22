import {
  type InboxHold,
  type InboxItem,
  InboxKind,
  type InboxUrgency,
  laterDaysMax,
  InboxUrgency as Urgency,
} from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";

/** The reader's properties that determine their items. */
export interface InboxReader {
  readonly isOfOperator: boolean;
  readonly holds: (permission: string) => boolean;
}

/** Kinds visible to a reader. */
export const kindsSeenBy = ({ isOfOperator, holds }: InboxReader): InboxKind[] =>
  InboxKind.options.filter((kind) => {
    const { sees, isOfOperator: isOperators } = inboxKinds[kind];
    return (isOfOperator || !isOperators) && (sees === null || holds(sees));
  });

/** Whether a reader may handle an item that is not their own. */
export function mayAct({ holds }: Pick<InboxReader, "holds">, kind: InboxKind): boolean {
  const { acts } = inboxKinds[kind];
  return acts === null || holds(acts);
}

/** Why the reader may not handle an item; null where they may. */
export function holdOf(reader: Pick<InboxReader, "holds">, kind: InboxKind, isOwn: boolean): InboxHold | null {
  if (isOwn) return "own";
  return mayAct(reader, kind) ? null : "notAllowed";
}

const dayMs = 86_400_000;
/** Kinds that continue until somebody handles them. */
const alarms: readonly InboxKind[] = ["gatewayHealth", "gatewayDeclines", "endpointFailing", "ledgerBroken"];

/** Items that expire within a day are due; alarms are immediate; files are informational. */
export function urgencyOf(kind: InboxKind, due: string | null, now: Date): InboxUrgency {
  if (due !== null && Date.parse(due) - now.getTime() <= dayMs) return "due";
  if (alarms.includes(kind)) return "now";
  return kind === "fileReady" ? "ready" : "waiting";
}

/** End of a deferral: at the latest a day before the item expires. */
export const deferralOf = (until: string | null, due: string | null, now: Date): string | null =>
  until !== null && (due === null || Date.parse(due) - now.getTime() > dayMs) ? until : null;

/** Whether an item may be deferred until an instant. */
export const isWithinReach = (until: string, now: Date): boolean => {
  const ms = Date.parse(until) - now.getTime();
  return ms > 0 && ms <= laterDaysMax * dayMs;
};

type Ranked = Pick<InboxItem, "urgency" | "due" | "since" | "kind" | "id">;

/** By urgency, then by expiry, then the oldest first; files newest first. */
export function inOrder<T extends Ranked>(items: readonly T[]): T[] {
  const rank = ({ urgency }: Ranked) => Urgency.options.indexOf(urgency);
  const time = ({ urgency, due, since }: Ranked) => (urgency === "ready" ? -1 : 1) * Date.parse(due ?? since);
  const name = ({ kind, id }: Ranked) => `${kind} ${id}`;
  return [...items].sort((a, b) => rank(a) - rank(b) || time(a) - time(b) || (name(a) < name(b) ? -1 : 1));
}
