import { type BankLine, type BankPart, bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { bankScreenMessages } from "./bank-statement.messages.ts";

/** Where a record of ours is opened. */
export const pathOfRecord = ({ ourRefType, ourSourceId }: Pick<BankPart, "ourRefType" | "ourSourceId">): string => {
  if (ourRefType === "recon") return `/finance/recon/${ourSourceId}`;
  const list = ourSourceId.startsWith("pyo_") ? "/finance/payout-order" : "/finance/withdrawal";
  return `${list}?open=${ourSourceId}`;
};

/** The records that a line stands against together with others, each with what of the line it is. */
export function BankParts({ line }: { readonly line: BankLine }) {
  const words = useWords(bankScreenMessages);
  const answer = useAnswer(bankLine, "parts", { id: line.id });
  return (
    <Answered answer={answer}>
      {(parts) => (
        <>
          <h3>{words.recordsTogether}</h3>
          <ul className="bank-effects">
            {parts.map((part) => (
              <li key={`${part.ourRefType} ${part.ourRefId}`}>
                <span>
                  <Link to={pathOfRecord(part)} className="ch-link ch-mono">
                    {part.ourSourceNo} {part.ourRefNo}
                  </Link>{" "}
                  {part.merchantName} {part.date}
                </span>
                <MoneyCell amount={fromWire(part.amount, part.currency)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Answered>
  );
}
