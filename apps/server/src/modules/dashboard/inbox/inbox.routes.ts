import { type InboxItem, type InboxKind, inbox, laterDaysMax } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { seededKindOf, seededNameIn } from "@countinghouse/contract/platform/seeded-names.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { holds } from "../../../platform/access/permission.ts";
import type { WaitingRow } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement } from "../../../platform/http/implement.ts";
import { readHandled } from "./inbox.handled.store.ts";
import { readDeferrals, removeDeferral, saveDeferral } from "./inbox.later.store.ts";
import {
  deferralOf,
  holdOf,
  type InboxReader,
  inOrder,
  isWithinReach,
  kindsSeenBy,
  mayAct,
  urgencyOf,
} from "./inbox.policy.ts";
import { inboxSources } from "./inbox.sources.service.ts";
import {
  type AmountsAtStake,
  affectedAt,
  affectedBehind,
  amountRequestedOf,
  ordersBehind,
  volumesOf,
} from "./inbox.stakes.store.ts";
import { countWaiting, readWaiting } from "./inbox.store.ts";

const readerOf = ({ actor }: Context): InboxReader => ({
  isOfOperator: !isOfMerchant(actor),
  holds: (permission) => holds(actor, permission),
});

/** An item of a kind for a reader. */
interface InboxRow {
  readonly reader: InboxReader;
  readonly deferredUntil: (item: { readonly kind: InboxKind; readonly id: string }) => string | null;
}

/** The name of a seeded record in the reader's language. */
function nameOf({ request: { locale } }: Context, kind: InboxKind, stored: string): string {
  const named = seededKindOf(inboxKinds[kind].resource.name, "name");
  return named ? seededNameIn(locale, named, stored) : stored;
}

/** An item in common form: what its module does not provide is null. */
const inboxItemOf = (
  ctx: Context,
  { reader, deferredUntil }: InboxRow,
  kind: InboxKind,
  { isOwn, ...row }: WaitingRow,
): InboxItem => ({
  kind,
  id: row.id,
  recordId: row.recordId ?? row.id,
  name: row.name ? nameOf(ctx, kind, row.name) : null,
  merchantId: row.merchantId ?? null,
  merchantName: row.merchantName ?? null,
  since: row.since,
  due: row.due ?? null,
  urgency: urgencyOf(kind, row.due ?? null, ctx.now),
  amount: row.amount ?? null,
  currency: row.currency ?? null,
  count: row.count ?? null,
  state: row.state ?? null,
  person: row.person ?? null,
  reason: row.reason ?? null,
  evidence: row.evidence ?? null,
  hold: holdOf(reader, kind, isOwn),
  laterUntil: deferralOf(deferredUntil({ kind, id: row.id }), row.due ?? null, ctx.now),
  version: row.version ?? null,
});

type StakesOf = (ctx: Context, ids: readonly string[], mode: "live" | "test") => Promise<AmountsAtStake>;

/** Kinds whose records have no amount themselves: how and where the amount behind them is found. */
const behind: Partial<Record<InboxKind, readonly [by: "id" | "recordId" | "merchantId", stakes: StakesOf]>> = {
  bindingApproval: ["merchantId", volumesOf],
  endpointFailing: ["merchantId", volumesOf],
  keyExpiring: ["merchantId", volumesOf],
  credentialApproval: ["recordId", amountRequestedOf],
  gatewayHealth: ["id", affectedAt],
  gatewayDeclines: ["id", affectedBehind],
  exceptionOpen: ["id", ordersBehind],
};

/** Adds the amounts behind such items. */
async function withStakes(ctx: Context, items: readonly InboxItem[], mode: "live" | "test"): Promise<InboxItem[]> {
  const told: InboxItem[] = [];
  for (const [kind, own] of Map.groupBy(items, (item) => item.kind)) {
    const [by, stakesOf] = behind[kind] ?? [];
    const keys = by ? own.flatMap((item) => (item.amount === null ? (item[by] ?? []) : [])) : [];
    const stakes = await stakesOf?.(ctx, [...new Set(keys)], mode);
    told.push(...own.map((item) => ({ ...item, ...(by && item.amount === null ? stakes?.get(item[by] ?? "") : {}) })));
  }
  return told;
}

export const inboxRoutes = implement(inbox, {
  list: async (ctx, { mode }) => {
    const reader = readerOf(ctx);
    const telling = { reader, deferredUntil: await readDeferrals(ctx) };
    const items: InboxItem[] = [];
    for (const kind of kindsSeenBy(reader)) {
      const rows = await readWaiting(ctx, inboxSources[kind](ctx, mode));
      items.push(...rows.map((row) => inboxItemOf(ctx, telling, kind, row)));
    }
    return inOrder(await withStakes(ctx, items, mode));
  },
  count: (ctx, { mode }) => {
    const reader = readerOf(ctx);
    const kinds = kindsSeenBy(reader).filter((kind) => mayAct(reader, kind));
    return countWaiting(
      ctx,
      kinds.map((kind) => [kind, inboxSources[kind](ctx, mode)] as const),
    );
  },
  defer: async (ctx, { kind, itemId: id, until }) => {
    if (!until) await removeDeferral(ctx, { kind, id });
    else if (isWithinReach(until, ctx.now)) await saveDeferral(ctx, { kind, id }, until);
    else throw refuse("inbox.laterOutOfReach", { days: laterDaysMax });
    return null;
  },
  handled: (ctx) => readHandled(ctx, kindsSeenBy(readerOf(ctx))),
});
