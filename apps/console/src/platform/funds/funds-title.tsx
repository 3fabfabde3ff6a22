import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import type { ComponentProps } from "react";
import { ChipOf } from "../payments/chip-of.tsx";
import "./funds.css";

interface FundsTitleProps {
  readonly amount: string;
  readonly currency: string;
  readonly enumeration: ComponentProps<typeof ChipOf>["enumeration"];
  readonly status: string;
}

/** Title of a money record: amount and status. */
export const FundsTitle = ({ amount, currency, enumeration, status }: FundsTitleProps) => (
  <span className="funds-title">
    <MoneyCell amount={fromWire(amount, currency)} isPlain />
    <ChipOf enumeration={enumeration} value={status} />
  </span>
);
