import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import type { ReactNode } from "react";
import "./funds.css";

interface Sum {
  readonly label: ReactNode;
  readonly minor: string;
}

/** Labels with amounts; the last is the total. */
export const Sums = ({ currency, sums }: { readonly currency: string; readonly sums: readonly Sum[] }) => (
  <dl className="funds-sums">
    {sums.map(({ label, minor }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes.
      <div key={index}>
        <dt>{label}</dt>
        <dd>
          <MoneyCell amount={fromWire(minor, currency)} />
        </dd>
      </div>
    ))}
  </dl>
);
