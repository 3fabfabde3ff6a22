import { day, hour, minute, second } from "./clock.ts";
import type { DeclineCode } from "./decline-codes.ts";

/** When a card that is otherwise declined is approved after all. */
export type Exemption = "other_account" | "cvc_123" | "at_most_50" | "third_try" | "not_renewal" | "third_renewal";

/** How a payer is authenticated: a page, in the background, only on demand, unreachable, or a page nobody leaves. */
export type ThreeDsPlan = "challenge" | "frictionless" | "required" | "attempted" | "abandoned";

export interface DisputePlan {
  readonly afterMs: number;
  readonly stage: "inquiry" | "chargeback";
  readonly reasonCode: string;
  /** Part of the captured amount that is disputed, in per cent. */
  readonly percent?: number;
  /** An inquiry nobody answers becomes a chargeback after this long. */
  readonly escalatesAfterMs?: number;
  /** What evidence leads to, five days after it was submitted. */
  readonly defence?: "two_items_win" | "loses" | "wins_then_pre_arbitration";
  readonly withdrawnAfterMs?: number;
}

export type RefundPlan = "slow" | "card_closed" | "bounces" | "drops_first_answer" | "balance_too_low";

/** Everything a card does differently from an approval at once. */
export interface CardBehaviour {
  readonly scenario: string;
  readonly behaviour: string;
  readonly decline?: DeclineCode;
  readonly unless?: Exemption;
  readonly answerAfterMs?: number;
  /** What the caller hears: the result, "pending", or nothing because the connection breaks. */
  readonly answer?: "pending" | "drop" | "drop_before_booking";
  /** When the payment succeeds in fact, if not at once. */
  readonly succeedsAfterMs?: number;
  /** How long after the success it is notified. */
  readonly notifiedAfterMs?: number;
  /** Where the notification of the success departs from one, at once. */
  readonly notification?: "thrice" | "before_pending" | "never";
  readonly shortByMinor?: bigint;
  readonly threeDs?: ThreeDsPlan;
  readonly mismatch?: boolean;
  readonly dispute?: DisputePlan;
  readonly fraudNoticeAfterMs?: number;
  readonly refund?: RefundPlan;
}

const chargeback = (rest: Partial<DisputePlan>): DisputePlan => ({
  afterMs: day,
  stage: "chargeback",
  reasonCode: "13.1",
  ...rest,
});

/** The one declaration of what every test card does. The README's list is made from it. */
export const cardTable: readonly CardBehaviour[] = [
  { scenario: "001", behaviour: "approved at once" },
  { scenario: "002", behaviour: "approved, answer delayed 8 s", answerAfterMs: 8 * second },
  { scenario: "003", behaviour: "pending, success after 60 s", answer: "pending", succeedsAfterMs: minute },
  { scenario: "004", behaviour: "authorises; a partial capture works and the rest is released" },
  { scenario: "101", behaviour: "declined insufficient_funds", decline: "insufficient_funds" },
  {
    scenario: "102",
    behaviour: "declined do_not_honor; approved when another account tries the same reference next",
    decline: "do_not_honor",
    unless: "other_account",
  },
  { scenario: "103", behaviour: "declined expired_card", decline: "expired_card" },
  {
    scenario: "104",
    behaviour: "declined invalid_cvc; approved when the CVC is 123",
    decline: "invalid_cvc",
    unless: "cvc_123",
  },
  { scenario: "105", behaviour: "declined lost_card", decline: "lost_card" },
  { scenario: "106", behaviour: "declined stolen_card", decline: "stolen_card" },
  { scenario: "107", behaviour: "declined suspected_fraud", decline: "suspected_fraud" },
  { scenario: "108", behaviour: "declined restricted_card", decline: "restricted_card" },
  {
    scenario: "109",
    behaviour: "declined exceeds_limit; approved up to 50 major units",
    decline: "exceeds_limit",
    unless: "at_most_50",
  },
  {
    scenario: "110",
    behaviour: "declined issuer_unavailable twice for a reference, then approved",
    decline: "issuer_unavailable",
    unless: "third_try",
  },
  { scenario: "111", behaviour: "declined account_closed", decline: "account_closed" },
  {
    scenario: "112",
    behaviour: "first payment approved, renewals declined revoke_consent",
    decline: "revoke_consent",
    unless: "not_renewal",
  },
  {
    scenario: "113",
    behaviour: "first payment approved, renewals of a consent declined insufficient_funds twice, then approved",
    decline: "insufficient_funds",
    unless: "third_renewal",
  },
  { scenario: "114", behaviour: "declined risk_declined_upstream", decline: "risk_declined_upstream" },
  { scenario: "115", behaviour: "approved with AVS and CVC mismatch", mismatch: true },
  { scenario: "201", behaviour: "3-D Secure challenge; any code but 0000 succeeds", threeDs: "challenge" },
  { scenario: "202", behaviour: "3-D Secure frictionless, liability shifted", threeDs: "frictionless" },
  {
    scenario: "203",
    behaviour: "declined authentication_required unless 3-D Secure is forced, then as 201",
    threeDs: "required",
  },
  { scenario: "204", behaviour: "3-D Secure unavailable, attempted, no liability shift", threeDs: "attempted" },
  {
    scenario: "205",
    behaviour: "3-D Secure challenge nobody returns from; expires after 15 min",
    threeDs: "abandoned",
  },
  {
    scenario: "301",
    behaviour: "paid, fraud chargeback 10.4 after 1 day",
    dispute: chargeback({ reasonCode: "10.4" }),
  },
  {
    scenario: "302",
    behaviour: "paid, inquiry 13.1 after 2 days, chargeback after 7 more if unanswered",
    dispute: { afterMs: 2 * day, stage: "inquiry", reasonCode: "13.1", escalatesAfterMs: 7 * day },
  },
  {
    scenario: "303",
    behaviour: "paid, chargeback; two or more evidence items win after 5 days",
    dispute: chargeback({ defence: "two_items_win" }),
  },
  { scenario: "304", behaviour: "paid, chargeback; defence loses", dispute: chargeback({ defence: "loses" }) },
  {
    scenario: "305",
    behaviour: "paid, chargeback, won, pre-arbitration 10 days later, lost",
    dispute: chargeback({ defence: "wins_then_pre_arbitration" }),
  },
  { scenario: "306", behaviour: "paid, partial dispute of 40 %", dispute: chargeback({ percent: 40 }) },
  { scenario: "307", behaviour: "paid, fraud notification only, after 1 day", fraudNoticeAfterMs: day },
  {
    scenario: "308",
    behaviour: "paid, chargeback withdrawn by the cardholder after 3 days",
    dispute: chargeback({ withdrawnAfterMs: 3 * day }),
  },
  { scenario: "401", behaviour: "refund pending 1 h, then succeeds", refund: "slow" },
  { scenario: "402", behaviour: "refund fails, card closed", refund: "card_closed" },
  { scenario: "403", behaviour: "refund succeeds, bounces 2 days later", refund: "bounces" },
  {
    scenario: "404",
    behaviour: "first refund call gets no answer, but is executed",
    refund: "drops_first_answer",
  },
  { scenario: "405", behaviour: "refund refused, provider balance too low", refund: "balance_too_low" },
  {
    scenario: "501",
    behaviour: "no answer; the payment succeeds in fact, notified after 90 s",
    answer: "drop",
    notifiedAfterMs: 90 * second,
  },
  { scenario: "502", behaviour: "no answer; the payment does not exist", answer: "drop_before_booking" },
  {
    scenario: "503",
    behaviour: "pending; success notified three times, twice at the same instant",
    answer: "pending",
    succeedsAfterMs: 2 * second,
    notification: "thrice",
  },
  {
    scenario: "504",
    behaviour: "pending; success is notified before pending",
    answer: "pending",
    succeedsAfterMs: 2 * second,
    notification: "before_pending",
  },
  {
    scenario: "505",
    behaviour: "pending; success never notified, only a query shows it",
    answer: "pending",
    succeedsAfterMs: 2 * second,
    notification: "never",
  },
  { scenario: "506", behaviour: "pending; late success after 40 min", answer: "pending", succeedsAfterMs: 40 * minute },
  {
    scenario: "507",
    behaviour: "pending; succeeds one minor unit short, in the notification and in queries alike",
    answer: "pending",
    succeedsAfterMs: 2 * second,
    shortByMinor: 1n,
  },
];

const byScenario = new Map(cardTable.map((row) => [row.scenario, row]));

/** What the scenario does, or nothing for a number that was never issued. */
export const behaviourOf = (scenario: string): CardBehaviour | undefined => byScenario.get(scenario);

/** Fixed periods of the simulated schemes. */
export const periods = {
  authentication: 15 * minute,
  authorisation: 7 * day,
  voucher: 3 * day,
  debitSuccess: 2 * day,
  debitBounce: 10 * day,
  refund: 5 * second,
  refundAcceptance: second,
  slowRefund: hour,
  refundBounce: 2 * day,
  ruling: 5 * day,
  preArbitration: 10 * day,
} as const;
