import { reconLifecycle } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import { type Receivable, type ReconDetail, recon } from "@countinghouse/contract/funds/recon/recon.ts";
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
  accountsInReach,
  agesOf,
  type BatchRow,
  classesOf,
  describedBatches,
  findAccount,
  groupsOf,
  houseOf,
  lockBatch,
  missingBefore,
  type ReceivablePart,
  receivableParts,
  refOfBatch,
  typesOf,
  updateBatch,
} from "./recon.store.ts";
import { reconMatchQueue } from "./recon-import.service.ts";

type Operations = typeof recon.operations;

/** Queue in which an account is asked for its files. */
export const reconFetchQueue = "recon.fetch";

function assertStep(ctx: Context, batch: BatchRow, action: "run" | "close"): void {
  if (allows(reconLifecycle, batch.status, action)) return;
  const status = ReconStatus.memberOf(batch.status)?.text[ctx.request.locale] ?? batch.status;
  throw refuse("recon.invalidTransition", { reconNo: batch.reconNo, status });
}

async function lockRead(ctx: Context, { id, version }: InputOf<Operations["run"]>): Promise<BatchRow> {
  const batch = await lockBatch(ctx, id);
  assertFresh(recon, version, batch.version);
  return batch;
}

async function assertGenuine(ctx: Context, batch: BatchRow): Promise<void> {
  if (!(await ctx.seals.isGenuine(ctx.db, "reconBatches", batch)))
    throw refuse("recon.altered", { reconNo: batch.reconNo });
}

/** What is still to come of what a file says is paid. */
const leftOf = ({
  payoutAmount,
  netAmount,
  receivedAmount,
}: Pick<BatchRow, "payoutAmount" | "netAmount" | "receivedAmount">) =>
  BigInt(payoutAmount ?? netAmount) - BigInt(receivedAmount);

/** A file with both sides of it. */
export async function readBatch(ctx: Context, { id }: InputOf<Operations["detail"]>): Promise<ReconDetail> {
  const batch = await describedBatches(ctx).where("reconBatches.id", "=", id).executeTakeFirst();
  if (!batch) throw notFound("recon", id);
  const ref = refOfBatch(batch);
  const { currency, payoutAmount, netAmount, differenceAmount } = batch;
  return {
    ...batch,
    ourNetAmount: String(BigInt(netAmount) - BigInt(differenceAmount)),
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

/** Has a file matched once more. */
export async function runAgain(ctx: Context, input: InputOf<Operations["run"]>): Promise<null> {
  const batch = await lockRead(ctx, input);
  assertStep(ctx, batch, "run");
  await updateBatch(ctx, batch, { status: reconLifecycle.actions.run.to });
  await ctx.enqueue({ queue: reconMatchQueue, data: { ...refOfBatch(batch), isAgain: true } });
  return null;
}

/** Ends a file in which nothing is open. */
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

/** Books that the gateway paid (J60), in the book of the house. */
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

/** Has an account asked for its files in the background. */
export async function askForFiles(ctx: Context, { gatewayAccountId }: InputOf<Operations["fetch"]>): Promise<null> {
  const account = await findAccount(ctx, gatewayAccountId);
  await houseOf(ctx, account.tenantId);
  if (!findConnector(account.connector)?.settlementFiles?.list) throw refuse("recon.noFetching");
  await ctx.enqueue({ queue: reconFetchQueue, data: { gatewayAccountId } });
  return null;
}

/** What gateway accounts in reach owe us by the ledger, and what that is made of. */
export async function readReceivables(
  ctx: Context,
  { mode, gatewayAccountId }: InputOf<Operations["receivables"]>,
): Promise<Receivable[]> {
  const accounts = await accountsInReach(ctx, { mode, gatewayAccountId });
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const parts = await receivableParts(ctx.db, { mode, gatewayAccountIds: [...names.keys()] });
  const keyOf = (part: ReceivablePart) => `${part.gatewayAccountId} ${part.currency}`;
  const every = new Map(
    Object.values(parts)
      .flat()
      .map((part) => [keyOf(part), part]),
  );
  return [...every].map(([key, { gatewayAccountId: id, currency }]) => {
    const partOf = (name: keyof typeof parts) => parts[name].find((part) => keyOf(part) === key);
    const amountOf = (name: keyof typeof parts) => BigInt(partOf(name)?.amount ?? "0");
    const countOf = (name: keyof typeof parts) => partOf(name)?.count ?? 0;
    const explained = amountOf("unlisted") + amountOf("unpaid") + amountOf("differences");
    return {
      gatewayAccountId: id,
      gatewayAccountName: names.get(id) ?? id,
      mode,
      currency,
      balance: String(amountOf("balance")),
      unlistedCount: countOf("unlisted"),
      unlisted: String(amountOf("unlisted")),
      unpaidCount: countOf("unpaid"),
      unpaid: String(amountOf("unpaid")),
      differenceCount: countOf("differences"),
      differences: String(amountOf("differences")),
      unexplained: String(amountOf("balance") - explained),
      suspense: String(amountOf("suspense")),
    };
  });
}
