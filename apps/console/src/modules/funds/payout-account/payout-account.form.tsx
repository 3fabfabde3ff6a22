import { payoutAccountMessages } from "@countinghouse/contract/funds/payout-account/payout-account.messages.ts";
import {
  nameMatchMin,
  type PayoutAccount,
  payoutAccount,
} from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { Modal } from "antd";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./payout-account.css";
import { payoutAccountScreenMessages } from "./payout-account.messages.ts";

/** The whole number, for whoever pays by hand: asking for it is recorded. */
function Reveal({ record, onClose }: RowFormProps) {
  const { actions } = useWords(payoutAccountMessages);
  const account = record as unknown as PayoutAccount;
  const answer = useAnswer(payoutAccount, "reveal", { id: account.id });
  return (
    <Modal open title={`${actions.reveal} · ${account.bankName}`} footer={null} onCancel={onClose}>
      <Answered answer={answer}>{({ number }) => <p className="ch-mono">{number}</p>}</Answered>
    </Modal>
  );
}

/** Who is about to verify it is told what to look at. */
function VerifyNote({ row }: { readonly row: PayoutAccount }) {
  const words = useWords(payoutAccountScreenMessages);
  const isAlike = row.nameMatch === null || row.nameMatch >= nameMatchMin;
  return (
    <p className={isAlike ? "payout-note" : "payout-note ch-tone-warning"}>
      {isAlike ? words.verifyHint : words.nameDiffers}
    </p>
  );
}

export const forms = formsOf(payoutAccount, payoutAccountMessages, {
  edit: {
    start: (row, { mode }) => (row ? { ...row, iban: null, accountNo: null } : { mode }),
    fields: ({ row, isOfMerchant }) => [
      ...(row ? [] : (["currency"] as const)),
      "country",
      "holderType",
      "holderName",
      "bankName",
      "swift",
      "iban",
      "accountNo",
      "routingNo",
      "branch",
      ...(isOfMerchant ? [] : (["gatewayAccountId"] as const)),
    ],
    note: RestNote,
  },
  verify: {
    isDeed: true,
    start: (row) => ({ id: row?.id, version: row?.version, isVerified: true }),
    fields: ["isVerified", { field: "evidence", isWide: true }],
    note: VerifyNote,
  },
  reveal: Reveal,
});

/** What becomes of a changed account. */
function RestNote() {
  return <p className="payout-note">{useWords(payoutAccountScreenMessages).rests}</p>;
}
