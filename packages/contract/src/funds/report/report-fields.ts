import { z } from "zod";
import type { ValueOf } from "../../kit/enumeration.ts";
import { Day, Flag, field, Instant, Integer } from "../../kit/field.ts";
import { query } from "../../kit/operation.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { Country, Currency, CurrencyCode, TimeZone } from "../../payment-fields.ts";
import { reference, storedReference } from "../../references.ts";
import { RateSource } from "../rate/rate.ts";
import { ReportGroup } from "./report-enumerations.ts";

/** The longest period of a report, in days. */
export const reportDays = 400;
/** The longest period that is read from orders and postings themselves, in days. */
export const factDays = 100;

const sum = field(z.string().regex(/^-?\d{1,30}$/), { kind: "money", currencyField: "currency" });
/** A share in millionths, which may be above the whole; null where nothing is divided by nothing. */
const share = field(z.number().int(), { kind: "integer", isShare: true }).nullable();

/** What a report says of a group, in one currency (acquiring 8.2). Rates are of sums, never means of rates. */
export const reportFigures = {
  orderCount: Integer,
  /** Of the orders made, those refused before they were tried. */
  rejectedCount: Integer,
  /** Of the orders made, those that reached a gateway. */
  attemptedCount: Integer,
  /** Of the orders made, those paid since. */
  cohortPaidCount: Integer,
  /** Orders paid in the period, whenever they were made. */
  paidCount: Integer,
  /** Of the orders tried, those paid since. */
  paySuccessRate: share,
  /** Of the orders made, those paid since. */
  conversionRate: share,
  /** Of what issuers decided, what they approved. */
  attemptApprovalRate: share,
  /** Of the orders tried, those paid by their first attempt. */
  firstTryApprovalRate: share,
  /** What was captured in the period. */
  salesAmount: sum,
  averageTicket: sum.nullable(),
  refundCount: Integer,
  refundAmount: sum,
  /** Orders of which something was refunded for the first time, of the orders paid. */
  refundRate: share,
  refundAmountRate: share,
  /** Cases in which the scheme took the money. */
  disputeCount: Integer,
  disputeAmount: sum,
  disputeRate: share,
  disputeWinRate: share,
  /** Sales less refunds and lost disputes. */
  netSales: sum,
  /** Everything we earn, without tax. */
  feeAmount: operatorOnly(sum),
  /** What gateways kept for payments of merchants, and what else was spent on them. */
  gatewayCost: operatorOnly(sum),
  /** What the house bears: fees of accounts, and differences that nobody else paid for. */
  houseCost: operatorOnly(sum),
  /** Income less cost, in the currency of the sale: what was charged in another one, by the rate of its capture. */
  margin: operatorOnly(sum),
  avgLatencyMs: operatorOnly(Integer),
  /** Of the attempts sent, those that failed technically or were never answered. */
  errorRate: operatorOnly(share.unwrap()),
};

/** The figures of the table on the screen, in its order; a file begins with them. */
export const shownFigures = [
  "salesAmount",
  "orderCount",
  "paidCount",
  "paySuccessRate",
  "refundCount",
  "refundRate",
  "disputeRate",
  "gatewayCost",
  "houseCost",
  "margin",
] as const satisfies readonly (keyof typeof reportFigures)[];

/** The figures of a period in one currency, and those of the period before it. */
const compared = { currency: CurrencyCode, ...reportFigures };
const Before = z.object(reportFigures).nullable();

/** What a row stands for: what it is not grouped by is null, and an empty text is none (no gateway, no domain). */
const named = {
  date: Day.nullable(),
  gatewayId: operatorOnly(storedReference("gateway")),
  gatewayName: operatorOnly(z.string()),
  gatewayAccountId: operatorOnly(storedReference("gatewayAccount")),
  gatewayAccountName: operatorOnly(z.string()),
  merchantId: field(z.string(), { kind: "id" }).nullable(),
  merchantName: z.string().nullable(),
  domain: z.string().nullable(),
  paymentMethod: storedReference("paymentMethodCode").nullable(),
};

/** One group of a report in one currency. */
export const ReportRow = z.object({ ...named, ...compared, before: Before });
export type ReportRow = z.output<typeof ReportRow>;

/** Everything in one currency. */
export const ReportTotal = z.object({ ...compared, before: Before });
export type ReportTotal = z.output<typeof ReportTotal>;

/** A report in one currency, whatever its payments were in: each day's amounts by the mid rate of that day in UTC. */
export const ReportBase = z.object({
  currency: CurrencyCode,
  /** Where the rates of each currency are from, and from when to when they held. */
  rates: z.array(
    z.object({ currency: CurrencyCode, sources: z.array(RateSource.schema), firstTime: Instant, lastTime: Instant }),
  ),
  /** The rows in their own currencies, and in the same order what each of them comes to in the one. */
  originals: z.array(ReportRow),
  converted: z.array(ReportTotal),
});
export type ReportBase = z.output<typeof ReportBase>;

/** When a report is of, as it is printed on it. */
export const reportFrame = {
  mode: PaymentMode.schema,
  /** The zone that its days are those of. */
  timeZone: z.string(),
  fromDay: Day,
  /** The last day, included. */
  toDay: Day,
  from: Instant,
  to: Instant,
  beforeFromDay: Day,
  beforeToDay: Day,
  /** The instant whose knowledge it shows. */
  asOf: Instant,
  /** Up to when it was added up: null where it was read from orders and postings as they are. */
  countedUntil: Instant.nullable(),
};

const of = (schema: z.ZodType<string, string>) => field(z.array(schema).max(100), { kind: "list" }).nullish();

/** What a report is asked for. An empty list is no filter. */
export const reportInput = {
  mode: PaymentMode.schema.default("live"),
  fromDay: Day,
  toDay: Day,
  /** The merchant's own zone to whoever signs in for one, UTC to others, unless told. */
  timeZone: TimeZone.nullish(),
  /** As it would have been answered then. */
  asOf: Instant.nullish(),
  merchantId: field(z.array(MerchantId).max(100), { kind: "list" }).nullish(),
  gatewayId: reference("gateway").nullish(),
  gatewayAccountId: reference("gatewayAccount").nullish(),
  appId: reference("coinApp").nullish(),
  /** A host; empty for orders that named none. */
  domain: field(z.string().trim().toLowerCase().max(253), { kind: "text" }).nullish(),
  currency: field(z.array(Currency).max(60), { kind: "list" }).nullish(),
  paymentMethod: of(reference("paymentMethodCode")),
  cardBrand: of(field(z.string().trim().max(32), { kind: "code" })),
  country: of(Country),
};

/** In which rows, totals and steps are added up over all currencies; each currency stays apart where none is named. */
const baseCurrency = Currency.nullish();

/** Files a report can be had as. */
export const ReportFormat = z.enum(["csv", "xlsx", "pdf"]);
export type ReportFormat = z.output<typeof ReportFormat>;

/** A step of the chart in one currency; steps without anything are left out. */
export const ReportPoint = z.object({
  date: Day,
  currency: CurrencyCode,
  orderCount: Integer,
  paidCount: Integer,
  salesAmount: sum,
  refundAmount: sum,
});
export type ReportPoint = z.output<typeof ReportPoint>;

/** What a report says beside what the ledger says of the same, in one currency. */
export const ReportProof = z.object({
  currency: CurrencyCode,
  measure: z.enum(["salesAmount", "refundAmount", "disputeAmount", "feeAmount", "gatewayCost", "houseCost"]),
  report: sum,
  ledger: sum,
  /** Journals that the ledger's sum is of. */
  journals: Integer,
  isEqual: Flag,
});
export type ReportProof = z.output<typeof ReportProof>;

/** Why a report is not made. */
export const reportRefusals = [
  "spanReversed",
  "spanTooLong",
  "factsTooLong",
  "asOfAhead",
  "operatorsAlone",
  "rateMissing",
] as const;

/** What is true of these refusals, for each resource of reports. */
export const reportRefusalFacts = {
  spanReversed: { status: 422, field: "toDay" },
  spanTooLong: { status: 422, field: "toDay" },
  factsTooLong: { status: 422, field: "toDay" },
  asOfAhead: { status: 422, field: "asOf" },
  operatorsAlone: { status: 403 },
  rateMissing: { status: 422, field: "baseCurrency" },
} as const;

/** What rows may stand for. */
export type ReportGrouping = ValueOf<typeof ReportGroup>;

/** The operations of a report whose rows stand for one of `groups`. */
export const reportOperations = (groups: readonly [ReportGrouping, ...ReportGrouping[]]) => {
  const GroupBy = field(z.enum(groups), { kind: "enumeration", enumeration: ReportGroup });
  /** The first that the reader may see, unless told. */
  const asked = { ...reportInput, groupBy: GroupBy.nullish(), baseCurrency };
  const options = { method: "POST", staleOk: true, refusals: reportRefusals } as const;
  return {
    /** A row for each group and currency, the largest first, with totals per currency; both beside the period before. */
    page: query(
      z.object({ ...asked, compare: Flag.default(true) }),
      z.object({
        ...reportFrame,
        groupBy: GroupBy,
        rows: z.array(ReportRow),
        totals: z.array(ReportTotal),
        /** Where rows and totals are in one currency: how they came to be. */
        base: ReportBase.nullable(),
      }),
      options,
    ),
    /** The same step by step, beside the period before. */
    trend: query(
      z.object({ ...reportInput, baseCurrency, step: z.enum(["day", "week", "month"]).default("day") }),
      z.object({
        ...reportFrame,
        steps: z.array(Day),
        stepsBefore: z.array(Day),
        points: z.array(ReportPoint),
        pointsBefore: z.array(ReportPoint),
      }),
      options,
    ),
    /** The totals beside what the ledger says of the same, read from its postings alone. */
    prove: query(z.object(reportInput), z.object({ ...reportFrame, proofs: z.array(ReportProof) }), options),
    /** The report as a file in the reader's language; tables say the period before and the change as well, unless told. */
    download: query(z.object({ ...asked, compare: Flag.default(true), format: ReportFormat }), z.unknown(), {
      ...options,
      answer: "file",
    }),
  };
};
