import { columnDifferences, rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";

/** Columns that an order repeats from the attempt it was begun or paid with. */
const route = ["payment_method", "method_category", "channel_id", "gateway_id", "gateway_account_id"] as const;
/** Columns that it repeats from the payment, where known by then. */
const means = [
  "transaction_no",
  "card_brand",
  "card_bin",
  "card_last4",
  "card_country",
  "card_fingerprint",
  "three_ds",
] as const;

type Try = Readonly<Record<(typeof route)[number] | (typeof means)[number] | "status", string | null>>;

/** An order's outcome columns, and what its attempts, captures, refunds, lines and timeline tell about them. */
export interface OrderOutcome {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly capturedAmount: string;
  readonly authorizedAmount: string;
  readonly refundedAmount: string;
  readonly disputedAmount: string;
  readonly refundStatus: string;
  readonly disputeStatus: string;
  readonly settlementStatus: string;
  readonly fxQuoteId: string | null;
  readonly paymentMethod: string | null;
  readonly methodCategory: string | null;
  readonly channelId: string | null;
  readonly gatewayId: string | null;
  readonly gatewayAccountId: string | null;
  readonly transactionNo: string | null;
  readonly cardBrand: string | null;
  readonly cardBin: string | null;
  readonly cardLast4: string | null;
  readonly cardCountry: string | null;
  readonly cardFingerprint: string | null;
  readonly threeDs: string | null;
  readonly captureDeadline: string | null;
  readonly expireTime: string;
  readonly riskDecision: string;
  readonly riskScore: number | null;
  readonly lateSuccess: boolean;
  readonly paidTime: string | null;
  readonly canceledTime: string | null;
  readonly timelineSeq: number;
  /** First one first. */
  readonly tries: readonly Try[];
  readonly toldPaid: string | null;
  readonly toldCanceled: string | null;
  readonly isAuthorized: boolean;
  readonly toldLate: boolean;
  readonly toldEntries: number;
  readonly lastCaptured: string | null;
  /** Number of successful captures. */
  readonly captures: number;
  readonly isRefunding: boolean;
  readonly hasLines: boolean;
  readonly hasOpenLines: boolean;
}

/** Differences between the outcome columns of orders and the rows that they repeat. */
export const outcomeFindings = (orders: readonly OrderOutcome[]): Finding[] =>
  orders.flatMap((order) => {
    const place = { law: "order_booked", table: "coin_orders", key: order.id } as const;
    return [...columnDifferences(place, repeated(order)), ...stateFindings(place, order), ...tryFindings(place, order)];
  });

function repeated(order: OrderOutcome) {
  return {
    authorized_amount: [order.isAuthorized ? order.amount : "0", order.authorizedAmount],
    // An authorised order expires with its authorisation.
    capture_deadline: [order.isAuthorized ? order.expireTime : null, order.captureDeadline],
    // For an order without a timeline, from its payment.
    paid_time: [order.toldPaid ?? (order.paidTime && order.lastCaptured), order.paidTime],
    canceled_time: [order.toldCanceled, order.canceledTime],
    // A paid order keeps its status.
    status: [order.paidTime === null ? order.status : "paid", order.status],
    late_success: [String(order.toldLate), String(order.lateSuccess)],
    timeline_seq: [order.toldEntries, order.timelineSeq],
    // Nothing writes these columns yet: code that does must be checked here.
    disputed_amount: ["0", order.disputedAmount],
    dispute_status: ["none", order.disputeStatus],
    risk_decision: ["allow", order.riskDecision],
    risk_score: [null, order.riskScore],
    fx_quote_id: [null, order.fxQuoteId],
  } as const;
}

/** Derived statuses, each with the values that the order may have. */
function stateFindings(place: FindingPlace, order: OrderOutcome): Finding[] {
  const allowed = (column: string, states: readonly string[], found: string) =>
    states.includes(found) ? [] : [rowFinding(place, column, [states.join(" "), found])];
  return [
    ...allowed("refund_status", refundStates(order), order.refundStatus),
    ...allowed("settlement_status", settlementStates(order), order.settlementStatus),
  ];
}

function refundStates({ isRefunding, refundedAmount, capturedAmount, captures }: OrderOutcome): readonly string[] {
  if (isRefunding) return ["processing"];
  if (refundedAmount === "0") return ["none"];
  if (BigInt(refundedAmount) >= BigInt(capturedAmount)) return ["full"];
  // Another part may have been captured before the return.
  return captures > 1 ? ["partial", "full"] : ["partial"];
}

/** A job marks an order as settled when all its lines are. */
function settlementStates({ capturedAmount, hasLines, hasOpenLines }: OrderOutcome): readonly string[] {
  if (capturedAmount === "0") return ["none"];
  return hasLines && !hasOpenLines ? ["settled", "unsettled"] : ["unsettled"];
}

/** An order repeats the attempt that paid it; before that, one that was begun. */
function tryFindings(place: FindingPlace, order: OrderOutcome): Finding[] {
  const said: Try = {
    status: null,
    payment_method: order.paymentMethod,
    method_category: order.methodCategory,
    channel_id: order.channelId,
    gateway_id: order.gatewayId,
    gateway_account_id: order.gatewayAccountId,
    transaction_no: order.transactionNo,
    card_brand: order.cardBrand,
    card_bin: order.cardBin,
    card_last4: order.cardLast4,
    card_country: order.cardCountry,
    card_fingerprint: order.cardFingerprint,
    three_ds: order.threeDs,
  };
  const paying = order.paidTime === null ? [] : order.tries.filter(({ status }) => status === "captured");
  const candidates = paying.length > 0 ? paying : order.tries;
  const nothing = Object.fromEntries([...route, ...means].map((name) => [name, null])) as Try;
  const found = (candidates.length > 0 ? candidates : [nothing]).map((one) => [
    ...columnDifferences(place, Object.fromEntries(route.map((name) => [name, [one[name], said[name]]] as const))),
    // Facts that arrived after the order moved on stay with the attempt.
    ...means.flatMap((name) =>
      said[name] === null || said[name] === one[name] ? [] : [rowFinding(place, name, [one[name], said[name]])],
    ),
  ]);
  return found.find((one) => one.length === 0) ?? found.at(-1) ?? [];
}
