import "./cells.css";
import { moneyParts } from "@countinghouse/money/format.ts";
import type { Money } from "@countinghouse/money/money.ts";

/** An amount in three slots – figure, fraction, currency – so that decimals line up across currencies. */
export function MoneyCell({ amount, isPlain = false }: { amount: Money; isPlain?: boolean }) {
  const { sign, whole, fraction, currency } = moneyParts(amount);
  return (
    <span className={isPlain ? "ch-money ch-money-plain" : "ch-money"}>
      <span>{`${sign}${whole}`}</span>
      <span className="ch-money-fraction">{fraction}</span>
      <span className="ch-money-currency">{currency}</span>
    </span>
  );
}
