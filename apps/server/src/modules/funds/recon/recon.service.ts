import { reconLifecycle } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import { type ReconDetail, recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { ReconStatus } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { gatewaySettled } from "@countinghouse/ledger/reconciliation.postings.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findConnector } from "../../gateways/connector/index.ts";
import { postEntries } from "../ledger/index.ts";
import { isOurAccount } from "../payout-account/index.ts";
import {
  agesOf,
  classesOf,
  describedBatches,
  findAccount,
  groupsOf,
  houseOf,
  lockBatch,
  missingBefore,
  type ReconBatchRow,
  refOfBatch,
  typesOf,
  updateBatch,
} from "./recon.store.ts";
import { reconMatchQueue } from "./recon-import.service.ts";

type Operations = typeof recon.operations;

/** Queue of requests for an account's files. */
export const reconFetchQueue = "recon.fetch";

function assertStep(ctx: Context, batch: ReconBatchRow, action: "run" | "close"): void {
  if (allows(reconLifecycle, batch.status, action)) return;
  const status = ReconStatus.memberOf(batch.status)?.text[ctx.request.locale] ?? batch.status;
  throw refuse("recon.invalidTransition", { reconNo: batch.reconNo, status });
}

async function lockRead(ctx: Context, { id, version }: InputOf<Operations["run"]>): Promise<ReconBatchRow> {
  const batch = await lockBatch(ctx, id);
  assertFresh(recon, version, batch.version);
  return batch;
}

async function assertGenuine(ctx: Context, batch: ReconBatchRow): Promise<void> {
  if (!(await ctx.seals.isGenuine(ctx.db, "reconBatches", batch)))
    throw refuse("recon.altered", { reconNo: batch.reconNo });
}

/** The part of a file's payout that has not been received. */
const leftOf = ({
  payoutAmount,
  netAmount,
  receivedAmount,
}: Pick<ReconBatchRow, "payoutAmount" | "netAmount" | "receivedAmount">) =>
  BigInt(payoutAmount ?? netAmount) - BigInt(receivedAmount);

/** A file with both sides. */
export async function readBatch(ctx: Context, { id }: InputOf<Operations["detail"]>): Promise<ReconDetail> {
  const batch = await describedBatches(ctx).where("reconBatches.id", "=", id).executeTakeFirst();
  if (!batch) throw notFound("recon", id);
  const ref = refOfBatch(batch);
  const { currency, payoutAmount, netAmount, differenceAmount } = batch;
  // The payout difference counts as a difference, so that both sides tie.
  return {
    ...batch,
    ourNetAmount: String(BigInt(payoutAmount ?? netAmount) - BigInt(differenceAmount)),
    checks: {
      addsUp: payoutAmount === null ? null : payoutAmount === netAmount,
      missingBatchNo: await missingBefore(ctx, batch),
      isSingle: batch.copies === 0,
    },
    groups: await groupsOf(ctx.db, ref, currency),
    classes: await classesOf(ctx.db, ref, currency),
    types: await typesOf(ctx.db, ref, currency),
    ages: await agesOf(ctx, ref, currency),
    can: {
      run: allows(reconLifecycle, batch.status, "run"),
      close: allows(reconLifecycle, batch.status, "close"),
      receive: leftOf(batch) !== 0n,
    },
  };
}

/** Starts matching a file again. */
export async function runAgain(ctx: Context, input: InputOf<Operations["run"]>): Promise<null> {
  const batch = await lockRead(ctx, input);
  assertStep(ctx, batch, "run");
  await updateBatch(ctx, batch, { status: reconLifecycle.actions.run.to });
  await ctx.enqueue({ queue: reconMatchQueue, data: { ...refOfBatch(batch), isAgain: true } });
  return null;
}

/** Closes a file without open lines. */
export async function closeBatch(ctx: Context, input: InputOf<Operations["close"]>): Promise<null> {
  const batch = await lockRead(ctx, input);
  assertStep(ctx, batch, "close");
  await assertGenuine(ctx, batch);
  await updateBatch(ctx, batch, {
    status: reconLifecycle.actions.close.to,
    closedTime: ctx.now.toISOString(),
    closeUserName: ctx.actor.realName || null,
  });
  return null;
}

/** Books the gateway's payment (J60) in the house account's book. */
export async function bookReceipt(
  ctx: Context,
  { id, version, payoutAccountId, amount, reason }: InputOf<Operations["receive"]>,
): Promise<null> {
  ctx.recordReason(reason);
  const batch = await lockRead(ctx, { id, version });
  await assertGenuine(ctx, batch);
  const { merchantId, tenantId, mode, currency } = batch;
  if (!(await isOurAccount(ctx, { id: payoutAccountId, tenantId, mode, currency })))
    throw refuse("recon.bankAccountUnfit");
  const left = leftOf(batch);
  const taken = amount ? BigInt(amount) : left;
  const isBeyond = left < 0n ? taken < left || taken > 0n : taken > left || taken < 0n;
  if (taken === 0n || isBeyond) {
    const shown = (minor: string) => formatMoney(fromWire(minor, currency), { language: ctx.request.locale });
    const payout = shown(batch.payoutAmount ?? batch.netAmount);
    throw refuse("recon.exceedsPayout", { payout, left: shown(String(left)) });
  }
  await postEntries(ctx, {
    merchantId,
    book: mode,
    entries: [
      gatewaySettled({
        merchantId,
        gatewayAccountId: batch.gatewayAccountId,
        amount: fromWire(String(taken), currency),
        payoutAccountId,
      }),
    ],
    eventId: batch.id,
    part: String(batch.version),
    orderId: null,
    effectiveDate: ctx.now.toISOString().slice(0, 10),
    description: `${batch.reconNo} ${batch.fileName}`,
  });
  await updateBatch(ctx, batch, {
    receivedAmount: String(BigInt(batch.receivedAmount) + taken),
    receivedTime: ctx.now.toISOString(),
  });
  return null;
}

/** {@link bookReceipt} for a file as it is now: a payment found in a bank statement. */
export async function receiveOfFile(
  ctx: Context,
  receipt: Omit<InputOf<Operations["receive"]>, "version" | "amount"> & { readonly amount: string },
): Promise<void> {
  const { version } = await lockBatch(ctx, receipt.id);
  await bookReceipt(ctx, { ...receipt, version });
}

/** Schedules a request for an account's files. */
export async function askForFiles(ctx: Context, { gatewayAccountId }: InputOf<Operations["fetch"]>): Promise<null> {
  const account = await findAccount(ctx, gatewayAccountId);
  await houseOf(ctx, account.tenantId);
  if (!account.fileEndpointId && !findConnector(account.connector)?.settlementFiles?.list)
    throw refuse("recon.noFetching");
  await ctx.enqueue({ queue: reconFetchQueue, data: { gatewayAccountId } });
  return null;
}
