import type {
  GoLiveItem,
  GoLiveItemName,
  GoLiveNote,
  GoLiveState,
} from "@countinghouse/contract/merchants/go-live/go-live.ts";
import type { MerchantState } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";

type Values = Readonly<Record<string, string | number>>;

interface ItemNote {
  readonly note: GoLiveNote;
  readonly values?: Values;
  readonly recordId?: string | null;
  readonly isOwn?: boolean;
}

/** Items required for activation; the others are shown and do not prevent it. */
const needed: readonly GoLiveItemName[] = ["terms", "fees", "binding", "checkout", "approval"];

const text = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const item = (
  name: GoLiveItemName,
  state: GoLiveState,
  told: ItemNote,
  isNeeded = needed.includes(name),
): GoLiveItem => ({
  item: name,
  state,
  isNeeded,
  note: told.note,
  values: text(told.values ?? {}),
  recordId: told.recordId ?? null,
  isOwn: told.isOwn ?? false,
});

/** Particulars that an operator checks, beyond those required of every merchant. */
export const checkedParticulars = ["registeredAddress", "website", "expectedMonthlyVolume"] as const;

export function particularsItem(lacking: readonly string[], values: Values): GoLiveItem {
  if (lacking.length > 0)
    return item("particulars", "missing", { note: "particularsLacking", values: { fields: lacking.join(" · ") } });
  return item("particulars", "done", { note: "particularsWhole", values });
}

interface File {
  readonly owners: number;
  readonly verified: number;
  readonly waiting: number;
  readonly expired: number;
}

export function ownersItem({ owners, verified, waiting, expired }: File): GoLiveItem {
  if (owners === 0) return item("owners", "missing", { note: "ownersNone" });
  if (waiting > 0) return item("owners", "waiting", { note: "documentsWaiting", values: { count: waiting } });
  if (expired > 0) return item("owners", "missing", { note: "documentsExpired", values: { count: expired } });
  if (verified === 0) return item("owners", "missing", { note: "documentsNone", values: { owners } });
  return item("owners", "done", { note: "ownersWhole", values: { owners, documents: verified } });
}

interface PendingVersion {
  readonly id: string;
  readonly isOwn: boolean;
  readonly currency?: string | null;
}

const of = (pending: PendingVersion | undefined) => ({ recordId: pending?.id ?? null, isOwn: pending?.isOwn ?? false });

export function termsItem(inForce: readonly string[], pending: PendingVersion | undefined): GoLiveItem {
  if (inForce.length > 0)
    return item("terms", "done", { note: "termsInForce", values: { currencies: inForce.join(", ") }, ...of(pending) });
  if (!pending) return item("terms", "missing", { note: "termsNone" });
  const values = { currencies: pending.currency ?? "" };
  return item("terms", "waiting", { note: "termsWaiting", values, ...of(pending) });
}

export function feesItem(rules: { own: number; shared: number }, pending: PendingVersion | undefined): GoLiveItem {
  if (rules.own > 0) return item("fees", "done", { note: "feesOwn", values: { count: rules.own }, ...of(pending) });
  if (pending) return item("fees", rules.shared > 0 ? "done" : "waiting", { note: "feesWaiting", ...of(pending) });
  if (rules.shared > 0) return item("fees", "done", { note: "feesShared" });
  return item("fees", "missing", { note: "feesNone" });
}

/** Test accounts alone take no payments; they still allow activation, as on a trial installation. */
export function bindingItem(
  { live, test }: { live: number; test: number },
  pending: PendingVersion | undefined,
): GoLiveItem {
  if (live > 0) return item("binding", "done", { note: "bindingLive", values: { live, test }, ...of(pending) });
  if (pending) return item("binding", "waiting", { note: "bindingWaiting", ...of(pending) }, test === 0);
  if (test > 0) return item("binding", "missing", { note: "bindingTest", values: { test } }, false);
  return item("binding", "missing", { note: "bindingNone" });
}

interface Checkout {
  readonly types: readonly string[];
  readonly channels: number;
  /** Whether payers choose the payment method on our page. */
  readonly isOnOurPage: boolean;
}

export function checkoutItem({ types, channels, isOnOurPage }: Checkout): GoLiveItem {
  if (types.length === 0) return item("checkout", "missing", { note: "checkoutTypeNone" });
  const values = { types: types.join(" · "), channels };
  if (isOnOurPage && channels === 0) return item("checkout", "missing", { note: "checkoutChannelNone", values });
  return item("checkout", "done", { note: "checkoutWhole", values });
}

interface App {
  readonly id: string;
  readonly name: string;
  readonly isLive: boolean;
  readonly isTest: boolean;
}

export function keyItem(apps: readonly App[]): GoLiveItem {
  const live = apps.find(({ isLive }) => isLive);
  if (live) return item("key", "done", { note: "keyLive", values: { app: live.name }, recordId: live.id });
  const app = apps.find(({ isTest }) => isTest) ?? apps[0];
  if (!app) return item("key", "missing", { note: "appNone" });
  return item("key", "missing", {
    note: app.isTest ? "keyTest" : "keyNone",
    values: { app: app.name },
    recordId: app.id,
  });
}

interface JudgedItem {
  readonly status: MerchantState;
  readonly submitUserId: number | null;
  readonly approveUserId: number | null;
  readonly submitUserName: string | null;
  readonly approveUserName: string | null;
}

/** Whose turn it is: activation takes two people, and neither may do the other's step. */
export function approvalItem(row: JudgedItem, userId: number): GoLiveItem {
  const submitted = { values: { name: row.submitUserName ?? "–" }, isOwn: row.submitUserId === userId };
  const approved = { values: { name: row.approveUserName ?? "–" }, isOwn: row.approveUserId === userId };
  switch (row.status) {
    case "draft":
      return item("approval", "missing", { note: "approvalDraft" });
    case "submitted":
      return item("approval", "waiting", { note: "approvalSubmitted", ...submitted });
    case "under_review":
      return item("approval", "waiting", { note: "approvalReview", ...submitted });
    case "more_info":
      return item("approval", "missing", { note: "approvalInfo" });
    case "rejected":
      return item("approval", "missing", { note: "approvalRejected" });
    case "approved":
      return item("approval", "done", { note: "approvalApproved", ...approved });
    case "active":
      return item("approval", "done", { note: "approvalDone" });
    default:
      return item("approval", "missing", { note: "approvalEnded" });
  }
}

export function testItem(order: { readonly status: string } | undefined, amount: string): GoLiveItem {
  if (!order) return item("testPayment", "missing", { note: "testNone" });
  const values = { amount };
  if (order.status === "paid") return item("testPayment", "done", { note: "testPassed", values });
  if (order.status === "failed" || order.status === "canceled")
    return item("testPayment", "missing", { note: "testFailed", values });
  return item("testPayment", "waiting", { note: "testWaiting", values });
}
