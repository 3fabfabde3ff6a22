import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { factsOf } from "@countinghouse/contract/kit/field.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { capture } from "@countinghouse/contract/payments/capture/capture.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import type { ListWork } from "./list-bench.ts";
import { accountOf, appAt, gatewayAt, merchantAt, rareValues } from "./order-rows.ts";

type OrderFilter = keyof (typeof coinOrder.operations)["page"]["list"]["filters"] & string;
type AttemptFilter = keyof (typeof paymentAttempt.operations)["page"]["list"]["filters"] & string;
type Values = Readonly<Record<string, object>>;

/** An order with all its parts. */
export interface Sought {
  readonly id: string;
  readonly merchantId: string;
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  readonly transactionNo: string;
  readonly attemptNo: string;
  readonly email: string;
  readonly ip: string;
  readonly cardBin: string;
  readonly cardLast4: string;
}

/** The callers, their targets and cursors. */
export interface OrderAsking {
  readonly platform: ListWork["session"];
  readonly merchant: ListWork["session"];
  readonly sought: Sought;
  readonly deepCursor: string;
  /** The month before the last, and the year that the orders span. */
  readonly month: readonly [string, string];
  readonly year: readonly [string, string];
}

/** Every filter the list of orders offers, with a value that many have and one that hardly any has. */
const orderFilters = ({ sought, month }: OrderAsking) =>
  ({
    mode: { live: { mode: "live" }, test: { mode: "test" } },
    paidTime: { "a month": { paidTimeRange: month } },
    orderTime: { "a month": { orderTimeRange: month }, "until a month": { orderTimeRange: [null, month[0]] } },
    merchantId: {
      large: { merchantId: [merchantAt(1)] },
      small: { merchantId: [merchantAt(490)] },
      two: { merchantId: [merchantAt(40), merchantAt(300)] },
    },
    appId: { many: { appId: appAt(1) }, few: { appId: appAt(rareValues.app) } },
    orderNo: { one: { orderNo: sought.orderNo }, none: { orderNo: "OR20200101ZZZZZZZZZZ" } },
    merchantOrderNo: { one: { merchantOrderNo: sought.merchantOrderNo } },
    transactionNo: { one: { transactionNo: sought.transactionNo } },
    status: {
      many: { status: ["paid"] },
      few: { status: ["pending"] },
      "few of two": { status: ["created", "awaiting"] },
    },
    awaitingReason: { few: { awaitingReason: ["review"] } },
    refundStatus: {
      many: { refundStatus: ["none"] },
      few: { refundStatus: ["full"] },
      none: { refundStatus: ["processing"] },
    },
    disputeStatus: { few: { disputeStatus: ["pending"] }, "few of two": { disputeStatus: ["win", "lost"] } },
    settlementStatus: { many: { settlementStatus: ["settled"] }, few: { settlementStatus: ["unsettled"] } },
    type: { many: { type: ["one_time"] }, few: { type: ["moto"] }, none: { type: ["subscription_renewal"] } },
    origin: { many: { origin: ["platform"] }, none: { origin: ["import"] } },
    gatewayId: { many: { gatewayId: gatewayAt(3) }, few: { gatewayId: gatewayAt(rareValues.gateway) } },
    gatewayAccountId: {
      many: { gatewayAccountId: accountOf(3) },
      few: { gatewayAccountId: accountOf(rareValues.gateway) },
    },
    paymentMethod: { many: { paymentMethod: ["card_visa"] }, few: { paymentMethod: [rareValues.paymentMethod] } },
    currency: { many: { currency: ["EUR"] }, few: { currency: [rareValues.currency] } },
    amount: {
      many: { amountRange: { currency: "EUR", from: "1000", to: "5000" } },
      few: { amountRange: { currency: "EUR", from: "199990", to: "199995" } },
    },
    email: {
      exact: { email: sought.email },
      prefix: { email: "emma.smith1" },
      "prefix of many": { email: "em" },
      few: { email: rareValues.email },
    },
    country: { many: { country: ["DE"] }, few: { country: [rareValues.country] } },
    cardBin: { many: { cardBin: sought.cardBin }, few: { cardBin: rareValues.cardBin } },
    cardLast4: { some: { cardLast4: sought.cardLast4 } },
    ip: { some: { ip: sought.ip }, none: { ip: "203.0.113.9" } },
    riskDecision: { many: { riskDecision: ["allow"] }, few: { riskDecision: ["reject"] } },
    domain: { many: { domain: "shop1.example" }, few: { domain: rareValues.domain } },
    isDeclined: { declined: { isDeclined: true } },
    failureCode: { many: { failureCode: ["do_not_honor"] }, few: { failureCode: [rareValues.failureCode] } },
  }) satisfies Record<OrderFilter, object> as Readonly<Record<string, Values>>;

const attemptFilters = ({ sought, month }: OrderAsking) =>
  ({
    mode: { test: { mode: "test" } },
    startedTime: { "a month": { startedTimeRange: month } },
    merchantId: { large: { merchantId: [merchantAt(1)] }, small: { merchantId: [merchantAt(490)] } },
    orderNo: { one: { orderNo: sought.orderNo } },
    attemptNo: { one: { attemptNo: sought.attemptNo } },
    gatewayAccountId: { many: { gatewayAccountId: accountOf(3) }, few: { gatewayAccountId: accountOf(21) } },
    paymentMethod: { many: { paymentMethod: ["card_visa"] }, few: { paymentMethod: [rareValues.paymentMethod] } },
    status: { many: { status: ["captured"] }, few: { status: ["submitting"] }, none: { status: ["unknown"] } },
    declineCode: { many: { declineCode: ["do_not_honor"] }, few: { declineCode: [rareValues.failureCode] } },
    cardBrand: { many: { cardBrand: ["visa"] }, none: { cardBrand: ["diners"] } },
    cardCountry: { many: { cardCountry: ["DE"] }, none: { cardCountry: ["IS"] } },
    latencyMs: { many: { latencyMsRange: [0, 500] }, few: { latencyMsRange: [3_075, null] } },
  }) satisfies Record<AttemptFilter, object> as Readonly<Record<string, Values>>;

/** Common combinations of filters. */
const combinations = ({ sought, month }: OrderAsking): Values => ({
  "merchant, status and month": { merchantId: [merchantAt(1)], status: ["failed"], orderTimeRange: month },
  "small merchant, status and month": { merchantId: [merchantAt(490)], status: ["failed"], orderTimeRange: month },
  "last four and BIN": { cardLast4: sought.cardLast4, cardBin: sought.cardBin },
  "status, country and method": { status: ["failed"], country: ["DE"], paymentMethod: ["alipay"] },
  "currency, amount and month": { amountRange: { currency: "USD", from: "10000", to: "20000" }, orderTimeRange: month },
  "merchant and e-mail": { merchantId: [merchantAt(1)], email: "emma.smith1" },
  "gateway, failure and month": { gatewayId: gatewayAt(3), failureCode: ["do_not_honor"], orderTimeRange: month },
  "two that never meet": { status: ["paid"], failureCode: ["do_not_honor"] },
});

const own = /coin_orders|order_|payment_attempts|captures|ledger_/;
const named = (filters: Readonly<Record<string, Values>>): [string, object][] =>
  Object.entries(filters).flatMap(([filter, values]) =>
    Object.entries(values).map(([kind, input]): [string, object] => [`${filter}, ${kind}`, input]),
  );
const crowdedFilters = /^(orderNo, one|email, prefix$|merchantId, large|country, many|status, many)/;

/** Whether a merchant's users may filter by the field. */
const isAskedByMerchants = (filter: string): boolean => {
  const field = filter.split(",")[0] as keyof typeof coinOrder.record.shape;
  const schema = coinOrder.record.shape[field];
  return schema === undefined || factsOf(schema).readers !== "operator";
};

/** Every filter, every sort both ways, combinations, and a deep page, as an operator and as a merchant. */
export function orderListWorks(asking: OrderAsking): ListWork[] {
  const { platform, merchant, deepCursor } = asking;
  const page = (name: string, input: object, more: Partial<ListWork> = {}): ListWork => ({
    name,
    resource: coinOrder,
    operation: "page",
    input: input as ListWork["input"],
    statements: own,
    session: platform,
    ...more,
  });
  const { sortBy } = coinOrder.operations.page.list;
  const sorts = sortBy.flatMap((field) => (["asc", "desc"] as const).map((order) => ({ field, order })));
  const filters = named(orderFilters(asking));
  return [
    page("first page, newest first", {}, { isCrowded: true }),
    page("first page, compressed", {}, { compressed: true }),
    page("beyond row 10,000, by cursor", { cursor: deepCursor }, { isCrowded: true }),
    ...filters.map(([name, input]) => page(name, input, { isCrowded: crowdedFilters.test(name) })),
    ...Object.entries(combinations(asking)).map(([name, input]) => page(name, input)),
    ...sorts.map((sort) => page(`sort ${sort.field} ${sort.order}`, sort, { isCrowded: sort.order === "asc" })),
    ...sorts.map((sort) => page(`sort ${sort.field} ${sort.order}, failed`, { ...sort, status: ["failed"] })),
    page("merchant: first page", {}, { session: merchant, isCrowded: true }),
    ...filters
      .filter(([name]) => !name.startsWith("merchantId") && isAskedByMerchants(name))
      .map(([name, input]) => page(`merchant: ${name}`, input, { session: merchant })),
    ...sorts.map((sort) => page(`merchant: sort ${sort.field} ${sort.order}`, sort, { session: merchant })),
  ];
}

/** Totals, one order, attempts, journals, and the figures of the home page. */
export function orderReadWorks(asking: OrderAsking): ListWork[] {
  const { platform, merchant, sought, month, year } = asking;
  const asked = (resource: Resource, operation: string, name: string, input: object, more: Partial<ListWork> = {}) => ({
    name: `${resource.name}.${operation}${name === "" ? "" : `, ${name}`}`,
    resource,
    operation,
    input: input as ListWork["input"],
    statements: own,
    session: platform,
    ...more,
  });
  const [from, to] = year;
  const before = new Date(2 * Date.parse(from) - Date.parse(to)).toISOString();
  const totals: Values = {
    everything: {},
    "a month": { orderTimeRange: month },
    "large merchant": { merchantId: [merchantAt(1)] },
    failed: { status: ["failed"] },
    "status, country and method": { status: ["failed"], country: ["DE"], paymentMethod: ["alipay"] },
  };
  const both = (resource: Resource, operation: string, input: object): ListWork[] => [
    asked(resource, operation, "a year", input, { isCrowded: true }),
    asked(resource, operation, "a year, merchant", input, { session: merchant }),
  ];
  const byId = { id: sought.id };
  return [
    ...["summary", "statusCount"].flatMap((operation) => [
      ...Object.entries(totals).map(([name, input]) => asked(coinOrder, operation, name, input)),
      asked(coinOrder, operation, "merchant", {}, { session: merchant }),
    ]),
    asked(coinOrder, "detail", "", byId, { isCrowded: true }),
    asked(coinOrder, "timeline", "", byId),
    asked(coinOrder, "explain", "", byId, { isCrowded: true }),
    asked(coinOrder, "find", "order number", { text: sought.orderNo }),
    asked(coinOrder, "find", "amount", { text: "1234.56" }),
    asked(paymentAttempt, "page", "newest first", {}, { isCrowded: true }),
    ...named(attemptFilters(asking)).map(([name, input]) => asked(paymentAttempt, "page", name, input)),
    asked(paymentAttempt, "page", "slowest first", { field: "latencyMs", order: "desc" }),
    asked(paymentAttempt, "page", "quickest first", { field: "latencyMs", order: "asc" }),
    asked(paymentAttempt, "page", "merchant", {}, { session: merchant }),
    asked(capture, "page", "newest first", {}, { isCrowded: true }),
    asked(capture, "page", "order", { orderNo: sought.orderNo }),
    asked(capture, "page", "merchant", {}, { session: merchant }),
    asked(ledger, "page", "newest first", {}, { isCrowded: true }),
    asked(ledger, "page", "large merchant", { merchantId: merchantAt(1) }),
    asked(ledger, "page", "of an order", { orderId: sought.id }),
    asked(merchantBalance, "page", "", {}),
    ...both(orderStats, "figures", { before, from, to, step: "day", timeZone: "Asia/Shanghai" }),
    asked(orderStats, "figures", "a year, Kathmandu", { before, from, to, step: "day", timeZone: "Asia/Kathmandu" }),
    ...both(orderStats, "conversion", { from, to }),
    ...both(orderStats, "methods", { from, to }),
    ...both(orderStats, "countries", { from, to }),
  ];
}
