import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund, type RefundPreview } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { FailureState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Modal, Skeleton } from "antd";
import { type ReactNode, useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { submitByKey } from "../../../platform/pages/operation-frame.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { StaysAlive } from "../../../platform/pages/unsaved-forms.ts";
import { UnsavedGuard } from "../../../platform/pages/unsaved-guard.tsx";
import { useLeaving } from "../../../platform/pages/use-leaving.ts";
import { type RecordFormState, useRecordForm } from "../../../platform/pages/use-record-form.ts";
import { MethodName } from "../../../platform/payments/method-name.tsx";
import { renewRefunds } from "../../../platform/payments/refund-news.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { EntryFields } from "./order-refund.fields.part.tsx";
import { refundScreenMessages } from "./order-refund.messages.ts";
import { Outcome, useOutcome } from "./order-refund.outcome.part.tsx";

/** What is refunded: an order, or one capture of it. */
interface Subject {
  readonly id: string;
  readonly orderId: string;
  readonly orderNo: string;
  readonly captureId: string | null;
}

/** A row that belongs to an order is a capture; any other is the order itself. */
const subjectOf = (row: Readonly<Record<string, unknown>>): Subject => {
  const isCapture = typeof row.orderId === "string";
  const id = String(row.id);
  return {
    id,
    orderId: isCapture ? String(row.orderId) : id,
    orderNo: String(row.orderNo),
    captureId: isCapture ? id : null,
  };
};

/** The form of a refund, opened on an order or a capture: what can go back is asked for first. */
export function RefundEntry({ record = {}, onClose }: RowFormProps) {
  const subject = subjectOf(record);
  const { orderId, captureId } = subject;
  const canRead = useMay()("coinOrder:detail");
  const order = useAnswer(coinOrder, "detail", { id: orderId }, { isEnabled: canRead });
  const whole = useAnswer(orderRefund, "preview", { orderId, captureId });
  const isReady = whole.data !== undefined && !(canRead && order.isPending);
  if (isReady) return <Entry subject={subject} order={order.data} whole={whole.data} onClose={onClose} />;
  const failure = whole.error instanceof CallError ? whole.error : undefined;
  return (
    <RefundModal orderNo={subject.orderNo} onClose={onClose}>
      <div className="refund-form-side">
        {failure ? (
          <FailureState
            failure={{ message: failure.message, requestId: failure.requestId, retry: () => void whole.refetch() }}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </div>
    </RefundModal>
  );
}

interface EntryProps {
  readonly subject: Subject;
  readonly order: CoinOrderDetail | undefined;
  /** All that can go back of what the form was opened on. */
  readonly whole: RefundPreview;
  onClose(): void;
}

const asked = ["captureId", "amount", "reason", "remark"];

function Entry({ subject, order, whole, onClose }: EntryProps) {
  const client = useQueryClient();
  const { id, orderId, captureId, orderNo } = subject;
  // What it starts from stays, whatever is computed while it is filled in.
  const [start] = useState({ id, orderId, captureId, amount: whole.refundableAmount });
  const form = useRecordForm({
    resource: orderRefund,
    operation: "add",
    initial: undefined,
    record: start,
    shown: () => asked,
    onDone: () => {
      renewRefunds(client);
      onClose();
    },
    onSent: onClose,
  });
  const outcome = useOutcome(form.values, whole);
  const leave = useLeaving(form, onClose);
  return (
    <RefundModal
      orderNo={orderNo}
      sub={order ? <Payer order={order} /> : null}
      onClose={leave.close}
      foot={<EntryFoot form={form} label={outcome.label} isStopped={outcome.isStopped} leave={leave} />}
    >
      <form
        className="refund-form"
        noValidate
        onKeyDown={submitByKey(form)}
        onSubmit={(event) => event.preventDefault()}
      >
        <EntryFields form={form} whole={whole} order={order} isOfOne={captureId !== null} outcome={outcome} />
        <Outcome outcome={outcome} />
        <UnsavedGuard isDirty={form.isDirty} />
      </form>
      {leave.dialog}
    </RefundModal>
  );
}

/** Who sells, where that is a question, and what the money goes back to. */
function Payer({ order }: { readonly order: CoinOrderDetail }) {
  const words = useWords(refundScreenMessages);
  const isOwn = useIsOfMerchant();
  const [before = "", after = ""] = words.backTo.split("{method}");
  return (
    <>
      {isOwn ? null : `${order.merchantName} · `}
      {before}
      <MethodName of={order} />
      {after}
    </>
  );
}

interface EntryFootProps {
  readonly form: RecordFormState;
  readonly label: string;
  readonly isStopped: boolean;
  readonly leave: ReturnType<typeof useLeaving>;
}

const EntryFoot = ({ form, label, isStopped, leave }: EntryFootProps) => (
  <>
    <Button ref={leave.button} onClick={leave.close}>
      {useWords(pagesMessages).cancel}
    </Button>
    <Button type="primary" disabled={form.isBusy || isStopped} onClick={() => void form.submit()}>
      {label}
    </Button>
  </>
);

interface RefundModalProps {
  readonly orderNo: string;
  readonly sub?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
  onClose(): void;
}

/** A dialog of two columns, and the whole of a phone. */
function RefundModal({ orderNo, sub, foot, children, onClose }: RefundModalProps) {
  const words = useWords(refundScreenMessages);
  return (
    <Modal
      open
      centered
      width={880}
      className="refund-modal"
      title={
        <>
          {fill(words.formTitle, { orderNo })}
          {sub ? <small className="refund-form-sub">{sub}</small> : null}
        </>
      }
      footer={foot ? <div className="ch-form-foot">{foot}</div> : null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <StaysAlive.Provider value={false}>{children}</StaysAlive.Provider>
    </Modal>
  );
}
