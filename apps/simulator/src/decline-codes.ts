/** How issuers and networks say no: the normalised code, its ISO 8583 response code and the shared failure word. */
interface Decline {
  readonly iso: string | null;
  /** The failure code of the Airwallex-shaped face. */
  readonly airwallex: string;
}

export const declines = {
  insufficient_funds: { iso: "51", airwallex: "issuer_declined" },
  do_not_honor: { iso: "05", airwallex: "issuer_declined" },
  expired_card: { iso: "54", airwallex: "issuer_declined" },
  invalid_cvc: { iso: "82", airwallex: "issuer_declined" },
  invalid_card_number: { iso: "14", airwallex: "issuer_declined" },
  no_such_issuer: { iso: "15", airwallex: "issuer_declined" },
  lost_card: { iso: "41", airwallex: "issuer_declined" },
  stolen_card: { iso: "43", airwallex: "issuer_declined" },
  suspected_fraud: { iso: "59", airwallex: "issuer_declined" },
  restricted_card: { iso: "62", airwallex: "issuer_declined" },
  exceeds_limit: { iso: "61", airwallex: "issuer_declined" },
  issuer_unavailable: { iso: "91", airwallex: "provider_unavailable" },
  account_closed: { iso: "46", airwallex: "issuer_declined" },
  revoke_consent: { iso: "R1", airwallex: "issuer_declined" },
  risk_declined_upstream: { iso: null, airwallex: "risk_declined" },
  authentication_required: { iso: "1A", airwallex: "issuer_declined" },
  authentication_failed: { iso: null, airwallex: "authentication_declined" },
  authentication_abandoned: { iso: null, airwallex: "authentication_declined" },
  payer_canceled: { iso: null, airwallex: "provider_declined" },
  checkout_expired: { iso: null, airwallex: "provider_declined" },
  bank_rejected: { iso: null, airwallex: "provider_declined" },
} as const satisfies Readonly<Record<string, Decline>>;

export type DeclineCode = keyof typeof declines;
