import { minorPerMajor } from "@countinghouse/money/currency.ts";
import type { Account, CardFacts } from "./book.ts";
import { readTestNumber, visiblePart } from "./card-number.ts";
import { behaviourOf, type CardBehaviour, type Exemption } from "./card-table.ts";
import type { DeclineCode } from "./decline-codes.ts";
import { Fault } from "./fault.ts";
import type { CardInput, PaymentRequest } from "./payment-request.ts";
import { countTry, fingerprint, type World } from "./world.ts";

/** A card as the issuer sees it: its facts, what it does, and a reason to refuse it unseen. */
export interface ReadCard {
  readonly facts: CardFacts;
  readonly behaviour: CardBehaviour;
  readonly refusal: DeclineCode | null;
}

const plain: CardBehaviour = { scenario: "", behaviour: "" };

/** Reads the card of a request; a number outside the test ranges is declined, and kept as little as any other. */
export function readCard(world: World, card: CardInput): ReadCard {
  const read = readTestNumber(card.number);
  const { expMonth, expYear } = card;
  const rest = { ...visiblePart(card.number), expMonth, expYear, fingerprint: fingerprint(world, card.number) };
  if (typeof read === "string") {
    const facts: CardFacts = { brand: "visa", country: "", scenario: "", ...rest };
    return { facts, behaviour: plain, refusal: read === "unknown_range" ? "no_such_issuer" : "invalid_card_number" };
  }
  const facts: CardFacts = { ...read, ...rest };
  const behaviour = behaviourOf(read.scenario);
  if (!behaviour) return { facts, behaviour: plain, refusal: "no_such_issuer" };
  const isExpired = Date.UTC(expYear, expMonth) <= world.clock.now();
  return { facts, behaviour, refusal: isExpired ? "expired_card" : null };
}

const wasDeclinedElsewhere = (
  world: World,
  account: Account,
  { reference }: PaymentRequest,
  card: CardFacts,
): boolean =>
  world.book.payments
    .values()
    .some(
      (payment) =>
        payment.reference === reference &&
        payment.accountId !== account.id &&
        payment.card?.fingerprint === card.fingerprint &&
        payment.declineCode !== null,
    );

const exemptions: Readonly<
  Record<Exemption, (world: World, account: Account, request: PaymentRequest, card: CardFacts) => boolean>
> = {
  other_account: wasDeclinedElsewhere,
  cvc_123: (_world, _account, request) => request.card?.cvc === "123",
  at_most_50: (_world, _account, { amount, currency }) => amount <= 50n * minorPerMajor(currency),
  third_try: (world, _account, { reference }, card) => countTry(world, `try ${card.fingerprint} ${reference}`) > 2,
  not_renewal: (_world, _account, { renewalOf }) => renewalOf === null,
  third_renewal: (world, _account, { renewalOf }, card) =>
    renewalOf === null || countTry(world, `renewal ${card.fingerprint} ${renewalOf}`) > 2,
};

/** Why the issuer says no to this request, or nothing when it approves. */
export function declineOf(
  world: World,
  account: Account,
  request: PaymentRequest,
  { facts, behaviour, refusal }: ReadCard,
): DeclineCode | null {
  if (refusal) return refusal;
  if (behaviour.threeDs === "required" && request.threeDs !== "force") return "authentication_required";
  if (!behaviour.decline) return null;
  const isExempt = behaviour.unless && exemptions[behaviour.unless](world, account, request, facts);
  return isExempt ? null : behaviour.decline;
}

/** Whether the payer has to be sent to a page first. A renewal has no payer to send. */
export const needsChallenge = ({ behaviour }: ReadCard, { renewalOf }: PaymentRequest): boolean =>
  renewalOf === null && ["challenge", "required", "abandoned"].includes(behaviour.threeDs ?? "");

/** Electronic commerce indicator: Mastercard counts otherwise than the rest. */
const eci = (card: CardFacts, isAuthenticated: boolean): string =>
  card.brand === "mastercard" ? (isAuthenticated ? "02" : "01") : isAuthenticated ? "05" : "06";

/** What authentication came to, for a payment nobody was or is sent to a page for any more. */
export function authentication(
  card: CardFacts,
  plan: CardBehaviour["threeDs"],
  isForced: boolean,
): { flow: string; eci: string; liabilityShift: boolean } | null {
  if (plan === "attempted") return { flow: "attempted", eci: eci(card, false), liabilityShift: false };
  if (plan === "challenge" || plan === "required")
    return { flow: "challenge", eci: eci(card, true), liabilityShift: true };
  if (plan === "frictionless" || isForced) return { flow: "frictionless", eci: eci(card, true), liabilityShift: true };
  return null;
}

/** The card of a card request; a request without one is the caller's mistake. */
export function cardInput(request: PaymentRequest): CardInput {
  if (!request.card) throw new Fault(400, "validation_error", "card is required for the method card.");
  return request.card;
}
