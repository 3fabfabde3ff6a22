import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineOfIso } from "@countinghouse/contract/decline-rules.ts";
import { z } from "zod";
import { declineFacts, type RefusalReader } from "./answer.wire.ts";
import type { DeclineFacts } from "./outcome.port.ts";

const short = z.string().max(512);

/** An error body. */
export const AirwallexFault = z.object({
  code: z.string().max(128),
  message: short.nullish(),
  trace_id: short.nullish(),
  provider_original_response_code: short.nullish(),
  merchant_advice_code: short.nullish(),
  details: z.object({ original_response_code: short.nullish() }).nullish().catch(null),
});
export type AirwallexFault = z.output<typeof AirwallexFault>;

/** Codes for declines by an issuer or provider: the payment was tried and has ended. */
const declines: Readonly<Record<string, DeclineCodeName>> = {
  issuer_declined: "generic_decline",
  issuer_unavailable: "issuer_unavailable",
  provider_declined: "generic_decline",
  risk_declined: "risk_declined_upstream",
  authentication_declined: "authentication_failed",
  no_3ds_liability_shift: "authentication_failed",
  "3ds_not_supported": "card_not_supported",
  card_brand_not_supported: "card_not_supported",
};

/** Codes after which no payment exists and none was tried. */
const refusals: Readonly<Record<string, DeclineCodeName>> = {
  validation_error: "invalid_transaction",
  bad_request: "invalid_transaction",
  resource_not_found: "invalid_transaction",
  not_found: "invalid_transaction",
  invalid_amount: "invalid_amount",
  amount_below_limit: "invalid_amount",
  amount_above_limit: "limit_on_account",
  currency_not_supported: "currency_not_supported",
  configuration_error: "configuration_error",
  payment_method_not_allowed: "configuration_error",
  rejected_by_routing_rules: "configuration_error",
  suspended_from_online_payments: "configuration_error",
  operation_not_supported: "invalid_transaction",
  quote_expired: "invalid_transaction",
  too_many_requests: "rate_limited",
  frequency_above_limit: "rate_limited",
  invalid_status_for_operation: "duplicate_transaction",
  resource_already_exists: "duplicate_transaction",
};

/** The network's response code. An approval code, as before a failed capture, does not explain the failure. */
export const refusalOfNetwork = (response: string | null | undefined): string | null =>
  response && !/^0+$/.test(response) ? response : null;

/** The decline of an error code; undefined where it is none. */
export function declineOfCode(code: string, response: string | null, brand?: string): DeclineCodeName | undefined {
  const isDecline = Object.hasOwn(declines, code) || (code === "provider_unavailable" && response !== null);
  if (!isDecline) return undefined;
  // The network's code is more specific than the API's.
  return (response === null ? undefined : declineOfIso(response, brand)) ?? declines[code] ?? "issuer_unavailable";
}

/** The decline of an error body with its details; undefined where it is none. */
export function declineIn(fault: AirwallexFault): DeclineFacts | undefined {
  const response = refusalOfNetwork(fault.provider_original_response_code ?? fault.details?.original_response_code);
  const code = declineOfCode(fault.code, response);
  return (
    code &&
    declineFacts(code, {
      upstreamCode: response ?? fault.code,
      upstreamMessage: fault.message ?? null,
      adviceCode: fault.merchant_advice_code ?? null,
    })
  );
}

/** How this API refuses calls. A reused request id may belong to a payment. */
export const airwallexRefusals: RefusalReader = {
  read: (json) => AirwallexFault.safeParse(json).data,
  meaning: (status, code) => (status < 500 ? refusals[code] : undefined),
  repeated: { duplicate_request: "duplicate", idempotency_in_progress: "in_progress" },
};
