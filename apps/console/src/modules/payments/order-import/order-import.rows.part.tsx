import type { OrderImportDetail } from "@countinghouse/contract/payments/order-import/order-import.ts";
import {
  ImportField,
  ImportVerdict,
  RowReason,
} from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { type OrderImportRow, orderImportRow } from "@countinghouse/contract/payments/order-import/order-import-row.ts";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { PlainSelect } from "@countinghouse/ui/fields/plain-select.tsx";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { Pager } from "@countinghouse/ui/table/pager.tsx";
import { Input } from "antd";
import { useMemo, useState } from "react";
import { Allowed, useMay } from "../../../platform/access/allowed.tsx";
import { useList } from "../../../platform/api/use-list.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ExportMenu } from "../../../platform/pages/export-menu.tsx";
import { type ListColumn, tableColumns } from "../../../platform/pages/list-columns.tsx";
import { firstRowNumber, nextPlace, previousPlace } from "../../../platform/pages/list-paging.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
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
  { field: "amount", width: 128 },
  { field: "status", width: 112 },
  { field: "orderTime", width: 168 },
  { field: "reason", cell: Why, width: 264 },
];

const everyField = Object.keys(orderImportRow.record.shape);
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
const pageSizes = [20, 50, 100];
const firstPlace = { page: 1, cursor: undefined as string | undefined };

/** What becomes of each row, to be narrowed and taken away as a file. */
export function ImportRows({ row }: { readonly row: OrderImportDetail }) {
  const { title } = useWords(orderImportRow);
  const pages = useWords(pagesMessages);
  const [narrowed, setNarrowed] = useState(everything);
  const [place, setPlace] = useState(firstPlace);
  const [pageSize, setPageSize] = useState(pageSizes[0] ?? 20);
  const filter = {
    importId: row.id,
    ...(narrowed.verdict ? { verdict: [narrowed.verdict] } : {}),
    ...(narrowed.reason ? { reason: [narrowed.reason] } : {}),
    ...(narrowed.merchantOrderNo ? { merchantOrderNo: narrowed.merchantOrderNo } : {}),
  };
  const { answer, rows, state, readAt } = useList(orderImportRow, { ...filter, ...place, pageSize } as never);
  const columns = useColumns();
  const go = (next: typeof place | undefined) => next && setPlace({ page: next.page, cursor: next.cursor });
  const next = answer && nextPlace(place, answer);
  const previous = answer && previousPlace(place, answer);
  if (!useMay()("orderImportRow:page")) return null;
  return (
    <section className="ch-card import-rows">
      <header className="import-rows-head">
        <h2 className="import-card-title">{title}</h2>
        <span className="ch-grow" />
        <Allowed need="orderImportRow:export">
          <ExportMenu resource={orderImportRow} columns={exported} all={everyField} filter={filter} />
        </Allowed>
      </header>
      <Narrowing
        row={row}
        narrowed={narrowed}
        onChange={(change) => {
          setNarrowed({ ...narrowed, ...change });
          setPlace(firstPlace);
        }}
      />
      <DataTable
        label={title}
        height="rows"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        state={state}
        empty={<EmptyState picture="lens" title={pages.noMatch} />}
      />
      <Pager
        from={answer && firstRowNumber(place, answer)}
        count={rows.length}
        total={answer?.total ?? 0}
        isTotalExact={answer?.totalIsExact ?? true}
        readAt={readAt}
        pageSize={pageSize}
        pageSizes={pageSizes}
        hasPrevious={previous !== undefined}
        hasNext={next !== undefined}
        onPrevious={() => go(previous as typeof place | undefined)}
        onNext={() => go(next as typeof place | undefined)}
        onPageSize={(size) => {
          setPageSize(size);
          setPlace(firstPlace);
        }}
      />
    </section>
  );
}

function useColumns() {
  const { fields } = useWords(orderImportRow);
  const locale = useLocale();
  return useMemo(
    () =>
      tableColumns(declared as never, {
        resource: orderImportRow,
        fieldWords: fields,
        sortBy: [],
        zone: "",
        locale,
      }).map(
        // The zone of the times is said on the lists; here there is nothing to hint at.
        ({ hint: _hint, ...column }) => column,
      ),
    [fields, locale],
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
      <div className="import-verdicts" role="toolbar" aria-label={fields.verdict}>
        {verdicts.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="import-verdict"
            aria-pressed={narrowed.verdict === value}
            onClick={() => onChange({ verdict: value, reason: "" })}
          >
            {`${label} ${(counts[value] ?? 0).toLocaleString("en-US")}`}
          </button>
        ))}
      </div>
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
