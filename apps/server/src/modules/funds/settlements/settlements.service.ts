import {
  holdableStates,
  type SettlementAction,
  settlementLifecycle,
} from "@countinghouse/contract/funds/settlements/settlements.lifecycle.ts";
import {
  type Settlement,
  type SettlementDetail,
  type SettlementPosition,
  settlements,
  withdrawalsShown,
} from "@countinghouse/contract/funds/settlements/settlements.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { ListRequest } from "../../../platform/db/list-query.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { termsInForce } from "../../merchants/merchant-account-cfg/index.ts";
import { takersOf } from "../allocation/index.ts";
import { linesCollected, linesOfBatch, pageSelectedLines, readBalance } from "../ledger/index.ts";
import { bookOfBatch, type SettlementBatchRow, type SettlementBook } from "./settlement-batch.store.ts";
import { closeNext, closesAt, collectBatches } from "./settlement-close.service.ts";
import {
  confirmBatch,
  holdBatch,
  lockedBatch,
  releaseBatch,
  settleBatch,
  voidBatch,
} from "./settlement-step.service.ts";
import { batchReads, listBatches } from "./settlements.store.ts";

type Operations = typeof settlements.operations;

/** A batch with what may be done about it. */
export async function readBatch(ctx: Context, { id }: { readonly id: string }): Promise<SettlementDetail> {
  const batch = await batchReads.detail(ctx, { id });
  const { merchantId, currency, status, isOnHold, date } = batch;
  const terms = await termsInForce(ctx, { merchantId, currency, at: ctx.now });
  const isOpen = status === "open";
  const closes = isOpen && terms ? await closesAt(ctx, { merchantId, date }, terms) : null;
  const may = (action: SettlementAction) => allows(settlementLifecycle, status, action);
  const isHoldable = holdableStates.includes(status);
  return {
    ...batch,
    withdrawals: await takersOf(ctx, { merchantId, batchId: id, limit: withdrawalsShown }),
    closesAt: closes?.toISOString() ?? null,
    isAutomatic: terms?.autoSettle ?? false,
    can: {
      close: may("close"),
      confirm: may("confirm"),
      settle: may("settle") && !isOnHold,
      hold: isHoldable && !isOnHold,
      releaseHold: isHoldable && isOnHold,
      void: may("void") && !isOnHold,
    },
  };
}

export async function pageLines(ctx: Context, { id, ...input }: ListRequest & { readonly id: string }) {
  const { merchantId, mode: book, currency, status, date } = await batchReads.detail(ctx, { id });
  const meant = status === "open" ? linesCollected({ book, currency }, { id, date }) : linesOfBatch(id);
  return pageSelectedLines(ctx, merchantId, meant, input);
}

const named = ({ id, batchNo, date, amount, currency }: Settlement) => ({ id, batchNo, date, amount, currency });

/** Where a merchant stands in one currency. */
export async function readPosition(ctx: Context, place: InputOf<Operations["position"]>): Promise<SettlementPosition> {
  const { currency } = place;
  const balance = await readBalance(ctx, place);
  const underWay = await listBatches(ctx, place, { statuses: ["closed", "confirmed"], order: "asc", limit: 1000 });
  const [collecting] = await listBatches(ctx, place, { statuses: ["open"], order: "asc", limit: 1 });
  const [last] = await listBatches(ctx, place, { statuses: ["settled"], order: "desc", limit: 1 });
  const next = underWay[0] ?? collecting;
  const sumOf = (rows: readonly Settlement[]) => rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const batched = sumOf(underWay);
  return {
    currency,
    pendingAmount: balance.pendingAmount,
    openAmount: String(BigInt(balance.pendingAmount) - batched),
    batchedAmount: String(batched),
    heldAmount: String(sumOf(underWay.filter(({ isOnHold }) => isOnHold))),
    availableAmount: balance.availableAmount,
    reserveAmount: balance.reserveAmount,
    frozenAmount: balance.frozenAmount,
    inTransitAmount: balance.inTransitAmount,
    withdrawableAmount: balance.withdrawableAmount,
    next: next ? named(next) : null,
    last: last ? named(last) : null,
  };
}

/** Batches in the actor's scope, by merchant, so that of two who lock several books neither waits for the other. */
async function placed(ctx: Context, ids: readonly string[]): Promise<(SettlementBook & { readonly id: string })[]> {
  const places = await Promise.all(ids.map(async (id) => ({ ...(await bookOfBatch(ctx, id)), id })));
  return places.sort((a, b) => (`${a.merchantId} ${a.mode} ${a.id}` < `${b.merchantId} ${b.mode} ${b.id}` ? -1 : 1));
}

/** A batch in the actor's scope as it was read, locked. */
async function asRead(
  ctx: Context,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<SettlementBatchRow> {
  const [place] = await placed(ctx, [id]);
  if (!place) throw notFound("settlements", id);
  const batch = await lockedBatch(ctx, place);
  assertFresh(settlements, version, batch.version);
  return batch;
}

/** What people and their programs do about batches. */
export const settlementCommands = {
  close: async (
    ctx: Context,
    { batchId, reason, ...place }: InputOf<Operations["close"]>,
  ): Promise<ResultOf<Operations["close"]>> => {
    // Refuses a merchant that is out of reach, in the words of one that does not exist.
    await readBalance(ctx, place);
    await collectBatches(ctx, place);
    if (reason) ctx.recordReason(reason);
    const small = reason ? "close" : "refuse";
    const batch = await closeNext(ctx, place, {
      isDue: async () => true,
      small,
      ...(batchId ? { only: batchId } : {}),
    });
    if (!batch) throw refuse(batchId ? "settlements.notNext" : "settlements.nothingToClose");
    return { id: batch.id, batchNo: batch.batchNo, status: batch.status };
  },
  confirm: async (ctx: Context, { ids }: InputOf<Operations["confirm"]>): Promise<null> => {
    for (const ref of await placed(ctx, ids)) await confirmBatch(ctx, ref, { issues: false });
    return null;
  },
  settle: async (ctx: Context, { ids }: InputOf<Operations["settle"]>): Promise<null> => {
    for (const ref of await placed(ctx, ids)) await settleBatch(ctx, ref);
    return null;
  },
  hold: async (ctx: Context, { reason, ...read }: InputOf<Operations["hold"]>): Promise<null> => {
    ctx.recordReason(reason);
    await holdBatch(ctx, await asRead(ctx, read), reason);
    return null;
  },
  releaseHold: async (ctx: Context, { reason, ...read }: InputOf<Operations["releaseHold"]>): Promise<null> => {
    ctx.recordReason(reason);
    await releaseBatch(ctx, await asRead(ctx, read));
    return null;
  },
  void: async (ctx: Context, { reason, ...read }: InputOf<Operations["void"]>): Promise<null> => {
    ctx.recordReason(reason);
    await voidBatch(ctx, await asRead(ctx, read), reason);
    return null;
  },
};
