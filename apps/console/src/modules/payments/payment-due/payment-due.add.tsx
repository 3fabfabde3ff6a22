import { fill } from "@countinghouse/contract/kit/locale.ts";
import { DueAction } from "@countinghouse/contract/payments/payment-due/due-enumerations.ts";
import { type PaymentDue, paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { createContext, useContext } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./payment-due.css";
import { dueScreenMessages } from "./payment-due.messages.ts";

interface DueFormProps {
  readonly record?: PaymentDue | undefined;
  onClose(): void;
}

/** What a decision would do with the money, to the unit. */
function useConsequence(record: PaymentDue | undefined, action: "book" | "return"): string {
  const words = useWords(dueScreenMessages);
  const language = useLocale();
  const { data } = useAnswer(paymentDue, "explain", { id: record?.id ?? "" }, { isEnabled: record !== undefined });
  if (!record) return "";
  const { currency, heldAmount, bookableAmount } = record;
  const shown = (minor: string) => formatMoney(fromWire(minor, currency), { language });
  const rest = String(BigInt(heldAmount) - BigInt(bookableAmount));
  const done =
    action === "return"
      ? fill(words.wouldReturn, { amount: shown(heldAmount) })
      : fill(rest === "0" ? words.wouldBook : words.wouldBookPart, {
          amount: shown(bookableAmount),
          rest: shown(rest),
        });
  const isAsked = record.status === "open" && data?.needsApproval;
  return [done, isAsked ? words.secondPerson : ""].filter(Boolean).join(" ");
}

/** What is said below a form. */
const Said = createContext("");
const Saying = () => <p className="due-said">{useContext(Said)}</p>;

type DecisionProps = DueFormProps & { readonly operation: "book" | "markReturn" };

function Decision({ operation, record, onClose }: DecisionProps) {
  const said = useConsequence(record, operation === "book" ? "book" : "return");
  return (
    <Said value={said}>
      <RecordForm
        resource={paymentDue}
        operation={operation}
        fields={[{ field: "reason", isWide: true }]}
        record={record}
        note={Saying}
        isDeed
        onClose={onClose}
      />
    </Said>
  );
}

/** Applies the money to its order, and says why. */
export const DueBook = (props: DueFormProps) => <Decision {...props} operation="book" />;

/** Marks the money to be returned, and says why. */
export const DueReturn = (props: DueFormProps) => <Decision {...props} operation="markReturn" />;

/** Turns down what was proposed, and says why. */
export const DueReject = ({ record, onClose }: DueFormProps) => (
  <RecordForm
    resource={paymentDue}
    operation="reject"
    fields={[{ field: "reason", isWide: true }]}
    record={record}
    isDeed
    onClose={onClose}
  />
);

/** Approves what somebody else proposed, with what it does in sight. */
export function DueApprove({ record, onClose }: DueFormProps) {
  const words = useWords(dueScreenMessages);
  const locale = useLocale();
  const consequence = useConsequence(record, record?.action ?? "return");
  const proposal = fill(words.proposal, {
    name: record?.proposeUserName ?? "",
    action: DueAction.memberOf(record?.action ?? "")?.text[locale] ?? "",
    reason: record?.proposeReason ?? "",
  });
  return (
    <Said value={[proposal, consequence].join(" ")}>
      <RecordForm
        resource={paymentDue}
        operation="approve"
        fields={[]}
        record={record}
        note={Saying}
        isDeed
        onClose={onClose}
      />
    </Said>
  );
}
