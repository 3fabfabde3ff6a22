import { payoutOrderMessages } from "@countinghouse/contract/funds/payout-order/payout-order.messages.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import type { PayoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { Modal } from "antd";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./payout-order.css";

/** The whole account, for whoever pays by hand: asking for it is recorded. */
export function Reveal({ record, onClose }: RowFormProps) {
  const { actions, fields } = useWords(payoutOrderMessages);
  const { id, payoutOrderNo } = record as unknown as PayoutOrder;
  const answer = useAnswer(payoutOrder, "reveal", { id });
  return (
    <Modal open title={`${actions.reveal} · ${payoutOrderNo}`} footer={null} onCancel={onClose}>
      <Answered answer={answer}>
        {(told) => (
          <dl className="payout-account">
            {(["bankName", "swift", "bankCode", "branchCode", "number", "address"] as const).map((name) =>
              told[name] ? (
                <div key={name}>
                  <dt>{fields[name]}</dt>
                  <dd className="ch-mono">{told[name]}</dd>
                </div>
              ) : null,
            )}
          </dl>
        )}
      </Answered>
    </Modal>
  );
}
