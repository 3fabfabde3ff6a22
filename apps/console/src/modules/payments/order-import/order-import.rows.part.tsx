import type { OrderImportDetail } from "@countinghouse/contract/payments/order-import/order-import.ts";
import {
  ImportField,
  ImportVerdict,
  RowReason,
} from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { type OrderImportRow, orderImportRow } from "@countinghouse/contract/payments/order-import/order-import-row.ts";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { PlainSelect } from "@countinghouse/ui/fields/plain-select.tsx";
import { Input } from "antd";
import { useState } from "react";
import { FileRows, VerdictBar } from "../../../platform/files/file-rows.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import type { ListColumn } from "../../../platform/pages/list-columns.tsx";
import { importScreenMessages } from "./order-import.messages.ts";

/** Why a row is refused: the field, the heading of its column, what the file says there. */
function Why({ row }: { readonly row: OrderImportRow }) {
  const locale = useLocale();
  if (row.reason === null) return <Unknown />;
  const field = row.field && ImportField.memberOf(row.field)?.text[locale];
  const reason = RowReason.memberOf(row.reason)?.text[locale] ?? row.reason;
  const found = [row.columnName, row.value].filter(Boolean).join(" = ");
  return (
    <span className="import-why">
      <span>{[field, reason].filter(Boolean).join(" · ")}</span>
      {found ? <small>{found}</small> : null}
    </span>
  );
}

const OrderNo = ({ row }: { readonly row: OrderImportRow }) => <TextCell value={row.merchantOrderNo ?? ""} />;

const declared: readonly ListColumn<OrderImportRow, string>[] = [
  { field: "id", width: 72 },
  { field: "verdict", width: 120 },
  { field: "merchantOrderNo", cell: OrderNo, width: 264 },
  { field: "amount", width: 152 },
  { field: "status", width: 112 },
  { field: "orderTime", width: 168 },
  { field: "reason", cell: Why, width: 264 },
];

const exported = [
  "id",
  "verdict",
  "merchantOrderNo",
  "amount",
  "currency",
  "status",
  "orderTime",
  "paymentMethod",
  "field",
  "columnName",
  "reason",
  "value",
];

interface Narrowed {
  readonly verdict: string;
  readonly reason: string;
  readonly merchantOrderNo: string;
}

const everything: Narrowed = { verdict: "", reason: "", merchantOrderNo: "" };
/** What becomes of each row, to be narrowed and taken away as a file. */
export function ImportRows({ row }: { readonly row: OrderImportDetail }) {
  const [narrowed, setNarrowed] = useState(everything);
  const filter = {
    importId: row.id,
    ...(narrowed.verdict ? { verdict: [narrowed.verdict] } : {}),
    ...(narrowed.reason ? { reason: [narrowed.reason] } : {}),
    ...(narrowed.merchantOrderNo ? { merchantOrderNo: narrowed.merchantOrderNo } : {}),
  };
  return (
    <FileRows resource={orderImportRow} columns={declared as never} exported={exported} filter={filter}>
      <Narrowing row={row} narrowed={narrowed} onChange={(change) => setNarrowed({ ...narrowed, ...change })} />
    </FileRows>
  );
}

interface NarrowingProps {
  readonly row: OrderImportDetail;
  readonly narrowed: Narrowed;
  onChange(change: Partial<Narrowed>): void;
}

/** Verdicts with how many rows each has, reasons, and the way to one number. */
function Narrowing({ row, narrowed, onChange }: NarrowingProps) {
  const screen = useWords(importScreenMessages);
  const { fields } = useWords(orderImportRow);
  const locale = useLocale();
  const [number, setNumber] = useState("");
  const counts: Readonly<Record<string, number>> = {
    "": row.newCount + row.presentCount + row.leftOutCount + row.refusedCount,
    new: row.newCount,
    present: row.presentCount,
    leftOut: row.leftOutCount,
    refused: row.refusedCount,
  };
  const verdicts = [
    { value: "", label: screen.allVerdicts },
    ...ImportVerdict.members.map(({ value, text }) => ({ value: value as string, label: text[locale] })),
  ];
  return (
    <div className="import-narrow">
      <VerdictBar
        label={fields.verdict}
        choices={verdicts.map((one) => ({ ...one, count: counts[one.value] ?? 0 }))}
        value={narrowed.verdict}
        onChange={(verdict) => onChange({ verdict, reason: "" })}
      />
      {row.refusedCount > 0 ? (
        <PlainSelect
          label={screen.anyReason}
          value={narrowed.reason}
          choices={RowReason.members.map(({ value, text }) => ({ value, label: text[locale] }))}
          onChange={(reason) => onChange({ reason, verdict: reason ? "refused" : narrowed.verdict })}
        />
      ) : null}
      <Input.Search
        className="import-find"
        allowClear
        maxLength={64}
        aria-label={screen.findNumber}
        placeholder={screen.findNumber}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        onSearch={(text) => onChange({ merchantOrderNo: text.trim() })}
      />
    </div>
  );
}
