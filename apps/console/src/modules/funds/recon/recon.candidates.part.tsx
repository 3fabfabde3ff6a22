import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { type ReconCandidate, type ReconItem, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { LongTextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { useState } from "react";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./recon.css";
import { reconScreenMessages } from "./recon.messages.ts";

/** Records of ours that a line may mean, found when somebody asks. */
export function ReconCandidates({ item, onEnded }: { readonly item: ReconItem; onEnded(): void }) {
  const words = useWords(reconScreenMessages);
  const [isOpen, setIsOpen] = useState(false);
  const answer = useAnswer(reconItem, "candidates", { id: item.id }, { isEnabled: isOpen });
  if (!isOpen)
    return (
      <div>
        <Button size="small" onClick={() => setIsOpen(true)}>
          {words.findRecord}
        </Button>
      </div>
    );
  return (
    <Answered answer={answer}>
      {(found) =>
        found.length === 0 ? (
          <p className="recon-quiet">{words.noCandidates}</p>
        ) : (
          found.map((one) => (
            <Candidate key={`${one.ourRefType} ${one.ourRefId}`} item={item} one={one} onEnded={onEnded} />
          ))
        )
      }
    </Answered>
  );
}

interface CandidateProps {
  readonly item: ReconItem;
  readonly one: ReconCandidate;
  onEnded(): void;
}

function Candidate({ item, one, onEnded }: CandidateProps) {
  const words = useWords(reconScreenMessages);
  const [reason, setReason] = useState<string | null>("");
  const { attempt, isRunning } = useOperation(reconItem, "rematch", { alsoChanges: [recon] });
  const match = async () => {
    if (one.ourRefType === "account" || !reason?.trim()) return;
    const { ourRefType, ourRefId } = one;
    if (await attempt({ id: item.id, version: item.version, ourRefType, ourRefId, reason })) onEnded();
  };
  return (
    <div>
      <p>
        <span className="ch-mono">{one.orderNo ?? one.ourRefNo}</span> {one.merchantName}{" "}
        <MoneyCell amount={fromWire(one.grossAmount, one.currency)} isPlain /> <TimeCell value={one.time} />
      </p>
      <Field label={words.reasonLabel} isRequired isWide>
        {(facts) => <LongTextInput facts={facts} value={reason} onChange={setReason} />}
      </Field>
      <Button size="small" disabled={!reason?.trim()} loading={isRunning} onClick={() => void match()}>
        {words.matchThis}
      </Button>
    </div>
  );
}
