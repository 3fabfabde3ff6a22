import { gatewayCostAccrued, paymentCaptured, transactionFeeCharged } from "@countinghouse/ledger/capture.postings.ts";
import {
  disputeCostTaken,
  disputeHeld,
  disputeLost,
  disputePenaltyCharged,
  disputeTaken,
  refusalPenaltyCharged,
} from "@countinghouse/ledger/dispute.postings.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { outboundApplied, outboundApproved, outboundPaid } from "@countinghouse/ledger/outbound.postings.ts";
import { gatewaySettled } from "@countinghouse/ledger/reconciliation.postings.ts";
import { refundFeeCharged, refundHeld, refundSucceeded } from "@countinghouse/ledger/refund.postings.ts";
import { batchSettled, reserveReleased } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import type { PostRequest } from "../src/modules/funds/ledger/index.ts";
import type { TestApp } from "./app.ts";
import { postIn } from "./ledger.ts";

/** One step of the life: its record, its order, its entries, and what the merchant holds after it, bucket by bucket. */
interface Step {
  readonly eventId: string;
  readonly orderId: string | null;
  readonly entries: readonly Entry[];
  readonly held: readonly [pending: number, available: number, reserve: number, frozen: number, inTransit: number];
}

const noTax = { tax: usd(0), taxCountry: "SG" };

/**
 * A merchant's life in cents of a dollar: three sales, a refund, a settlement with a reserve, a lost dispute, a
 * withdrawal, a penalty, the gateway's payment and the release of the reserve.
 */
export function workedLife(merchantId: string): Step[] {
  const m = { merchantId };
  const g = { merchantId, gatewayAccountId: "gwa_1" };
  const sale = (amount: number, fee: number, tax: number, cost: number): Entry[] => [
    paymentCaptured({ ...g, amount: usd(amount) }),
    transactionFeeCharged({ ...m, fee: usd(fee), tax: usd(tax), taxCountry: "SG" }),
    gatewayCostAccrued({ ...g, amount: usd(cost) }),
  ];
  const cashout = { ...m, kind: "cashout", amount: usd(5_000) } as const;
  const step = (eventId: string, orderId: string | null, entries: Entry[], held: Step["held"]): Step => ({
    eventId,
    orderId,
    entries,
    held,
  });
  return [
    step("att_1", "ord_1", sale(10_000, 320, 19, 190), [9_661, 0, 0, 0, 0]),
    step("att_2", "ord_2", sale(4_999, 175, 10, 100), [14_475, 0, 0, 0, 0]),
    step("att_3", "ord_3", sale(25_050, 756, 45, 461), [38_724, 0, 0, 0, 0]),
    step("ref_2", "ord_2", [refundHeld({ ...m, bucket: "pending", amount: usd(2_000) })], [36_724, 0, 0, 2_000, 0]),
    step(
      "ref_2",
      "ord_2",
      [
        refundSucceeded({ ...g, amount: usd(2_000), converted: null }),
        refundFeeCharged({ ...m, bucket: "pending", fee: usd(50), ...noTax }),
      ],
      [36_674, 0, 0, 0, 0],
    ),
    step("stl_1", null, [batchSettled({ ...m, net: usd(36_674), reserve: usd(4_005) })], [0, 32_669, 4_005, 0, 0]),
    step(
      "dsp_3",
      "ord_3",
      [
        disputeHeld({ ...m, bucket: "available", amount: usd(25_050) }),
        disputeTaken({ ...g, amount: usd(25_050) }),
        disputeCostTaken({ ...g, amount: usd(800) }),
        disputePenaltyCharged({ ...m, bucket: "available", fee: usd(1_500), ...noTax }),
      ],
      [0, 6_119, 4_005, 25_050, 0],
    ),
    step("csh_1", null, [outboundApplied(cashout)], [0, 1_119, 4_005, 30_050, 0]),
    step("csh_1", null, [outboundApproved(cashout)], [0, 1_119, 4_005, 25_050, 5_000]),
    step(
      "csh_1",
      null,
      [outboundPaid({ ...cashout, fee: usd(100), payoutAccountId: "bank_1" })],
      [0, 1_119, 4_005, 25_050, 0],
    ),
    step("dsp_3", "ord_3", [disputeLost({ ...g, held: usd(25_050), converted: null })], [0, 1_119, 4_005, 0, 0]),
    step("pen_1", null, [refusalPenaltyCharged({ ...m, fee: usd(1_000), ...noTax })], [0, 119, 4_005, 0, 0]),
    step(
      "gst_1",
      null,
      [gatewaySettled({ ...g, amount: usd(11_448), payoutAccountId: "bank_1" })],
      [0, 119, 4_005, 0, 0],
    ),
    step("rsv_1", null, [reserveReleased({ ...m, amount: usd(4_005) })], [0, 4_124, 0, 0, 0]),
  ];
}

/** Books the life step by step, two hours apart, or the first steps of it, and answers when each step was. */
export async function live(
  app: TestApp,
  merchantId: string,
  book: PostRequest["book"] = "live",
  count = Number.MAX_SAFE_INTEGER,
): Promise<{ steps: Step[]; times: string[] }> {
  const steps = workedLife(merchantId).slice(0, count);
  const times: string[] = [];
  for (const { held: _held, ...step } of steps) {
    const now = app.clock.now().toISOString();
    await postIn(app, {
      merchantId,
      book,
      ...step,
      effectiveDate: now.slice(0, 10),
      description: `Step ${times.length + 1}`,
    });
    times.push(now);
    app.clock.forward(7_200_000);
  }
  return { steps, times };
}
