import { AdjustmentStatus } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { type Adjustment, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { Amount } from "./ledger.words.part.tsx";
import "./ledger.css";

interface BalanceAdjustmentsProps {
  /** Whose; everybody's in reach where it does not say. */
  readonly of: { readonly merchantId?: string; readonly currency?: string; readonly mode: "live" | "test" };
  readonly isPendingOnly?: boolean;
}

/** Corrections by hand, and the decision on those that wait for a second person. */
export function BalanceAdjustments({ of, isPendingOnly = false }: BalanceAdjustmentsProps) {
  const { text } = useWords(merchantBalanceMessages);
  const [rejected, setRejected] = useState<Adjustment>();
  const answer = useAnswer(merchantBalance, "adjustments", of);
  const isShown = ({ status }: Adjustment) => !isPendingOnly || status === "pending";
  const rowOf = (one: Adjustment) => (
    <AdjustmentRow
      key={one.id}
      adjustment={one}
      isNamed={of.merchantId === undefined}
      onReject={() => setRejected(one)}
    />
  );
  return (
    <Answered answer={answer}>
      {(adjustments) => (
        <>
          {adjustments.some(isShown) || <EmptyState title={text.noAdjustments} />}
          <ul className="ledger-movements">{adjustments.filter(isShown).map(rowOf)}</ul>
          {rejected && (
            <RecordForm
              resource={merchantBalance}
              operation="reject"
              fields={["reason"]}
              initial={{ merchantId: rejected.merchantId, id: rejected.id }}
              onClose={() => setRejected(undefined)}
            />
          )}
        </>
      )}
    </Answered>
  );
}

interface AdjustmentRowProps {
  readonly adjustment: Adjustment;
  /** Whether the row says whose balance it is about. */
  readonly isNamed: boolean;
  onReject(): void;
}

function AdjustmentRow({ adjustment, isNamed, onReject }: AdjustmentRowProps) {
  const { merchantName, amount, currency, reason, evidence, status, createTime, createUserName } = adjustment;
  const locale = useLocale();
  const state = AdjustmentStatus.memberOf(status);
  return (
    <li className="ledger-movement">
      <div className="ledger-movement-what">
        <span className="ledger-movement-line">
          {state && <StatusChip text={state.text[locale]} tone={state.tone} shape={state.shape} />}
          {isNamed && <strong>{merchantName}</strong>}
          <TimeCell value={createTime} />
          <span className="ledger-quiet">{createUserName}</span>
        </span>
        <span className="ledger-movement-line">
          <span className="ledger-said">{reason}</span>
        </span>
        <span className="ledger-movement-line ledger-quiet">{evidence}</span>
        <Decision adjustment={adjustment} />
      </div>
      <div className="ledger-movement-figures">
        <Amount value={amount} currency={currency} />
        {status === "pending" && !adjustment.isOwn && <DecisionButtons adjustment={adjustment} onReject={onReject} />}
      </div>
    </li>
  );
}

/** Who decided and why, or why the reader cannot. */
function Decision({
  adjustment: { status, isOwn, decideUserName, decideTime, decideReason },
}: {
  readonly adjustment: Adjustment;
}) {
  const { fields, text } = useWords(merchantBalanceMessages);
  if (status === "pending") return isOwn ? <span className="ledger-quiet">{text.ownHint}</span> : null;
  return (
    <span className="ledger-movement-line ledger-quiet">
      {fields.decideUserName} {decideUserName}
      {decideTime && <TimeCell value={decideTime} />}
      {decideReason}
    </span>
  );
}

function DecisionButtons({ adjustment, onReject }: { readonly adjustment: Adjustment; onReject(): void }) {
  const { actions } = useWords(merchantBalanceMessages);
  const { attempt, isRunning } = useOperation(merchantBalance, "approve");
  const { merchantId, id } = adjustment;
  return (
    <span className="ledger-buttons">
      <Allowed need="merchantBalance:reject">
        <Button size="small" onClick={onReject}>
          {actions.reject}
        </Button>
      </Allowed>
      <Allowed need="merchantBalance:approve">
        <Button size="small" type="primary" loading={isRunning} onClick={() => void attempt({ merchantId, id })}>
          {actions.approve}
        </Button>
      </Allowed>
    </span>
  );
}
