import { fill } from "@countinghouse/contract/kit/locale.ts";
import { DueAction } from "@countinghouse/contract/payments/payment-due/due-enumerations.ts";
import { paymentDueMessages } from "@countinghouse/contract/payments/payment-due/payment-due.messages.ts";
import { type PaymentDue, paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./payment-due.css";
import { dueScreenMessages } from "./payment-due.messages.ts";

/** What a decision would do with the money, to the unit. */
function useConsequence(row: PaymentDue, action: "book" | "return"): string {
  const words = useWords(dueScreenMessages);
  const language = useLocale();
  const { data } = useAnswer(paymentDue, "explain", { id: row.id });
  const { currency, heldAmount, bookableAmount } = row;
  const shown = (minor: string) => formatMoney(fromWire(minor, currency), { language });
  const rest = String(BigInt(heldAmount) - BigInt(bookableAmount));
  const done =
    action === "return"
      ? fill(words.wouldReturn, { amount: shown(heldAmount) })
      : fill(rest === "0" ? words.wouldBook : words.wouldBookPart, {
          amount: shown(bookableAmount),
          rest: shown(rest),
        });
  const isAsked = row.status === "open" && data?.needsApproval;
  return [done, isAsked ? words.secondPerson : ""].filter(Boolean).join(" ");
}

interface NoteProps {
  readonly row: PaymentDue;
}

const BookNote = ({ row }: NoteProps) => <p className="due-said">{useConsequence(row, "book")}</p>;
const ReturnNote = ({ row }: NoteProps) => <p className="due-said">{useConsequence(row, "return")}</p>;

/** What somebody else proposed, with what it does. */
function ProposalNote({ row }: NoteProps) {
  const words = useWords(dueScreenMessages);
  const locale = useLocale();
  const consequence = useConsequence(row, row.action ?? "return");
  const proposal = fill(words.proposal, {
    name: row.proposeUserName ?? "",
    action: DueAction.memberOf(row.action ?? "")?.text[locale] ?? "",
    reason: row.proposeReason ?? "",
  });
  return <p className="due-said">{[proposal, consequence].join(" ")}</p>;
}

export const forms = formsOf(paymentDue, paymentDueMessages, {
  book: { isDeed: true, note: BookNote },
  markReturn: { isDeed: true, note: ReturnNote },
  approve: { isDeed: true, note: ProposalNote },
  reject: { isDeed: true },
});
