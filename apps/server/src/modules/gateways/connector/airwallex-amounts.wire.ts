import { currency, exponentOf } from "@countinghouse/money/currency.ts";
import { formatDecimal, parseDecimal } from "@countinghouse/money/decimal-amount.ts";
import { type ExponentOverrides, toGatewayUnits } from "@countinghouse/money/gateway-units.ts";
import type { Money } from "@countinghouse/money/money.ts";

const numericMember = /amount$/;

/** Parses JSON keeping every amount as the digits it was written in, so that none passes through a float. */
export function readExact(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown, context?: { readonly source?: string }) =>
      typeof value === "number" && numericMember.test(name) ? (context?.source ?? String(value)) : value,
    );
  } catch {
    return undefined;
  }
}

/** Serialises a body with the amount as a JSON number of exactly these digits. */
export const writeExact = (body: object, amount: string): string =>
  `${JSON.stringify(body).slice(0, -1)},"amount":${amount}}`;

/**
 * An amount as decimals for the gateway. Throws `amount_not_representable` where the gateway supports fewer decimals
 * than the amount needs.
 */
export function writeAmount(amount: Money, overrides: ExponentOverrides): string {
  const places = overrides[amount.currency] ?? exponentOf(amount.currency);
  toGatewayUnits(amount, overrides);
  const text = formatDecimal(amount);
  const [whole = "0", fraction = ""] = text.split(".");
  return places === 0 || fraction === "" ? whole : `${whole}.${fraction.slice(0, places)}`;
}

/** Parses an amount in major units; trailing zeros beyond the currency's decimals are accepted. */
export function readAmount(text: string, code: string): Money {
  const places = exponentOf(currency(code));
  const [whole = "", fraction = ""] = text.split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(places, "0");
  return parseDecimal(kept === "" ? whole : `${whole}.${kept}`, code);
}

/** An instant in this API's format, `2026-06-01T00:00:00+0000`, as ISO 8601; null for anything else. */
export function readInstant(text: string | null | undefined): string | null {
  const time = Date.parse((text ?? "").replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
