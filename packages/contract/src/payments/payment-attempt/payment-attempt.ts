import { z } from "zod";
import { DeclineCategory, DeclineCode } from "../../decline-codes.ts";
import type { Enumeration } from "../../kit/enumeration.ts";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, Instant, Integer } from "../../kit/field.ts";
import { between, exact, numbered, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMethodCategory, PaymentMode } from "../../payment-enumerations.ts";
import { Country, CountryCode, CurrencyCode, idOf, modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { reference, storedReference } from "../../references.ts";
import { AttemptStatus, AttemptTrigger, ConsentInitiator, ConsentUsage } from "../coin-order/order-enumerations.ts";
import { paymentAttemptMessages } from "./payment-attempt.messages.ts";

/** Id of an attempt: made by the server, sorts by the time it was made. */
export const AttemptId = idOf("att");
const words = z.string().nullable();
/** A code that people read by its word; one of a newer server is shown as it is. */
const wordOf = (enumeration: Enumeration) => field(z.string(), { kind: "enumeration", enumeration });

/** One try of an order to take the money, through one gateway account and one payment method. */
export const PaymentAttempt = z.object({
  id: AttemptId,
  attemptNo: Code,
  orderId: field(z.string(), { kind: "id" }),
  orderNo: Code,
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  seq: Integer,
  status: AttemptStatus.schema,
  trigger: AttemptTrigger.schema,
  /** Over whom a payment went is the operator's to know. */
  gatewayId: operatorOnly(storedReference("gateway")),
  gatewayName: operatorOnly(words),
  gatewayAccountId: operatorOnly(storedReference("gatewayAccount")),
  gatewayAccountName: operatorOnly(words),
  channelId: storedReference("channel").nullable(),
  paymentMethod: storedReference("paymentMethodCode"),
  methodCategory: PaymentMethodCategory.schema,
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
  cardBrand: Code.nullable(),
  cardBin: Code.nullable(),
  cardLast4: Code.nullable(),
  cardCountry: CountryCode.nullable(),
  declineCode: wordOf(DeclineCode).nullable(),
  declineCategory: wordOf(DeclineCategory).nullable(),
  upstreamCode: words,
  upstreamMessage: words,
  transactionNo: Code.nullable(),
  /** What the scheme calls the payment: later payments without the payer name it. */
  schemeTransactionId: Code.nullable(),
  /** By what the gateway knows the card. */
  tokenReference: Code.nullable(),
  /** What the payer agreed to beyond this payment; null where that is nothing. */
  consentInitiator: ConsentInitiator.schema.nullable(),
  consentUsage: ConsentUsage.schema.nullable(),
  consentReference: Code.nullable(),
  /** The gateway took the money a second time; it is to be given back. */
  isDuplicate: Flag,
  startedTime: Instant,
  finishedTime: Instant.nullable(),
  latencyMs: operatorOnly(Integer),
});
export type PaymentAttempt = z.output<typeof PaymentAttempt>;

/** Why an account was chosen, and why each other was not. Costs and scores are the operator's alone. */
export const RouteDecisionView = z.object({
  strategy: z.string(),
  version: z.string().nullable(),
  /** Where the card was issued, as it was known before the call; null where it was not, absent without a card. */
  issuerCountry: CountryCode.nullish(),
  chosen: z.record(z.string(), z.unknown()).nullable(),
  candidates: z.array(z.record(z.string(), z.unknown())),
  excluded: z.array(z.object({ accountId: z.string(), name: z.string(), reason: z.string() })),
});

export type RouteDecisionView = z.output<typeof RouteDecisionView>;

/** Everything about an attempt. */
export const PaymentAttemptDetail = PaymentAttempt.extend({
  routeDecision: operatorOnly(RouteDecisionView),
  authorizedAmount: signedAmountIn("currency"),
  capturedAmount: signedAmountIn("currency"),
  upstreamIntentId: words,
  upstreamAttemptId: words,
  arn: words,
  authCode: words,
  avsResult: words,
  cvcResult: words,
  threeDs: z.record(z.string(), z.unknown()).nullable(),
  merchantAdviceCode: words,
  retryable: Flag.nullable(),
  retryAfter: Instant.nullable(),
  /** What the gateway is expected to keep. */
  expectedCost: operatorOnly(signedAmountIn("currency")),
  /** When the gateway is asked next, while the outcome is open. */
  nextQueryTime: Instant.nullable(),
  queryCount: Integer,
  mayBeQueried: Flag,
});

/** A payment that a card made at the same merchant before. */
const EarlierPayment = z.object({
  orderId: field(z.string(), { kind: "id" }),
  orderNo: Code,
  startedTime: Instant,
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
  status: AttemptStatus.schema,
  declineCode: wordOf(DeclineCode).nullable(),
});

/** The declined attempt of an order among its kind: one alone is the payer's trouble, many are ours. */
export const DeclineContext = z.object({
  declineCode: wordOf(DeclineCode),
  /** The hour that was looked at: the last one, or the one around an attempt that is older. */
  from: Instant,
  to: Instant,
  isLastHour: Flag,
  /** Orders declined for the same reason within that hour, this one among them, and of how many merchants. */
  count: Integer,
  merchants: operatorOnly(Integer),
  /** The same within each of its twelve parts of five minutes. */
  steps: z.array(Integer),
  /** The same in the same hour of the days before, added up, and how many such days there were. */
  usualCount: Integer,
  usualDays: Integer,
  /** What the card did for other orders of this merchant before; null where no card is known. */
  card: z
    .object({ count: Integer, paid: Integer, declined: Integer, isMore: Flag, latest: z.array(EarlierPayment) })
    .nullable(),
});
export type DeclineContext = z.output<typeof DeclineContext>;

const spec = {
  filters: {
    mode: modeFilter,
    startedTime: between(Instant),
    merchantId: oneOf(MerchantId),
    orderNo: numbered("OR"),
    attemptNo: numbered("AT"),
    gatewayAccountId: exact(reference("gatewayAccount")),
    paymentMethod: oneOf(reference("paymentMethodCode")),
    status: oneOf(AttemptStatus.schema),
    declineCode: oneOf(DeclineCode.schema),
    cardBrand: oneOf(field(z.string().trim().max(32), { kind: "code" })),
    cardCountry: oneOf(Country),
    latencyMs: between(Integer),
  },
  sortBy: ["startedTime", "latencyMs"],
  defaultSort: { field: "startedTime", order: "desc" },
} as const;

const ById = z.object({ id: AttemptId });

export const paymentAttempt = defineResource({
  name: "paymentAttempt",
  record: PaymentAttempt,
  refusals: {
    nothingToAsk: { status: 409 },
  },
  operations: {
    /** Attempts of one mode, live unless told. */
    page: list(PaymentAttempt, spec, { staleOk: true }),
    detail: query(ById, PaymentAttemptDetail),
    /** Attempts of a span of at most 31 days by outcome, decline code and account, and how many of how many were taken. */
    stat: query(
      z.object({
        mode: PaymentMode.schema.default("live"),
        from: Instant,
        to: Instant,
        merchantId: MerchantId.nullish(),
        gatewayAccountId: reference("gatewayAccount").nullish(),
      }),
      z.object({
        total: Integer,
        captured: Integer,
        byStatus: z.array(z.object({ status: AttemptStatus.schema, count: Integer })),
        byDecline: z.array(z.object({ declineCode: Code, count: Integer })),
        byAccount: operatorOnly(
          z.array(
            z.object({
              gatewayAccountId: storedReference("gatewayAccount"),
              gatewayAccountName: words,
              total: Integer,
              captured: Integer,
            }),
          ),
        ),
        byHour: z.array(z.object({ hour: Instant, total: Integer, captured: Integer, declined: Integer })),
      }),
      { method: "POST", staleOk: true, refusals: ["spanTooLong"] },
    ),
    /** How the last declined attempt of an order compares, and what its card did before; for who may see attempts. Null without one. */
    declineContext: query(
      z.object({ merchantId: MerchantId, orderId: field(z.string(), { kind: "id" }) }),
      DeclineContext.nullable(),
      {
        access: "signedIn",
        passive: true,
        staleOk: true,
      },
    ),
    /** Asks the gateway now how the attempt stands. */
    sync: command(ById, Done, { refusals: ["nothingToAsk"] }),
    export: exportOf(spec),
  },
  menu: {
    path: "/trade/attempt",
    component: "payment-attempt/payment-attempt.list",
    icon: "repeat",
    order: 200,
  },
  messages: paymentAttemptMessages,
});
