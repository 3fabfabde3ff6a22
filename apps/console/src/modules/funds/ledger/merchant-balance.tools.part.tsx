import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { InstantInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import { Button, Modal } from "antd";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import { BalanceAdjustments } from "./merchant-balance.adjustments.detail.tsx";
import "./ledger.css";

interface AsOfPickerProps {
  readonly value: string | undefined;
  onChange(asOf: string | undefined): void;
}

/** The instant of the balances; empty for now. The calendar is fetched by whoever wants another. */
export function AsOfPicker({ value, onChange }: AsOfPickerProps) {
  const { fields, text } = useWords(merchantBalanceMessages);
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked && !value)
    return (
      <Button title={text.asOfHint} icon={<CalendarClock size={14} aria-hidden />} onClick={() => setIsAsked(true)}>
        {text.asOfNow}
      </Button>
    );
  return (
    <div className="ledger-as-of" title={text.asOfHint}>
      <label htmlFor="balance-as-of">{fields.asOf}</label>
      <InstantInput
        facts={{ id: "balance-as-of", isInvalid: false, describedBy: undefined }}
        value={value}
        onChange={(instant) => onChange(instant ?? undefined)}
      />
    </div>
  );
}

/** Corrections that wait for a second person, told to those who may decide. */
export function PendingAdjustments() {
  const may = useMay();
  return may("merchantBalance:adjustments") && may("merchantBalance:approve") ? <PendingNotice /> : null;
}

function PendingNotice() {
  const { actions, text } = useWords(merchantBalanceMessages);
  const [isOpen, setIsOpen] = useState(false);
  const mode = useStore(paymentMode);
  const { data } = useAnswer(merchantBalance, "adjustments", { mode });
  const count = data?.filter(({ status }) => status === "pending").length ?? 0;
  if (count === 0 && !isOpen) return null;
  return (
    <div className="ledger-pending">
      <span>{fill(text.toDecideHint, { count })}</span>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {text.toDecide}
      </Button>
      <Modal open={isOpen} title={actions.adjustments} footer={null} width={720} onCancel={() => setIsOpen(false)}>
        <BalanceAdjustments of={{ mode }} isPendingOnly />
      </Modal>
    </div>
  );
}
