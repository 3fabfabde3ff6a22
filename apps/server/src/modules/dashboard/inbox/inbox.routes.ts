import { type InboxItem, type InboxKind, inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { holds } from "../../../platform/access/permission.ts";
import type { WaitingRow } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement } from "../../../platform/http/implement.ts";
import { holdOf, inOrder, kindsSeenBy, mayAct, type Reader, urgencyOf } from "./inbox.policy.ts";
import { inboxSources } from "./inbox.sources.service.ts";
import { countWaiting, readWaiting } from "./inbox.store.ts";

const readerOf = ({ actor }: Context): Reader => ({
  isOfOperator: !isOfMerchant(actor),
  holds: (permission) => holds(actor, permission),
});

/** A thing as every kind is told: what its module does not know is null. */
const told = (ctx: Context, reader: Reader, kind: InboxKind, { isOwn, ...row }: WaitingRow): InboxItem => ({
  kind,
  id: row.id,
  recordId: row.recordId ?? row.id,
  name: row.name ?? null,
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
  version: row.version ?? null,
});

export const inboxRoutes = implement(inbox, {
  list: async (ctx, { mode }) => {
    const reader = readerOf(ctx);
    const items: InboxItem[] = [];
    for (const kind of kindsSeenBy(reader)) {
      const rows = await readWaiting(ctx, inboxSources[kind](ctx, mode));
      items.push(...rows.map((row) => told(ctx, reader, kind, row)));
    }
    return inOrder(items);
  },
  count: (ctx, { mode }) => {
    const reader = readerOf(ctx);
    const kinds = kindsSeenBy(reader).filter((kind) => mayAct(reader, kind));
    return countWaiting(
      ctx,
      kinds.map((kind) => [kind, inboxSources[kind](ctx, mode)] as const),
    );
  },
});
