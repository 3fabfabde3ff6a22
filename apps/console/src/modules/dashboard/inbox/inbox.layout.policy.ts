import {
  InboxGroup,
  type InboxItem,
  InboxUrgency,
  inboxKindMax,
} from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";

/** What one is known by in the address. */
export const keyOf = ({ kind, id }: Pick<InboxItem, "kind" | "id">): string => `${kind}:${id}`;

export const groupOf = ({ kind }: Pick<InboxItem, "kind">): InboxGroup => inboxKinds[kind].group;

/** A part of the list under a caption: by urgency, and at the end what somebody else has to act on. */
export interface InboxSection {
  readonly name: InboxUrgency | "others";
  readonly items: readonly InboxItem[];
}

/** The list as it is shown; the order within a section is the server's. */
export const sectionsOf = (items: readonly InboxItem[]): readonly InboxSection[] =>
  [...InboxUrgency.options, "others" as const]
    .map((name) => ({
      name,
      items: items.filter(({ urgency, hold }) => (hold === null ? urgency === name : name === "others")),
    }))
    .filter((section) => section.items.length > 0);

/** How many of a part of the list are the reader's to act on. */
interface Counted {
  readonly count: number;
  /** There may be more: of each kind no more than {@link inboxKindMax} are listed. */
  readonly isCut: boolean;
}

/** A count as it is written. */
export const countText = ({ count, isCut }: Counted): string => `${count}${isCut ? "+" : ""}`;

const isFull = (items: readonly InboxItem[]): boolean =>
  [...Map.groupBy(items, ({ kind }) => kind).values()].some(({ length }) => length >= inboxKindMax);

/** How many of all are the reader's to act on. */
export const countOf = (items: readonly InboxItem[]): Counted => ({
  count: items.filter(({ hold }) => hold === null).length,
  isCut: isFull(items),
});

/** How many of each group are the reader's to act on; groups with nothing to show are left out. */
export const groupsOf = (items: readonly InboxItem[]): readonly (Counted & { readonly name: InboxGroup })[] =>
  InboxGroup.options
    .map((name) => ({ name, all: items.filter((item) => groupOf(item) === name) }))
    .filter(({ all }) => all.length > 0)
    .map(({ name, all }) => ({ name, ...countOf(all) }));
