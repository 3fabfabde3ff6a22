import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineRules, declinesCountedDays, isFinalDecline } from "@countinghouse/contract/decline-rules.ts";

const dayMs = 86_400_000;
/** Period in which card schemes count tries of one card at one merchant (acquiring reference 6.5), in milliseconds. */
const countedMs = declinesCountedDays * dayMs;

/**
 * Declines of a card for one amount within that period after which its scheme allows no further try: Visa 15,
 * Mastercard 35.
 */
const declinesAllowed: Readonly<Record<string, number>> = { mastercard: 35 };
const declinesAllowedElse = 15;

/** Merchant advice codes of Mastercard that bar a card at a merchant: do not try again, payment cancelled. */
const finalAdvice = ["03", "21"];

/** A past decline of a card at a merchant. */
export interface PastDecline {
  readonly code: string;
  readonly adviceCode: string | null;
  /** In minor units of its currency. */
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
}

/** Why a card must not be sent to its issuer again, and until when. */
export type CardRetryBlock =
  | { readonly why: "final"; readonly code: string; readonly until: Date }
  | { readonly why: "tooOften"; readonly count: number; readonly until: Date };

const isFinal = ({ code, adviceCode }: PastDecline): boolean =>
  (adviceCode !== null && finalAdvice.includes(adviceCode)) || isFinalDecline(code);

/**
 * Whether scheme rules allow another try of a card at a merchant, given its declines there (reference 6.5 and 7.4):
 * none within thirty days after a final answer, such as a closed account, and a limited number per amount after
 * others. Applies to payer-initiated tries as well as ours.
 */
export function cardRetryBlockOf(
  declines: readonly PastDecline[],
  { brand, amount, currency }: { readonly brand: string | null; readonly amount: string; readonly currency: string },
  now: Date,
): CardRetryBlock | undefined {
  const counted = declines
    .filter(({ at }) => now.getTime() - Date.parse(at) < countedMs)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const until = (at: string): Date => new Date(Date.parse(at) + countedMs);
  const final = counted.find(isFinal);
  if (final) return { why: "final", code: final.code, until: until(final.at) };
  const allowed = declinesAllowed[brand ?? ""] ?? declinesAllowedElse;
  const alike = counted.filter((one) => one.amount === amount && one.currency === currency);
  const first = alike[allowed - 1];
  return first ? { why: "tooOften", count: alike.length, until: until(first.at) } : undefined;
}

/** An attempt of the order being paid. */
export interface TriedCard {
  readonly cardFingerprint: string | null;
  readonly declineCode: string | null;
}

/** The decline code whose limit of tries the order's card has reached; undefined while it may be tried. */
export function codeUsedUp(attempts: readonly TriedCard[], fingerprint: string): string | undefined {
  const codes = attempts.filter(({ cardFingerprint }) => cardFingerprint === fingerprint).map((one) => one.declineCode);
  return codes.find((code): code is string => {
    const most = declineRules[code as DeclineCodeName]?.triesMax;
    return most !== undefined && codes.filter((other) => other === code).length >= most;
  });
}

/** Sources that ask for 3-D Secure. */
export interface ThreeDsWishes {
  /** The merchant's request asks for it. */
  readonly isAsked: boolean;
  /** The payment type requires it. */
  readonly isDemanded: boolean;
  /** The fee rule's policy. */
  readonly policy: "inherit" | "never" | "risk_based" | "always";
  /**
   * The card was declined at this merchant within a day, or the country of payer or issuer differs from the billing
   * country.
   */
  readonly isDoubtful: boolean;
}

/** Whether a card payment is sent with 3-D Secure forced. A requirement overrides a policy of doing without. */
export function isThreeDsForced({ isAsked, isDemanded, policy, isDoubtful }: ThreeDsWishes): boolean {
  if (isDemanded || policy === "always") return true;
  if (policy === "risk_based" && isDoubtful) return true;
  return isAsked && policy !== "never";
}

/** Countries of a payment: the payer's IP address, billing address and card issuer, as far as known. */
export interface PaymentPlaces {
  readonly ipCountry: string | null;
  readonly country: string | null;
  readonly issuerCountry: string | null;
}

/** Whether the countries of a payment are a reason to ask for authentication. */
export const isDoubtful = (
  declines: readonly PastDecline[],
  { ipCountry, country, issuerCountry }: PaymentPlaces,
  now: Date,
): boolean =>
  declines.some(({ at }) => now.getTime() - Date.parse(at) < dayMs) ||
  (country !== null && [ipCountry, issuerCountry].some((other) => other !== null && other !== country));
