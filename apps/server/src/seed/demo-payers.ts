import { type DemoCardBrand, demoPeopleOfCountries } from "./demo-shops.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A payer who does not exist, at an address that is kept for examples (RFC 2606), with a card or a wallet. */
export interface DemoPayer {
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly cards: readonly DemoCard[];
  /** Pays by wallet where there is one. */
  readonly wallet: "sim_wallet" | "sim_qr" | null;
  /** Whatever this payer's bank says of the first card every time. */
  readonly isBarred: boolean;
}

/** A card number that no bank gave out, and where it would have been issued. */
export interface DemoCard {
  readonly number: string;
  readonly country: string;
}

/** The first digits by which brands are known, and how many digits their cards have. */
const schemes: Readonly<Record<DemoCardBrand, readonly [prefix: string, digits: number]>> = {
  visa: ["400", 16],
  mastercard: ["520", 16],
  amex: ["370", 15],
  jcb: ["350", 16],
  unionpay: ["620", 16],
};

/** The digit that makes a card number hold (ISO/IEC 7812-1, annex B). */
function checkDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

function cardOf(random: SeededRandom, country: string): DemoCard {
  const people = peopleOf(country);
  const [prefix, length] = schemes[random.pick(people.brands)];
  const start = `${prefix}${people.numeric}`;
  const rest = Array.from({ length: length - start.length - 1 }, () => String(random.between(0, 9))).join("");
  return { number: `${start}${rest}${checkDigit(start + rest)}`, country };
}

function peopleOf(country: string) {
  const people = demoPeopleOfCountries[country];
  if (!people) throw new Error(`the demonstration has no people in ${country}`);
  return people;
}

const domains = ["example.com", "example.org", "example.net"];

/** Someone who lives in a country; two of a name have different addresses. */
export function payerIn(random: SeededRandom, country: string, place: number): DemoPayer {
  const people = peopleOf(country);
  const [given, family] = [random.pick(people.given), random.pick(people.family)];
  const isBarred = random.chance(0.05);
  const cards = [cardOf(random, country)];
  // A second card is not always from the same country.
  if (random.chance(0.35)) cards.push(cardOf(random, random.chance(0.9) ? country : "US"));
  return {
    name: people.isFamilyFirst ? `${family}${given}` : `${given} ${family}`,
    email: `${addressOf(given, family)}${place}@${random.pick(domains)}`,
    country,
    cards,
    wallet: random.chance(0.16) ? random.pick(["sim_wallet", "sim_qr"] as const) : null,
    isBarred,
  };
}

/** The names in the letters of an address, or a plain word where they are written in others. */
function addressOf(given: string, family: string): string {
  const letters = `${given}.${family}`
    .normalize("NFD")
    .replaceAll(/[^a-zA-Z.]/g, "")
    .toLowerCase();
  return letters.length > 3 ? letters : "payer";
}
