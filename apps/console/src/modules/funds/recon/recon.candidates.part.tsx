import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { type ReconCandidate, type ReconItem, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Button } from "antd";
import { useState } from "react";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { FindRecord, LineReason } from "../../../platform/funds/line-case.tsx";
import { linesMessages } from "../../../platform/funds/lines.messages.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { reconScreenMessages } from "./recon.messages.ts";

interface ReconCandidatesProps {
  readonly item: ReconItem;
  onEnded(): void;
}

/** Records of ours that a line may mean, found when somebody asks. */
export const ReconCandidates = (props: ReconCandidatesProps) => (
  <FindRecord>
    <Found {...props} />
  </FindRecord>
);

function Found({ item, onEnded }: ReconCandidatesProps) {
  const words = useWords(reconScreenMessages);
  return (
    <Answered answer={useAnswer(reconItem, "candidates", { id: item.id })}>
      {(found) =>
        found.length === 0 ? (
          <p className="funds-quiet">{words.noCandidates}</p>
        ) : (
          found.map((one) => (
            <Candidate key={`${one.ourRefType} ${one.ourRefId}`} item={item} one={one} onEnded={onEnded} />
          ))
        )
      }
    </Answered>
  );
}

interface CandidateProps extends ReconCandidatesProps {
  readonly one: ReconCandidate;
}

function Candidate({ item, one, onEnded }: CandidateProps) {
  const words = useWords(linesMessages);
  const [reason, setReason] = useState("");
  const { attempt, isRunning } = useOperation(reconItem, "rematch", { alsoChanges: [recon] });
  const match = async () => {
    if (one.ourRefType === "account" || !reason.trim()) return;
    const { ourRefType, ourRefId } = one;
    if (await attempt({ id: item.id, version: item.version, ourRefType, ourRefId, reason })) onEnded();
  };
  return (
    <div>
      <p>
        <span className="ch-mono">{one.orderNo ?? one.ourRefNo}</span> {one.merchantName}{" "}
        <MoneyCell amount={fromWire(one.grossAmount, one.currency)} isPlain /> <TimeCell value={one.time} />
      </p>
      <LineReason value={reason} onChange={setReason} />
      <Button size="small" disabled={!reason.trim()} loading={isRunning} onClick={() => void match()}>
        {words.matchThis}
      </Button>
    </div>
  );
}
