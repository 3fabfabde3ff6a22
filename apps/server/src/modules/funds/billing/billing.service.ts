import { billLifecycle } from "@countinghouse/contract/funds/billing/bill.lifecycle.ts";
import type { DirectMovements } from "@countinghouse/contract/funds/billing/bill-fields.ts";
import type { BillDetail } from "@countinghouse/contract/funds/billing/billing.ts";
import type { MerchantBillDetail } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import type { ListRequest } from "../../../platform/db/list-query.ts";
import type { Context } from "../../../platform/http/context.ts";
import { availableAt, coveredPeriods, directMovements, linesOfBatch, pageSelectedLines } from "../ledger/index.ts";
import { billReads, linesOfBill, ownBillReads } from "./billing.store.ts";

type BillShown = Pick<
  BillDetail,
  "id" | "batchId" | "merchantId" | "mode" | "currency" | "periodFrom" | "periodTo" | "status"
>;

const abilitiesOf = ({ status }: Pick<BillShown, "status">): BillDetail["can"] => ({
  issue: allows(billLifecycle, status, "issue"),
  recompute: allows(billLifecycle, status, "recompute"),
  confirm: allows(billLifecycle, status, "confirm"),
  query: allows(billLifecycle, status, "query"),
  answer: allows(billLifecycle, status, "answer"),
});

/** Movements of the available balance in a bill's period, with opening and closing balance. */
async function movementsOf(ctx: Context, bill: BillShown): Promise<DirectMovements> {
  const { merchantId, batchId, mode: book, currency, periodFrom: from, periodTo: to } = bill;
  const movedIn = async (periods: Parameters<typeof directMovements>[3]) =>
    (await directMovements(ctx, { merchantId, book }, currency, periods)).map((one) => ({ ...one, currency }));
  const moved = await movedIn([{ from, to }]);
  const earlier = await movedIn(await coveredPeriods(ctx, { merchantId, batchId }));
  const openingAmount = await availableAt(ctx, { merchantId, book }, currency, from);
  const closing = moved.reduce((sum, { amount }) => sum + BigInt(amount), BigInt(openingAmount));
  return { currency, openingAmount, movements: moved, closingAmount: String(closing), earlier } as DirectMovements;
}

export async function readBill(ctx: Context, { id }: { readonly id: string }): Promise<BillDetail> {
  const bill = await billReads.find(ctx, id);
  const lines = await linesOfBill(ctx, bill.merchantId, bill.id);
  return {
    ...bill,
    lines: lines.map((line) => ({ ...line, currency: bill.currency })),
    directMovements: await movementsOf(ctx, bill),
    can: abilitiesOf(bill),
  };
}

export async function readOwnBill(ctx: Context, { id }: { readonly id: string }): Promise<MerchantBillDetail> {
  const bill = await ownBillReads.find(ctx, id);
  const lines = await linesOfBill(ctx, bill.merchantId, bill.id);
  return {
    ...bill,
    lines: lines.map(({ gatewayCostAmount: _cost, marginAmount: _margin, ...line }) => ({
      ...line,
      currency: bill.currency,
    })),
    directMovements: await movementsOf(ctx, bill),
    can: { ...abilitiesOf(bill), issue: false, recompute: false, answer: false },
  };
}

type LinesAsked = ListRequest & { readonly id: string };

export async function pageBillLines(ctx: Context, { id, ...input }: LinesAsked) {
  const { merchantId, batchId } = await billReads.find(ctx, id);
  return pageSelectedLines(ctx, merchantId, linesOfBatch(batchId), input);
}

export async function pageOwnBillLines(ctx: Context, { id, ...input }: LinesAsked) {
  const { merchantId, batchId } = await ownBillReads.find(ctx, id);
  return pageSelectedLines(ctx, merchantId, linesOfBatch(batchId), input);
}
