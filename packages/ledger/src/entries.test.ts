import { eur, usd } from "@countinghouse/money/build-money.ts";
import { describe, expect, test } from "vitest";
import { cost } from "./account.ts";
import {
  gatewayCostAccrued,
  gatewayCostPassedOn,
  gatewayCostTrueUpPassedOn,
  paymentCaptured,
  paymentCapturedConverted,
  refundCostAccrued,
  transactionFeeCharged,
} from "./capture.postings.ts";
import {
  balanceWrittenOff,
  disputeCostTaken,
  disputeHeld,
  disputeLost,
  disputePenaltyCharged,
  disputePenaltyReturned,
  disputeReversedLate,
  disputeTaken,
  disputeWon,
  inquiryFeeCharged,
  refusalPenaltyCharged,
} from "./dispute.postings.ts";
import { type Entry, entryEvents, reversal } from "./entry.ts";
import {
  outboundApplied,
  outboundApproved,
  outboundDropped,
  outboundFailed,
  outboundPaid,
  outboundPaidConverted,
  outboundReturned,
  outboundReturnedConverted,
  payoutProviderFeeTaken,
} from "./outbound.postings.ts";
import { payerMoneyApplied, payerMoneyHeld, payerMoneyReturned } from "./payer.postings.ts";
import {
  balanceAdjusted,
  gatewayCostTruedUp,
  gatewayDifferenceFound,
  gatewayDifferenceResolved,
  gatewaySettled,
  positionRevalued,
} from "./reconciliation.postings.ts";
import {
  feeReturned,
  refundBounced,
  refundFeeCharged,
  refundHeld,
  refundReleased,
  refundSucceeded,
} from "./refund.postings.ts";
import {
  balanceFrozen,
  balanceUnfrozen,
  batchSettled,
  depositToppedUp,
  depositTransferred,
  reserveReleased,
  reserveUsed,
} from "./settlement.postings.ts";

const m = { merchantId: "m1" };
const g = { ...m, gatewayAccountId: "g1" };
const charge = { fee: usd(30), tax: usd(2), taxCountry: "SG" };
const amount = usd(100);
const cashout = { ...m, kind: "cashout", amount } as const;
const payout = { ...m, kind: "payoutOrder", amount } as const;
const payoutAccountId = "b1";
const converted = { atGateway: eur(90), worthToday: usd(103) };

const MA = "mer:m1:available:USD";
const MP = "mer:m1:pending:USD";
const MF = "mer:m1:frozen:USD";
const MR = "mer:m1:reserve:USD";
const MT = "mer:m1:in_transit:USD";
const GR = "plt:gateway_receivable:USD:g1";
const GRe = "plt:gateway_receivable:EUR:g1";
const DC = "plt:dispute_clearing:USD:g1";
const DCe = "plt:dispute_clearing:EUR:g1";
const PF = "plt:payer_funds:USD:g1";
const SU = "plt:recon_suspense:USD:g1";
const BK = "plt:bank:USD:b1";
const BKe = "plt:bank:EUR:b1";
const FP = "plt:fx_position:USD";
const FPe = "plt:fx_position:EUR";
const FG = "plt:fx_gain_loss:USD";
const TX = "plt:tax_payable:USD:SG";
const rev = (cause: string, currency = "USD") => `plt:rev:${cause}:${currency}`;
const spent = (cause: string) => `plt:cost:${cause}:USD`;

/** Each event with its lines: debit, credit, minor units. */
const booked: [Entry, ...[string, string, number][]][] = [
  [paymentCaptured({ ...g, amount }), [GR, MP, 100]],
  [transactionFeeCharged({ ...m, ...charge }), [MP, rev("transaction_fee"), 30], [MP, TX, 2]],
  [gatewayCostAccrued({ ...g, amount }), [spent("gateway_fee"), GR, 100]],
  [gatewayCostPassedOn({ ...m, amount }), [MP, rev("gateway_cost_recovery"), 100]],
  [
    paymentCapturedConverted({ ...g, amount: eur(90), given: usd(97), midValue: usd(100) }),
    [GRe, FPe, 90],
    [FP, MP, 97],
    [FP, rev("fx_markup"), 3],
  ],
  [
    paymentCapturedConverted({ ...g, amount: eur(90), given: usd(101), midValue: usd(100) }),
    [GRe, FPe, 90],
    [FP, MP, 100],
    [rev("fx_markup"), MP, 1],
  ],
  [payerMoneyHeld({ ...g, amount }), [GR, PF, 100]],
  [payerMoneyReturned({ ...g, amount }), [PF, GR, 100]],
  [refundCostAccrued({ ...g, amount }), [spent("gateway_fee"), GR, 100]],
  [payerMoneyApplied({ ...g, amount }), [PF, GR, 100]],
  [refundHeld({ ...m, bucket: "pending", amount }), [MP, MF, 100]],
  [refundHeld({ ...m, bucket: "available", amount }), [MA, MF, 100]],
  [refundSucceeded({ ...g, amount, converted: null }), [MF, GR, 100]],
  [refundSucceeded({ ...g, amount, converted }), [MF, FP, 100], [FG, FP, 3], [FPe, GRe, 90]],
  [
    refundSucceeded({ ...g, amount, converted: { ...converted, worthToday: usd(96) } }),
    [MF, FP, 96],
    [MF, FG, 4],
    [FPe, GRe, 90],
  ],
  [refundFeeCharged({ ...m, bucket: "pending", ...charge }), [MP, rev("refund_fee"), 30], [MP, TX, 2]],
  [feeReturned({ ...m, bucket: "available", ...charge }), [rev("transaction_fee"), MA, 30], [TX, MA, 2]],
  [refundReleased({ ...m, bucket: "pending", amount }), [MF, MP, 100]],
  [refundBounced({ ...g, bucket: "available", amount, converted: null }), [GR, MA, 100]],
  [refundBounced({ ...g, bucket: "pending", amount, converted }), [FP, MP, 100], [FP, FG, 3], [GRe, FPe, 90]],
  [disputeHeld({ ...m, bucket: "available", amount }), [MA, MF, 100]],
  [disputeTaken({ ...g, amount: eur(90) }), [DCe, GRe, 90]],
  [disputePenaltyCharged({ ...m, bucket: "available", ...charge }), [MA, rev("dispute_penalty"), 30], [MA, TX, 2]],
  [disputeCostTaken({ ...g, amount }), [spent("dispute_fee"), GR, 100]],
  [disputeWon({ ...g, held: amount, taken: eur(90) }), [GRe, DCe, 90], [MF, MA, 100]],
  [disputePenaltyReturned({ ...m, ...charge }), [rev("dispute_penalty"), MA, 30], [TX, MA, 2]],
  [disputeLost({ ...g, held: amount, converted: null }), [MF, DC, 100]],
  [disputeLost({ ...g, held: amount, converted }), [MF, FP, 100], [FG, FP, 3], [FPe, DCe, 90]],
  [disputeReversedLate({ ...g, amount, converted: null }), [GR, MA, 100]],
  [refusalPenaltyCharged({ ...m, ...charge }), [MA, rev("refusal_penalty"), 30], [MA, TX, 2]],
  [balanceWrittenOff({ ...m, amount }), [spent("dispute_loss"), MA, 100]],
  [inquiryFeeCharged({ ...m, bucket: "pending", ...charge }), [MP, rev("inquiry_fee"), 30], [MP, TX, 2]],
  [batchSettled({ ...m, net: amount, reserve: usd(10) }), [MP, MA, 90], [MP, MR, 10]],
  [batchSettled({ ...m, net: usd(-100), reserve: usd(0) }), [MA, MP, 100]],
  [reserveReleased({ ...m, amount }), [MR, MA, 100]],
  [reserveUsed({ ...m, amount }), [MR, MA, 100]],
  [depositTransferred({ ...m, amount }), [MA, MR, 100]],
  [depositToppedUp({ ...m, amount, payoutAccountId }), [BK, MR, 100]],
  [balanceFrozen({ ...m, amount }), [MA, MF, 100]],
  [balanceUnfrozen({ ...m, amount, source: "available" }), [MF, MA, 100]],
  [outboundApplied(cashout), [MA, MF, 100]],
  [outboundDropped(cashout), [MF, MA, 100]],
  [outboundApproved(cashout), [MF, MT, 100]],
  [outboundPaid({ ...cashout, fee: usd(10), payoutAccountId }), [MT, BK, 90], [MT, rev("withdrawal_fee"), 10]],
  [outboundFailed(cashout), [MT, MA, 100]],
  [
    outboundReturned({ ...cashout, sent: usd(90), received: usd(85), isChargedOn: false, payoutAccountId }),
    [BK, MA, 85],
    [spent("payout_fee"), MA, 5],
  ],
  [
    outboundReturned({ ...cashout, sent: usd(90), received: usd(85), isChargedOn: true, payoutAccountId }),
    [BK, MA, 85],
  ],
  [
    outboundPaidConverted({ ...cashout, fee: usd(10), given: eur(80), midValue: eur(82), payoutAccountId }),
    [MT, FP, 90],
    [MT, rev("withdrawal_fee"), 10],
    [FPe, BKe, 80],
    [FPe, rev("fx_markup", "EUR"), 2],
  ],
  [
    outboundReturnedConverted({
      kind: "cashout",
      merchantId: m.merchantId,
      sold: usd(90),
      given: eur(80),
      midValue: eur(82),
      received: eur(77),
      payoutAccountId,
    }),
    [BKe, FPe, 80],
    [rev("fx_markup", "EUR"), FPe, 2],
    ["plt:cost:payout_fee:EUR", BKe, 3],
    [FP, MA, 90],
  ],
  [payoutProviderFeeTaken({ ...m, amount, payoutAccountId }), [spent("payout_fee"), BK, 100]],
  [outboundApplied(payout), [MA, MF, 100]],
  [outboundDropped(payout), [MF, MA, 100]],
  [outboundApproved(payout), [MF, MT, 100]],
  [outboundPaid({ ...payout, fee: usd(10), payoutAccountId }), [MT, BK, 90], [MT, rev("payout_fee"), 10]],
  [outboundFailed(payout), [MT, MA, 100]],
  [
    outboundReturned({ ...payout, sent: usd(90), received: usd(90), isChargedOn: false, payoutAccountId }),
    [BK, MA, 90],
  ],
  [gatewaySettled({ ...g, amount, payoutAccountId }), [BK, GR, 100]],
  [gatewayCostTruedUp({ ...g, difference: usd(7) }), [spent("gateway_fee"), GR, 7]],
  [gatewayCostTruedUp({ ...g, difference: usd(-7) }), [GR, spent("gateway_fee"), 7]],
  [gatewayCostTrueUpPassedOn({ ...m, amount: usd(7) }), [MP, rev("gateway_cost_recovery"), 7]],
  [gatewayCostTrueUpPassedOn({ ...m, amount: usd(-7) }), [rev("gateway_cost_recovery"), MP, 7]],
  [gatewayDifferenceFound({ ...g, shortfall: usd(7) }), [SU, GR, 7]],
  [gatewayDifferenceFound({ ...g, shortfall: usd(-7) }), [GR, SU, 7]],
  [gatewayDifferenceResolved({ ...g, shortfall: usd(7), cause: cost("goodwill", "USD") }), [spent("goodwill"), SU, 7]],
  [gatewayDifferenceResolved({ ...g, shortfall: usd(-7), cause: cost("goodwill", "USD") }), [SU, spent("goodwill"), 7]],
  [balanceAdjusted({ ...m, amount: usd(7) }), [spent("goodwill"), MA, 7]],
  [balanceAdjusted({ ...m, amount: usd(-7) }), [MA, spent("goodwill"), 7]],
  [positionRevalued({ ...m, gain: usd(7) }), [FP, FG, 7]],
  [positionRevalued({ ...m, gain: usd(-7) }), [FG, FP, 7]],
  [reversal(paymentCaptured({ ...g, amount })), [MP, GR, 100]],
];

describe("entries", () => {
  test.each(booked.map(([entry, ...lines]) => ({ event: entry.event, entry, lines })))(
    "$event moves what its event means",
    ({ entry, lines }) => {
      expect(entry.postings.map((line) => [line.debit, line.credit, Number(line.amount.amountMinor)])).toEqual(lines);
    },
  );

  test("cover every event of the book", () => {
    expect(new Set(booked.map(([{ event }]) => event))).toEqual(new Set(Object.keys(entryEvents)));
  });

  test("hold nothing where nothing moves", () => {
    expect(transactionFeeCharged({ ...m, fee: usd(0), tax: usd(0), taxCountry: "SG" }).postings).toEqual([]);
    expect(batchSettled({ ...m, net: usd(0), reserve: usd(0) }).postings).toEqual([]);
  });

  test("refuse a negative amount", () => {
    expect(() => paymentCaptured({ ...g, amount: usd(-1) })).toThrow(
      expect.objectContaining({ code: "posting_invalid" }),
    );
    expect(() => transactionFeeCharged({ ...m, ...charge, tax: usd(-1) })).toThrow(
      expect.objectContaining({ code: "posting_invalid" }),
    );
  });

  test("refuse a reserve above the net and a return above what was sent", () => {
    for (const reserve of [usd(101), usd(-1)]) {
      expect(() => batchSettled({ ...m, net: amount, reserve })).toThrow(
        expect.objectContaining({ code: "reserve_exceeds_net" }),
      );
    }
    expect(() => batchSettled({ ...m, net: usd(-1), reserve: usd(1) })).toThrow(
      expect.objectContaining({ code: "reserve_exceeds_net" }),
    );
    const returned = { ...cashout, sent: usd(90), received: usd(91), isChargedOn: false, payoutAccountId };
    expect(() => outboundReturned(returned)).toThrow(expect.objectContaining({ code: "return_exceeds_sent" }));
  });

  test("never touch a second merchant", () => {
    const resolved = () => gatewayDifferenceResolved({ ...g, shortfall: usd(7), cause: "mer:m2:available:USD" });
    expect(resolved).toThrow(expect.objectContaining({ code: "merchants_mixed" }));
  });

  test("are not reversed twice through their reversal", () => {
    expect(() => reversal(reversal(paymentCaptured({ ...g, amount })))).toThrow(
      expect.objectContaining({ code: "reversal_invalid" }),
    );
  });
});
