import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, doerName, field, Instant, Integer, Version } from "../../kit/field.ts";
import { between, exact, numbered, oneOf } from "../../kit/list.ts";
import { command, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { amounts, CurrencyCode, idOf, modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { ofRealMoney, type SecondPersonPolicy, whereChanged } from "../../platform/second-person.ts";
import { reference, storedReference } from "../../references.ts";
import { AccountCode, Reason } from "../ledger/ledger-fields.ts";
import { ReconId } from "./recon.ts";
import {
  ReconItemStatus,
  ReconLineType,
  ReconMatch,
  ReconRefType,
  ReconResolution,
  SuspenseCause,
} from "./recon-enumerations.ts";
import { reconItemMessages } from "./recon-item.messages.ts";

/** Id of a line: made by the server. */
export const ReconItemId = idOf("rci");
const amount = signedAmountIn("currency");
const listed = signedAmountIn("netCurrency");
const ours = signedAmountIn("ourCurrency");
const words = z.string().nullable();

/** Lines that are ended at once. */
export const reconItemsMax = 200;

/** One line of a settlement file beside what our books say, or what a file lacks. */
export const ReconItem = z.object({
  id: ReconItemId,
  batchId: ReconId,
  reconNo: Code,
  mode: PaymentMode.schema,
  gatewayAccountId: storedReference("gatewayAccount"),
  gatewayAccountName: z.string(),
  /** Line of the file, the heading being 1; none for what the file lacks. */
  lineNo: Integer.nullable(),
  type: ReconLineType.schema,
  /** The gateway's number of the payment, ours of the order or refund, and the gateway's of the refund. */
  upstreamRef: Code,
  merchantRef: Code,
  modificationRef: Code,
  paymentMethod: Code.nullable(),
  itemTime: Instant.nullable(),
  bookingDate: Day,
  /** In which the file is settled, in which the line was taken, and in which its amounts are. */
  currency: CurrencyCode,
  lineCurrency: Code,
  netCurrency: CurrencyCode,
  grossAmount: listed,
  interchangeAmount: listed,
  schemeFeeAmount: listed,
  markupAmount: listed,
  feeAmount: listed,
  netAmount: listed,
  ourMerchantId: MerchantId.nullable(),
  merchantName: words,
  ourRefType: ReconRefType.schema.nullable(),
  ourRefId: Code.nullable(),
  ourRefNo: Code.nullable(),
  orderId: Code.nullable(),
  orderNo: Code.nullable(),
  ourCurrency: CurrencyCode.nullable(),
  ourGrossAmount: ours.nullable(),
  ourFeeAmount: ours.nullable(),
  ourTime: Instant.nullable(),
  expectedDate: Day.nullable(),
  matchStatus: ReconMatch.schema.nullable(),
  /** The net of the file less ours as they were found. */
  difference: amount,
  /** What of it was booked to cost, and what stands in suspense: more than none for what we are short of. */
  truedAmount: amount,
  suspenseAmount: amount,
  status: ReconItemStatus.schema,
  resolution: ReconResolution.schema.nullable(),
  remark: words,
  resolveUserName: doerName(),
  resolveTime: Instant.nullable(),
  since: Instant,
  version: Version,
});
export type ReconItem = z.output<typeof ReconItem>;

/** One posting that a resolution would make. */
const Planned = z.object({
  event: Code,
  merchantName: words,
  debitAccount: AccountCode,
  creditAccount: AccountCode,
  currency: CurrencyCode,
  amount,
});

/** Types of lines that are about the account itself: what they take is cost, whoever's. */
const ofAccount: readonly ReconItem["type"][] = ["fee", "invoice_deduction", "manual_correction"];

/** What of a line decides whether it can be booked as cost. */
type Costing = Pick<ReconItem, "lineNo" | "type" | "ourRefType" | "currency" | "netCurrency" | "matchStatus">;

/** Whether what a line differs by may be cost: one that the file has, in its own currency, of a record of ours or the account. */
export const mayBeCost = ({ lineNo, type, ourRefType, currency, netCurrency }: Omit<Costing, "matchStatus">): boolean =>
  lineNo !== null && netCurrency === currency && (ourRefType !== null || ofAccount.includes(type));

/** Whether people may book a line to cost: a payment that is listed twice, or is not ours to have, is none. */
export const bearsCost = ({ matchStatus, ...line }: Costing): boolean =>
  mayBeCost(line) && matchStatus !== "duplicate" && matchStatus !== "status_mismatch";

/** What of a line decides whether it can be given back to a merchant. */
type Returning = Pick<
  ReconItem,
  "lineNo" | "type" | "ourRefType" | "currency" | "netCurrency" | "lineCurrency" | "matchStatus" | "grossAmount"
> & { readonly ourGrossAmount: string | null };

/** Whether a line is the whole of a refund of ours that came back, of which our books do not know: its merchant's money. */
export const returnsRefund = (line: Returning): boolean =>
  line.lineNo !== null &&
  line.type === "refund_reversed" &&
  line.ourRefType === "refund_reversal" &&
  line.matchStatus === "status_mismatch" &&
  line.netCurrency === line.currency &&
  line.lineCurrency === line.currency &&
  line.grossAmount === line.ourGrossAmount;

/** What a resolution would book, and what is then left to explain of the file. */
export const ReconPlan = z.object({
  count: Integer,
  currency: CurrencyCode,
  /** The sum of the differences that it ends. */
  amount,
  openBefore: amount,
  openAfter: amount,
  openCountAfter: Integer,
  postings: z.array(Planned),
  /** Whether a second person has to agree. */
  takesTwo: z.boolean(),
});
export type ReconPlan = z.output<typeof ReconPlan>;

/** A record of ours that a line could stand against. */
export const ReconCandidate = z.object({
  ourRefType: ReconRefType.schema,
  ourRefId: Code,
  ourRefNo: Code,
  merchantId: MerchantId,
  merchantName: words,
  orderNo: Code.nullable(),
  currency: CurrencyCode,
  grossAmount: amount,
  time: Instant,
  cardLast4: Code.nullable(),
});
export type ReconCandidate = z.output<typeof ReconCandidate>;

const spec = {
  filters: {
    mode: modeFilter,
    batchId: exact(ReconId),
    gatewayAccountId: oneOf(reference("gatewayAccount")),
    status: oneOf(ReconItemStatus.schema),
    matchStatus: oneOf(ReconMatch.schema),
    type: oneOf(ReconLineType.schema),
    upstreamRef: exact(field(z.string().trim().max(64), { kind: "code" })),
    orderNo: numbered("OR"),
    difference: amounts("currency"),
    bookingDate: between(Day),
  },
  sortBy: ["bookingDate", "since", "lineNo"],
  defaultSort: { field: "since", order: "asc" },
} as const;

const Several = z
  .array(z.object({ id: ReconItemId, version: Version }))
  .min(1)
  .max(reconItemsMax);
const Ended = z.enum(["adjust_cost", "suspense", "ignore_within_tolerance", "claim", "merchant"]);

const size = (value: unknown): bigint => {
  const minor = BigInt(String(value ?? 0));
  return minor < 0n ? -minor : minor;
};

/**
 * For differences of real money that are ended by one deed: above the limit of their gateway account, whether one line is
 * or all of them together are, with what the same person ended alone of the account over the day before.
 */
export const aboveLimit: SecondPersonPolicy = (changes) => {
  const rows = changes.flatMap(({ table, before, after }) =>
    table === "reconItems" && after !== null && ofRealMoney(after) && before?.status !== after.status ? [after] : [],
  );
  const sum = rows.reduce((total, row) => total + size(row.difference), 0n);
  return sum > 0n && rows.some((row) => sum + size(row.endedBefore) > size(row.approvalLimit));
};

/** For lines of real money that are given back to a merchant, however little it is. */
export const endsForMerchant: SecondPersonPolicy = whereChanged(
  "reconItems",
  ["resolution"],
  (row) => ofRealMoney(row) && row.resolution === "merchant",
);

/** For what ends lines: above the limit, or in favour of a merchant. */
export const endsByTwo: SecondPersonPolicy = (changes) => aboveLimit(changes) || endsForMerchant(changes);

export const reconItem = defineResource({
  name: "reconItem",
  record: ReconItem,
  for: "operator",
  refusals: {
    invalidTransition: { status: 409 },
    batchClosed: { status: 409 },
    mixed: { status: 422, field: "items" },
    repeated: { status: 422, field: "items" },
    noCounterpart: { status: 422, field: "resolution" },
    exceedsTolerance: { status: 422, field: "resolution" },
    nothingToBook: { status: 422, field: "resolution" },
    counterpartUnknown: { status: 422, field: "ourRefId" },
    counterpartTaken: { status: 409, field: "ourRefId" },
    costBooked: { status: 409 },
    notALine: { status: 422 },
    noRefund: { status: 422 },
    refundNotPaid: { status: 409 },
    altered: { status: 409 },
  },
  operations: {
    /** Lines of one mode, live unless told; those of one file where it is named. */
    page: list(ReconItem, spec),
    detail: query(z.object({ id: ReconItemId }), ReconItem),
    /** What ending differences would book. Books nothing. */
    plan: query(
      z.object({ ids: z.array(ReconItemId).min(1).max(reconItemsMax), resolution: Ended.or(SuspenseCause.schema) }),
      ReconPlan,
      {
        method: "POST",
        refusals: [
          "invalidTransition",
          "mixed",
          "noCounterpart",
          "exceedsTolerance",
          "nothingToBook",
          "noRefund",
          "refundNotPaid",
        ],
      },
    ),
    /** Records of ours that nothing stands against, of the same amount within three days. */
    candidates: query(z.object({ id: ReconItemId }), z.array(ReconCandidate), { refusals: ["notALine"] }),
    /** Ends differences of one cause, of one file and currency. */
    resolve: command(z.object({ items: Several, resolution: Ended, reason: Reason }), z.object({ count: Integer }), {
      stepUp: true,
      secondPerson: endsByTwo,
      refusals: [
        "invalidTransition",
        "batchClosed",
        "mixed",
        "repeated",
        "noCounterpart",
        "exceedsTolerance",
        "nothingToBook",
        "noRefund",
        "refundNotPaid",
        "altered",
      ],
    }),
    /** Lets a line stand against a record of ours that somebody found; what still differs stays open. */
    rematch: command(
      z.object({
        id: ReconItemId,
        version: Version,
        ourRefType: z.enum(["capture", "refund", "refund_reversal", "due"]),
        ourRefId: z.string().max(64),
        reason: Reason,
      }),
      z.object({ status: ReconItemStatus.schema }),
      {
        stepUp: true,
        secondPerson: aboveLimit,
        refusals: [
          "invalidTransition",
          "batchClosed",
          "notALine",
          "counterpartUnknown",
          "counterpartTaken",
          "costBooked",
          "altered",
        ],
      },
    ),
    /** Books what stands in suspense to the account of its cause. */
    settle: command(
      z.object({ items: Several, cause: SuspenseCause.schema, reason: Reason }),
      z.object({ count: Integer }),
      {
        stepUp: true,
        secondPerson: endsByTwo,
        refusals: ["invalidTransition", "mixed", "repeated", "noRefund", "refundNotPaid", "altered"],
      },
    ),
    export: exportOf(spec),
  },
  menu: { path: "/finance/recon-item", component: "recon/recon-item.list", icon: "list-checks", order: 146 },
  messages: reconItemMessages,
});
