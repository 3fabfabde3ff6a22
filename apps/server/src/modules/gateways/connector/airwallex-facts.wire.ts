import type { ReportedThreeDs, StoredCredential } from "./outcome.port.ts";

type AttemptDetails = string | null | undefined;

interface AuthenticationData {
  readonly version?: AttemptDetails;
  readonly eci?: AttemptDetails;
  readonly liability_shift_indicator?: AttemptDetails;
  readonly frictionless?: AttemptDetails;
}

interface CredentialSaid {
  readonly payment_method?: { readonly id?: AttemptDetails } | null | undefined;
  readonly payment_method_transaction_id?: AttemptDetails;
  readonly payment_consent_id?: AttemptDetails;
}

/** The stored credential of the card for later payments. */
export const credentialOf = (said: CredentialSaid): StoredCredential => ({
  schemeTransactionId: said.payment_method_transaction_id ?? null,
  tokenReference: said.payment_method?.id ?? null,
  consentReference: said.payment_consent_id ?? null,
});

/** The result of a check, by its letter code. */
export const checkOf = (result: string | null | undefined): "match" | "mismatch" | "unavailable" | null => {
  if (!result) return null;
  if (/^[YMDFX]$/.test(result)) return "match";
  return result === "N" ? "mismatch" : "unavailable";
};

/** Whether and how the payer was authenticated. */
export function threeDsOf(data: AuthenticationData | null | undefined): ReportedThreeDs | null {
  // An empty object means that the payer was not authenticated.
  if (!data || Object.values(data).every((value) => value === undefined || value === null)) return null;
  const liabilityShift = data.liability_shift_indicator ? data.liability_shift_indicator === "Y" : null;
  // An ECI of 06 or 01 means that authentication was attempted and did not take place.
  const isAttempted = liabilityShift === false && /^0?[16]$/.test(data.eci ?? "");
  const flow = isAttempted ? "attempted" : data.frictionless === "Y" ? "frictionless" : "challenge";
  return { flow, version: data.version ?? null, eci: data.eci ?? null, liabilityShift };
}
