import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineRules, declinesCountedDays, isFinalDecline } from "@countinghouse/contract/decline-rules.ts";

const dayMs = 86_400_000;
/** The span over which card schemes count tries of one card at one merchant (acquiring reference 6.5). */
const countedMs = declinesCountedDays * dayMs;

/** Declines of a card for one amount within that span after which a scheme allows no further try: Visa 15, Mastercard 35. */
const declinesAllowed: Readonly<Record<string, number>> = { mastercard: 35 };
const declinesAllowedElse = 15;

/** Advice of Mastercard's networks that ends a card at a merchant: do not try again, payment cancelled. */
const finalAdvice = ["03", "21"];

/** A decline of a card at a merchant. */
export interface PastDecline {
  readonly code: string;
  readonly adviceCode: string | null;
  /** In minor units of its currency. */
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
}

/** Why a card is not sent to its issuer again, and until when. */
export type CardRetryBlock =
  | { readonly why: "final"; readonly code: string; readonly until: Date }
  | { readonly why: "tooOften"; readonly count: number; readonly until: Date };

const isFinal = ({ code, adviceCode }: PastDecline): boolean =>
  (adviceCode !== null && finalAdvice.includes(adviceCode)) || isFinalDecline(code);

/**
 * Whether the schemes let a card be tried at a merchant, by its declines there (reference 6.5 and 7.4): never again
 * within thirty days after an answer that is final, such as a closed account, and only so many times for an amount after
 * others. It binds the payer's own tries as well as ours.
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

/** An attempt of the order that is being paid. */
export interface TriedCard {
  readonly cardFingerprint: string | null;
  readonly declineCode: string | null;
}

/** The code by which an order's card was declined as often as that code allows; undefined while it may be tried. */
export function codeUsedUp(attempts: readonly TriedCard[], fingerprint: string): string | undefined {
  const codes = attempts.filter(({ cardFingerprint }) => cardFingerprint === fingerprint).map((one) => one.declineCode);
  return codes.find((code): code is string => {
    const most = declineRules[code as DeclineCodeName]?.triesMax;
    return most !== undefined && codes.filter((other) => other === code).length >= most;
  });
}

/** Who asks for 3-D Secure, and what speaks for it. */
export interface ThreeDsWishes {
  /** The merchant's server asks for it with this payment. */
  readonly isAsked: boolean;
  /** The payment type demands it. */
  readonly isDemanded: boolean;
  /** The price rule's policy. */
  readonly policy: "inherit" | "never" | "risk_based" | "always";
  /** The card was declined at this merchant within a day, or payer or issuer sit in another country than the bill says. */
  readonly isDoubtful: boolean;
}

/** Whether a card payment is sent with 3-D Secure forced. What demands it outweighs a policy that does without. */
export function isThreeDsForced({ isAsked, isDemanded, policy, isDoubtful }: ThreeDsWishes): boolean {
  if (isDemanded || policy === "always") return true;
  if (policy === "risk_based" && isDoubtful) return true;
  return isAsked && policy !== "never";
}

/** Where a payment seems to come from: the payer's address, the bill, and the card's issuer, as far as each is known. */
export interface PaymentPlaces {
  readonly ipCountry: string | null;
  readonly country: string | null;
  readonly issuerCountry: string | null;
}

/** Whether a payer's circumstances speak for asking the issuer to look. */
export const isDoubtful = (
  declines: readonly PastDecline[],
  { ipCountry, country, issuerCountry }: PaymentPlaces,
  now: Date,
): boolean =>
  declines.some(({ at }) => now.getTime() - Date.parse(at) < dayMs) ||
  (country !== null && [ipCountry, issuerCountry].some((other) => other !== null && other !== country));
