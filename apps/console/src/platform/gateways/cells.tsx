import { fromWire } from "@countinghouse/money/wire.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useWords } from "../i18n/use-words.ts";
import { useMethodNames } from "../payments/method-names.ts";
import { pickersMessages } from "../pickers/pickers.messages.ts";
import "./gateways.css";

/** A method by its name for payers, with its code. */
export function MethodCell({ row }: { readonly row: { readonly paymentMethodCode: string } }) {
  const code = row.paymentMethodCode;
  const name = useMethodNames()(code);
  return (
    <span className="ch-two">
      {name} {name !== code && <small className="ch-mono">{code}</small>}
    </span>
  );
}

/** A method by its name. */
export const MethodHeading = ({ row }: { readonly row: { readonly paymentMethodCode: string } }) => (
  <>{useMethodNames()(row.paymentMethodCode)}</>
);

/** Accepted currencies or countries; an empty list means all. */
export const TakenCodes = ({ codes }: { readonly codes: readonly string[] }) => (
  <CodesCell codes={codes} none={useWords(pickersMessages).everyOne} />
);

interface Limit {
  readonly currency: string;
  readonly min: string | null;
  readonly max: string | null;
}

/** An amount in running text; an en dash for none. */
export const AmountText = ({ minor, currency }: { readonly minor: string | null; readonly currency: string }) =>
  minor === null ? <>–</> : <MoneyCell isPlain amount={fromWire(minor, currency)} />;

/** Smallest and largest amount per currency. */
export const LimitsText = ({ limits, none }: { readonly limits: readonly Limit[]; readonly none: string }) =>
  limits.length === 0 ? (
    <span className="ch-unknown">{none}</span>
  ) : (
    <ul className="ch-lines">
      {limits.map(({ currency, min, max }) => (
        <li key={currency}>
          <AmountText minor={min} currency={currency} /> – <AmountText minor={max} currency={currency} />
        </li>
      ))}
    </ul>
  );

interface FixedAmountsTextProps {
  readonly amounts: readonly { readonly currency: string; readonly amount: string }[];
  readonly none: string;
}

/** A fixed amount per currency. */
export const FixedAmountsText = ({ amounts, none }: FixedAmountsTextProps) =>
  amounts.length === 0 ? (
    <span className="ch-unknown">{none}</span>
  ) : (
    <span className="ch-amounts">
      {amounts.map(({ currency, amount }) => (
        <AmountText key={currency} minor={amount} currency={currency} />
      ))}
    </span>
  );
