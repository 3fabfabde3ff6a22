import { countryOfNumber } from "@countinghouse/contract/country-numbers.ts";
import { DeclineCode, type DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { type ExponentOverrides, fromGatewayUnits } from "@countinghouse/money/gateway-units.ts";
import { z } from "zod";
import { declineFacts } from "./answer.wire.ts";
import type {
  GatewayExchange,
  PaymentFacts,
  PaymentReport,
  PaymentState,
  PayoutReport,
  RefundReport,
} from "./outcome.port.ts";

const id = z.string().min(1).max(64);
const minor = z.int().nonnegative();
const match = z.enum(["match", "mismatch"]);

/** A payment on the native wire of the simulator. */
export const NativePayment = z.object({
  object: z.literal("payment"),
  id,
  reference: id,
  attempt: id.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  status: z.enum(["requires_action", "pending", "authorized", "captured", "declined", "voided", "expired", "reversed"]),
  amount: minor,
  capturedAmount: minor,
  captures: z.array(z.object({ id, reference: id.nullable(), amount: minor })).default([]),
  refundedAmount: minor,
  currency: z.string().length(3),
  card: z
    .object({ brand: z.string(), country: z.string(), bin: z.string(), last4: z.string(), fingerprint: z.string() })
    .nullable(),
  declineCode: z.string().nullable(),
  issuerCode: z.string().nullable(),
  threeDs: z
    .object({
      flow: z.enum(["challenge", "frictionless", "attempted"]),
      eci: z.string(),
      liabilityShift: z.boolean(),
    })
    .nullable(),
  checks: z.object({ avs: match, cvc: match }).nullable(),
  credential: z
    .object({ schemeTransactionId: id.nullable(), token: id.nullable(), consent: id.nullable() })
    .nullable()
    .default(null),
  nextAction: z
    .object({ type: z.enum(["redirect", "qr", "voucher"]), url: z.string(), data: z.string(), expireTime: z.string() })
    .nullable(),
  sequence: z.int(),
  updateTime: z.iso.datetime(),
});
export type NativePayment = z.output<typeof NativePayment>;

/** The settlement files of an account, as the native wire lists them. */
export const NativeFiles = z.object({ data: z.array(z.object({ batchNo: z.int().positive() })) });

/** A refund on the native wire. */
export const NativeRefund = z.object({
  object: z.literal("refund"),
  id,
  paymentId: id,
  reference: id,
  status: z.enum(["processing", "succeeded", "failed", "reversed"]),
  amount: minor,
  currency: z.string().length(3),
  failureCode: z.string().nullable(),
  acquirerReference: z.string().nullable(),
  sequence: z.int(),
  updateTime: z.iso.datetime(),
});
export type NativeRefund = z.output<typeof NativeRefund>;

/** A transfer on the native wire. */
export const NativePayout = z.object({
  object: z.literal("payout"),
  id,
  reference: id,
  status: z.enum(["processing", "paid", "failed", "returned"]),
  amount: minor,
  currency: z.string().length(3),
  failureCode: z.string().nullable(),
  updateTime: z.iso.datetime(),
});
/** What there is to pay out of, on the native wire. */
export const NativeBalance = z.object({
  object: z.literal("balance"),
  currency: z.string().length(3),
  available: minor.nullable(),
});
export type NativePayout = z.output<typeof NativePayout>;

/** Result of the simulator's account holder check. */
export const NativeAccountCheck = z.object({ result: z.enum(["match", "mismatch", "unknown"]) });

/** An error body of the native API. */
export const NativeFault = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** What a notification says on the native wire. */
export const NativeNotification = z.object({
  id,
  type: z.string().max(64),
  createdAt: z.iso.datetime(),
  objectNo: z.string().max(64),
  objectSeq: z.int(),
  data: z.object({ object: z.looseObject({ object: z.string().max(32) }) }),
});

const declineOf = (code: string | null): DeclineCodeName => DeclineCode.memberOf(code)?.value ?? "generic_decline";

function stateOf(payment: NativePayment, overrides: ExponentOverrides): PaymentState {
  const { status, declineCode, issuerCode, nextAction, card, currency } = payment;
  const decline = declineFacts(declineOf(declineCode), { upstreamCode: issuerCode ?? declineCode });
  switch (status) {
    case "captured":
      return {
        kind: "captured",
        capturedAmount: fromGatewayUnits(BigInt(payment.capturedAmount), currency, overrides),
      };
    case "declined":
      return { kind: "declined", decline };
    case "expired":
    case "reversed":
      return { kind: status, decline: declineCode === null ? null : decline };
    case "requires_action": {
      const type = nextAction?.type === "redirect" && card ? "3ds" : (nextAction?.type ?? "redirect");
      return {
        kind: "action_required",
        action: {
          type,
          url: nextAction?.url ?? null,
          data: nextAction?.data || null,
          expiresAt: nextAction?.expireTime ?? null,
        },
      };
    }
    default:
      return { kind: status };
  }
}

/** The report of a native payment. Throws a `MoneyError` for an unsupported amount. */
export function nativeReport(
  payment: NativePayment,
  overrides: ExponentOverrides,
  exchanges: readonly GatewayExchange[],
): PaymentReport {
  const amountOf = (units: number) => fromGatewayUnits(BigInt(units), payment.currency, overrides);
  const { card, threeDs, checks, credential } = payment;
  const facts: PaymentFacts = {
    upstreamIntentId: null,
    upstreamAttemptId: payment.id,
    transactionNo: payment.id,
    amount: amountOf(payment.amount),
    capturedAmount: amountOf(payment.capturedAmount),
    captures: payment.captures.map(({ id, reference, amount }) => ({ id, key: reference, amount: amountOf(amount) })),
    refundedAmount: amountOf(payment.refundedAmount),
    arn: null,
    authCode: null,
    avs: checks?.avs ?? null,
    cvc: checks?.cvc ?? null,
    threeDs: threeDs && { ...threeDs, version: null },
    card: card && {
      brand: card.brand,
      bin: card.bin,
      last4: card.last4,
      country: countryOfNumber(card.country),
      fingerprint: card.fingerprint,
    },
    credential: credential && {
      schemeTransactionId: credential.schemeTransactionId,
      tokenReference: credential.token,
      consentReference: credential.consent,
    },
    occurredAt: payment.updateTime,
  };
  return { ...facts, ...stateOf(payment, overrides), exchanges };
}

/** The report of a native refund. */
export const nativeRefundReport = (
  refund: NativeRefund,
  overrides: ExponentOverrides,
  exchanges: readonly GatewayExchange[],
): RefundReport => ({
  kind: refund.status === "processing" ? "pending" : refund.status,
  upstreamRefundId: refund.id,
  upstreamAttemptId: refund.paymentId,
  amount: fromGatewayUnits(BigInt(refund.amount), refund.currency, overrides),
  arn: refund.acquirerReference,
  failureCode: refund.failureCode,
  occurredAt: refund.updateTime,
  exchanges,
});

/** The report of a native transfer. */
export const nativePayoutReport = (
  payout: NativePayout,
  overrides: ExponentOverrides,
  exchanges: readonly GatewayExchange[],
): PayoutReport => ({
  kind: payout.status === "processing" ? "pending" : payout.status,
  payoutNo: payout.reference,
  providerReference: payout.id,
  amount: fromGatewayUnits(BigInt(payout.amount), payout.currency, overrides),
  failureCode: payout.failureCode,
  occurredAt: payout.updateTime,
  exchanges,
});

/**
 * Meaning of a native error for a payment: the decline code where nothing was processed, undefined where something may
 * have been. Only documented codes count.
 */
export function nativeRefusal(status: number, code: string): DeclineCodeName | undefined {
  if (code === "processor_error" && status >= 500) return "processor_error";
  if (status >= 500) return undefined;
  if (code === "invalid_amount") return "invalid_amount";
  if (code === "invalid_status_for_operation") return "duplicate_transaction";
  if (code === "validation_error" || code === "not_found") return "invalid_transaction";
  return undefined;
}
