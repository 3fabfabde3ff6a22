import { type BillAction, billLifecycle } from "@countinghouse/contract/funds/billing/bill.lifecycle.ts";
import { BillStatus } from "@countinghouse/contract/funds/billing/bill-enumerations.ts";
import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import {
  billedBy,
  billLinesOf,
  type CategoryCharges,
  checksumOf,
  coveredPeriods,
  directMovements,
  linesOfBatch,
} from "../ledger/index.ts";
import {
  type BillChange,
  type BillRow,
  batchOfBill,
  insertBill,
  lockBill,
  sealBill,
  updateBill,
  writeBillLines,
} from "./bill-row.store.ts";

/** A batch that is being closed, with the values of its bill. */
export interface BatchToBill {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly batchId: string;
  readonly mode: "live" | "test";
  readonly currency: string;
  readonly periodFrom: string;
  readonly periodTo: string;
  /** The closing day, in the merchant's settlement zone. */
  readonly billingDate: string;
  readonly billed: readonly CategoryCharges[];
}

/** Drafts the bill of a batch that is being closed: a line per payment category, and the total. */
export async function draftBill(ctx: Context, batch: BatchToBill): Promise<BillRow> {
  const { merchantId, tenantId, batchId, mode, billingDate, billed } = batch;
  const row = await insertBill(ctx, {
    merchantId,
    id: newId("bil", ctx.now),
    tenantId,
    mode,
    batchId,
    billingDate,
    depositReleasedAmount: await releasedIn(ctx, batch),
    checksum: "",
    status: billLifecycle.initial,
    createTime: ctx.now.toISOString(),
  });
  return sealBill(ctx, row, await writeBillLines(ctx, row, billLinesOf(billed)));
}

/** Reserve released to the available balance in a bill's periods. */
async function releasedIn(
  ctx: Context,
  { merchantId, batchId, mode, currency, periodFrom, periodTo }: BatchToBill,
): Promise<string> {
  const periods = [{ from: periodFrom, to: periodTo }, ...(await coveredPeriods(ctx, { merchantId, batchId }))];
  const moved = await directMovements(ctx, { merchantId, book: mode }, currency, periods);
  return moved.find(({ event }) => event === "J32")?.amount ?? "0";
}

/** Refuses a step that the bill's status does not allow, and any step of a bill whose seal does not match. */
async function assertStep(ctx: Context, bill: BillRow, action: BillAction): Promise<void> {
  if (!(await ctx.seals.isGenuine(ctx.db, "bills", bill))) throw refuse("billing.altered");
  if (allows(billLifecycle, bill.status, action)) return;
  const named = BillStatus.memberOf(bill.status)?.text[ctx.request.locale] ?? bill.status;
  throw refuse("billing.invalidTransition", { status: named }, { extras: { from: bill.status, event: action } });
}

/** Moves a bill that the caller holds locked. */
export async function stepBill(
  ctx: Context,
  bill: BillRow,
  action: BillAction,
  change: BillChange = {},
): Promise<BillRow> {
  await assertStep(ctx, bill, action);
  return updateBill(ctx, bill, { ...change, status: billLifecycle.actions[action].to });
}

/** Gives a bill its invoice number and shows it to its merchant. Refuses one that is not what its lines come to. */
export async function issueBill(ctx: Context, bill: BillRow): Promise<BillRow> {
  await assertStep(ctx, bill, "issue");
  const { checksum } = await batchOfBill(ctx, bill);
  if ((await checksumOf(ctx.db, bill.merchantId, linesOfBatch(bill.batchId))) !== checksum)
    throw refuse("billing.linesChanged");
  const issued = { invoiceNo: businessNumber("IV", ctx.now), issuedTime: ctx.now.toISOString() };
  return stepBill(ctx, bill, "issue", issued);
}

/**
 * A bill in the actor's scope in the version that was read, locked. Its merchant does not see it before it is issued.
 */
async function asRead(ctx: Context, { id, version }: { readonly id: string; readonly version: number }) {
  const bill = await lockBill(ctx, id);
  if (isOfMerchant(ctx.actor) && bill.invoiceNo === null) throw notFound("billing", id);
  assertFresh(billing, version, bill.version);
  return bill;
}

type Named = { readonly id: string; readonly version: number };

export async function issue(ctx: Context, named: Named): Promise<null> {
  await issueBill(ctx, await asRead(ctx, named));
  return null;
}

/** Recomputes a draft: gateway costs may have been corrected since. */
export async function recompute(ctx: Context, named: Named): Promise<null> {
  const bill = await asRead(ctx, named);
  await assertStep(ctx, bill, "recompute");
  const billed = await billedBy(ctx.db, bill.merchantId, linesOfBatch(bill.batchId));
  const checksum = await writeBillLines(ctx, bill, billLinesOf(billed));
  await stepBill(ctx, bill, "recompute", { checksum });
  return null;
}

export async function answer(ctx: Context, { text, ...named }: Named & { readonly text: string }): Promise<null> {
  await stepBill(ctx, await asRead(ctx, named), "answer", { answerText: text, answerTime: ctx.now.toISOString() });
  return null;
}

/** Only the merchant's own users may confirm or question its bill. */
function assertOwn({ actor }: Context): void {
  if (!isOfMerchant(actor)) throw refuse("merchantBilling.merchantsAlone");
}

/** The merchant confirms the bill. */
export async function confirm(ctx: Context, named: Named): Promise<null> {
  const bill = await asRead(ctx, named);
  assertOwn(ctx);
  const { userId, realName } = ctx.actor;
  const done = { confirmedTime: ctx.now.toISOString(), confirmUserId: userId, confirmUserName: realName || null };
  await stepBill(ctx, bill, "confirm", done);
  return null;
}

/** The merchant questions the bill. The answer to an earlier question is removed. */
export async function question(ctx: Context, { text, ...named }: Named & { readonly text: string }): Promise<null> {
  const bill = await asRead(ctx, named);
  assertOwn(ctx);
  await stepBill(ctx, bill, "query", {
    queryText: text,
    queryTime: ctx.now.toISOString(),
    queryUserId: ctx.actor.userId,
    queryUserName: ctx.actor.realName || null,
    answerText: null,
    answerTime: null,
  });
  return null;
}
