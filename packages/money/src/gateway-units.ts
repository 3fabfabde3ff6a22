import { type CurrencyCode, currency, exponentOf } from "./currency.ts";
import { type Money, money } from "./money.ts";
import { MoneyError } from "./money-error.ts";

/** The decimal places a gateway uses for a currency where it departs from ISO 4217. */
export type ExponentOverrides = Readonly<Partial<Record<CurrencyCode, number>>>;

/**
 * An amount in the units a gateway counts in. Throws `amount_not_representable` when its coarser unit would lose a
 * part, before anything is sent; nothing is rounded.
 */
export function toGatewayUnits(amount: Money, overrides: ExponentOverrides): bigint {
  const finer = (overrides[amount.currency] ?? exponentOf(amount.currency)) - exponentOf(amount.currency);
  if (finer >= 0) return amount.amountMinor * 10n ** BigInt(finer);
  const step = 10n ** BigInt(-finer);
  if (amount.amountMinor % step !== 0n) throw notRepresentable(amount.amountMinor, amount.currency);
  return amount.amountMinor / step;
}

/**
 * A gateway's count of its own units as an amount; throws `amount_not_representable` when its unit is finer than ours.
 */
export function fromGatewayUnits(units: bigint, code: string, overrides: ExponentOverrides): Money {
  const known = currency(code);
  const finer = (overrides[known] ?? exponentOf(known)) - exponentOf(known);
  if (finer <= 0) return money(units * 10n ** BigInt(-finer), known);
  const step = 10n ** BigInt(finer);
  if (units % step !== 0n) throw notRepresentable(units, known);
  return money(units / step, known);
}

const notRepresentable = (units: bigint, code: CurrencyCode): MoneyError =>
  new MoneyError("amount_not_representable", { units: String(units), currency: code });
