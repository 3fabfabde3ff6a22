import { type BankCandidate, type BankLine, bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Button } from "antd";
import { useState } from "react";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { FindRecord, LineReason } from "../../../platform/funds/line-case.tsx";
import { linesMessages } from "../../../platform/funds/lines.messages.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { bankScreenMessages } from "./bank-statement.messages.ts";

interface BankCandidatesProps {
  readonly line: BankLine;
  onEnded(): void;
}

/** Records of ours that a line may mean, looked for when somebody asks; one of them is chosen with a reason. */
export const BankCandidates = (props: BankCandidatesProps) => (
  <FindRecord>
    <Found {...props} />
  </FindRecord>
);

function Found({ line, onEnded }: BankCandidatesProps) {
  const words = useWords(bankScreenMessages);
  const { matchThis } = useWords(linesMessages);
  const [reason, setReason] = useState("");
  const answer = useAnswer(bankLine, "candidates", { id: line.id });
  const { attempt, isRunning } = useOperation(bankLine, "rematch", { alsoChanges: [bankStatement] });
  const matchWith = async ({ ourRefType, ourRefId }: BankCandidate) => {
    const naming = { id: line.id, version: line.version };
    if (reason && (await attempt({ ...naming, ourRefType, ourRefId, reason }))) onEnded();
  };
  return (
    <Answered answer={answer}>
      {(found) =>
        found.length === 0 ? (
          <p className="funds-quiet">{words.noCandidates}</p>
        ) : (
          <>
            <LineReason value={reason} onChange={setReason} />
            <ul className="bank-effects">
              {found.map((one) => (
                <li key={`${one.ourRefType} ${one.ourRefId}`}>
                  <span>
                    <span className="ch-mono">{one.ourSourceNo}</span> {one.merchantName} {one.date}
                  </span>
                  <MoneyCell amount={fromWire(one.amount, one.currency)} />
                  <Button
                    size="small"
                    disabled={!reason.trim()}
                    loading={isRunning}
                    onClick={() => void matchWith(one)}
                  >
                    {matchThis}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Answered>
  );
}
