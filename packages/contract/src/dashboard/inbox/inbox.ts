import { z } from "zod";
import { Code, doerName, field, Instant, Integer } from "../../kit/field.ts";
import { command, Done, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { inboxMessages } from "./inbox.messages.ts";

/** What can wait for somebody. `inbox-kinds.ts` says of each who sees it, who acts on it and where it leads. */
export const InboxKind = z.enum([
  "changeApproval",
  "merchantApproval",
  "merchantCase",
  "merchantRequest",
  "bindingApproval",
  "credentialApproval",
  "dueApproval",
  "refundApproval",
  "cashoutApproval",
  "payoutOrderApproval",
  "accountApproval",
  "adjustmentApproval",
  "clearingApproval",
  "gatewayHealth",
  "gatewayDeclines",
  "endpointFailing",
  "keyExpiring",
  "dueOpen",
  "refundFailed",
  "settlementHeld",
  "settlementBlocked",
  "billQuestioned",
  "billToConfirm",
  "balanceToCollect",
  "balanceToWriteOff",
  "cashoutUnpaid",
  "payoutOrderUnpaid",
  "reconDifferent",
  "reconUnpaid",
  "suspenseAged",
  "bankDifferent",
  "claimAged",
  "unpricedCapture",
  "expiringAuthorization",
  "ledgerBroken",
  "exceptionOpen",
  "fileReady",
]);
export type InboxKind = z.output<typeof InboxKind>;

/** What kinds are counted and shown together under, in the order of the page. */
export const InboxGroup = z.enum(["approvals", "gateways", "endpoints", "money", "authorizations", "system", "files"]);
export type InboxGroup = z.output<typeof InboxGroup>;

/** When something has to be seen to, in the order in which the page lists it. */
export const InboxUrgency = z.enum(["due", "now", "waiting", "ready"]);
export type InboxUrgency = z.output<typeof InboxUrgency>;

/** Why something is not the reader's to act on: they asked for it themselves, or lack the permission. */
export const InboxHold = z.enum(["own", "notAllowed"]);
export type InboxHold = z.output<typeof InboxHold>;

/** Kinds are counted up to this; more of them are said to be more. */
export const inboxCountMax = 99;
/** Things of one kind that the list shows, those that wait longest first. */
export const inboxKindMax = 50;

const words = z.string().nullable();

/** One thing that waits. */
export const InboxItem = z.object({
  kind: InboxKind,
  /** Names what is decided on; unique within its kind. */
  id: field(z.string(), { kind: "id" }),
  /** The record that is opened, such as the account whose credentials change. */
  recordId: field(z.string(), { kind: "id" }),
  /** What people know it by. */
  name: words,
  merchantId: field(z.string(), { kind: "id" }).nullable(),
  merchantName: words,
  since: Instant,
  /** Until when something can still be done about it. */
  due: Instant.nullable(),
  urgency: InboxUrgency,
  amount: signedAmountIn("currency").nullable(),
  currency: Code.nullable(),
  /** How many orders, captures, failures or rows it stands for. */
  count: Integer.nullable(),
  /** Its state in the words of its own module, such as `amount_mismatch` or `auto_disabled`. */
  state: Code.nullable(),
  /** Who asked for it. */
  person: doerName(),
  reason: words,
  /** What proves it, as whoever asked for it wrote down. */
  evidence: words,
  /** Why it is not the reader's to act on; null where it is. */
  hold: InboxHold.nullable(),
  /** Until when the reader put it off; null where it waits now. */
  laterUntil: Instant.nullable(),
  version: Integer.nullable(),
});
export type InboxItem = z.output<typeof InboxItem>;

/** Days that something may be put off. */
export const laterDaysMax = 31;

/** Something of the inbox that somebody saw to, as the audit trail keeps it. */
export const InboxHandled = z.object({
  id: Integer,
  kind: InboxKind,
  /** The operation of the kind's own module that did it. */
  operation: Code,
  at: Instant,
  person: doerName(),
  name: words,
  merchantName: words,
  recordId: field(z.string(), { kind: "id" }),
  reason: words,
});
export type InboxHandled = z.output<typeof InboxHandled>;

/** Live money unless told: what belongs to no mode is in both. */
const asked = z.object({ mode: modeFilter.input });

export const inbox = defineResource({
  name: "inbox",
  record: InboxItem,
  refusals: {
    laterOutOfReach: { status: 422, field: "until" },
  },
  operations: {
    /** What waits, of every kind that the reader may see: what is due first, and of each urgency what waits longest. */
    list: query(asked, z.array(InboxItem), { access: "signedIn", passive: true }),
    /** How much of each kind is the reader's to act on and not put off; kinds of which nothing is are left out. */
    count: query(asked, z.array(z.object({ kind: InboxKind, count: Integer })), { access: "signedIn", passive: true }),
    /** Puts something off for the reader until an instant within the next 31 days, or takes it up again without one. */
    defer: command(z.object({ kind: InboxKind, itemId: z.string().min(1).max(200), until: Instant.nullish() }), Done, {
      access: "signedIn",
      refusals: ["laterOutOfReach"],
    }),
    /** What was seen to within the last thirty days, of every kind that the reader may see, the latest first. */
    handled: query(z.object({}), z.array(InboxHandled), { access: "signedIn", passive: true }),
  },
  menu: { path: "/dashboard/inbox", component: "inbox/inbox.page", icon: "inbox", order: 200 },
  messages: inboxMessages,
});
