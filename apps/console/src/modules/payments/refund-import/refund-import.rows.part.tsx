import type { RefundImportDetail } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { RefundRowVerdict } from "@countinghouse/contract/payments/refund-import/refund-import-enumerations.ts";
import {
  type RefundImportRow,
  refundImportRow,
} from "@countinghouse/contract/payments/refund-import/refund-import-row.ts";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { FileRows, VerdictBar } from "../../../platform/files/file-rows.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import type { ListColumn } from "../../../platform/pages/list-columns.tsx";
import { refundImportScreenMessages } from "./refund-import.messages.ts";
import { countOf } from "./refund-import.result.part.tsx";

type Row = { readonly row: RefundImportRow };

const OrderNo = ({ row }: Row) => (
  <span className="import-why">
    <TextCell value={row.orderNo ?? ""} />
    {row.merchantOrderNo ? <small>{row.merchantOrderNo}</small> : null}
  </span>
);

/** The refund that the row asked for, or why there is none. */
const RefundOrWhy = ({ row: { refundNo, refusal } }: Row) =>
  refundNo ? (
    <Link to={`/trade/refund?refundNo=${refundNo}`} className="ch-mono ch-cut">
      {refundNo}
    </Link>
  ) : refusal ? (
    <TextCell value={refusal} />
  ) : (
    <Unknown />
  );

const declared: readonly ListColumn<RefundImportRow, string>[] = [
  { field: "id", width: 64 },
  { field: "verdict", width: 144 },
  { field: "orderNo", cell: OrderNo, width: 208 },
  { field: "amount", width: 128 },
  { field: "settleAmount", width: 128 },
  { field: "handlingFee", width: 112 },
  { field: "sourceBucket", width: 144 },
  { field: "refusal", cell: RefundOrWhy, width: 288 },
];

/** Every column of a file of refunds under its own heading, so that what is corrected in the export can be sent again. */
const exported = [
  "id",
  "verdict",
  "refusal",
  "orderNo",
  "merchantOrderNo",
  "amount",
  "currency",
  "reason",
  "remark",
  "merchantRefundNo",
  "settleAmount",
  "settleCurrency",
  "handlingFee",
  "sourceBucket",
  "refundNo",
  "refundStatus",
];

/** What becomes of each row, to be narrowed and taken away as a file. */
export function RefundRows({ row }: { readonly row: RefundImportDetail }) {
  const { fields } = useWords(refundImportRow);
  const { allVerdicts } = useWords(refundImportScreenMessages);
  const locale = useLocale();
  const [verdict, setVerdict] = useState("");
  const each = RefundRowVerdict.members.map(({ value, text }) => ({
    value: value as string,
    label: text[locale],
    count: countOf(row, value),
  }));
  const all = { value: "", label: allVerdicts, count: each.reduce((sum, { count }) => sum + count, 0) };
  const filter = { refundImportId: row.id, ...(verdict ? { verdict: [verdict] } : {}) };
  return (
    <FileRows resource={refundImportRow} columns={declared as never} exported={exported} filter={filter}>
      <div className="import-narrow">
        <VerdictBar
          label={fields.verdict}
          choices={[all, ...each.filter(({ count }) => count > 0)]}
          value={verdict}
          onChange={setVerdict}
        />
      </div>
    </FileRows>
  );
}
