import { allows, type Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import type { ImportMapping } from "@countinghouse/contract/payments/order-import/import-mapping.ts";
import {
  busyStates,
  orderImportLifecycle,
} from "@countinghouse/contract/payments/order-import/order-import.lifecycle.ts";
import { orderImportMessages } from "@countinghouse/contract/payments/order-import/order-import.messages.ts";
import { type OrderImportDetail, orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { ImportField } from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { orderImportRow } from "@countinghouse/contract/payments/order-import/order-import-row.ts";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { DetailPage, type DetailPageProps } from "../../../platform/pages/detail-page.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { ColumnsForm } from "./order-import.columns.part.tsx";
import { FileWritingForm } from "./order-import.format.part.tsx";
import { columnsOf } from "./order-import.mapping.policy.ts";
import { importScreenMessages } from "./order-import.messages.ts";
import { ImportResult } from "./order-import.result.part.tsx";
import { ImportRows } from "./order-import.rows.part.tsx";
import { ImportProgress } from "./order-import.timeline.part.tsx";
import "../../../platform/files/file-rows.css";
import "./order-import.css";

const forms = () => import("./order-import.form.tsx");

type Row = { readonly row: OrderImportDetail };

/** How often a page asks for the state of work that goes on, in ms. */
const askEvery = 1_000;

const actions: NonNullable<DetailPageProps<typeof orderImport>["actions"]> = ["stop", "cancel", "undo"];

/** One import: what its columns mean, what a dry run finds, and what became of the rows. */
export function OrderImportPage() {
  const { id = "" } = useParams();
  return (
    <DetailPage
      resource={orderImport}
      id={id}
      forms={forms}
      actions={actions}
      lifecycle={orderImportLifecycle as Lifecycle}
      nameField="fileName"
    >
      {(row) => <ImportView row={row} />}
    </DetailPage>
  );
}

const facts = [
  "merchantName",
  "mode",
  "rowCount",
  "createUserName",
  "createTime",
  "checkTime",
  "startTime",
  "finishTime",
];

function ImportView({ row }: Row) {
  useFollowing(row);
  const screen = useWords(importScreenMessages);
  const may = useMay();
  const canMap = allows(orderImportLifecycle, row.status, "check") && may("orderImport:check");
  const hasResult = row.checkTime !== null;
  return (
    <>
      <ImportProgress row={row} />
      {hasResult ? <ImportResult row={row} /> : null}
      {canMap ? <Columns row={row} isFolded={hasResult} /> : row.mapping && hasResult ? <Meanings row={row} /> : null}
      {hasResult ? <ImportRows row={row} /> : null}
      <section className="ch-card import-card">
        <h2 className="import-card-title">{screen.aboutFile}</h2>
        <p className="import-note">{screen.isHistory}</p>
        <RecordFacts resource={orderImport} of={row} fields={facts} />
      </section>
    </>
  );
}

/** Asks again while work goes on, and renews what it changes once it has ended. */
function useFollowing({ id, status }: OrderImportDetail): void {
  const client = useQueryClient();
  const isBusy = busyStates.includes(status);
  useAnswer(orderImport, "detail", { id }, isBusy ? { everyMs: askEvery } : {});
  useEffect(() => {
    if (isBusy) return;
    for (const { name } of [orderImportRow, coinOrder]) void client.invalidateQueries({ queryKey: [name] });
    void client.invalidateQueries({ queryKey: [orderImport.name, "page"] });
  }, [client, isBusy]);
}

function Columns({ row, isFolded }: Row & { readonly isFolded: boolean }) {
  const screen = useWords(importScreenMessages);
  const mapping = row.mapping as ImportMapping | null;
  // A file that was read anew has other columns: nothing of what was said of the old ones stays.
  const reading = `${row.encoding} ${row.delimiter}`;
  const form = mapping ? <ColumnsForm key={reading} row={row} start={mapping} /> : <FileWritingForm row={row} />;
  if (!isFolded)
    return (
      <section className="ch-card import-card">
        <h2 className="import-card-title">{mapping ? screen.columns : screen.howWritten}</h2>
        {form}
      </section>
    );
  return (
    <details className="ch-card import-card">
      <summary className="import-card-title">{screen.columns}</summary>
      {form}
    </details>
  );
}

/** What the columns were said to mean, once that cannot be changed any more. */
function Meanings({ row }: Row) {
  const screen = useWords(importScreenMessages);
  const { fields } = useWords(orderImportMessages);
  const locale = useLocale();
  const mapping = row.mapping as ImportMapping;
  const { fixedCurrency, fixedStatus, fixedMethod, timeZone } = mapping;
  const fixed: Readonly<Record<string, string | null | undefined>> = {
    currency: fixedCurrency,
    status: fixedStatus,
    method: fixedMethod,
  };
  const given = ImportField.members.flatMap(({ value, text }) => {
    const names = columnsOf(mapping, row.columns, value).map(({ name }) => name);
    const said = names.length > 0 ? names.join(" - ") : fixed[value];
    return said ? [{ key: value, label: text[locale], value: <TextCell value={said} /> }] : [];
  });
  const zone = { key: "zone", label: screen.timeZone, value: <TextCell value={timeZone} /> };
  return (
    <details className="ch-card import-card">
      <summary className="import-card-title">{fields.mapping}</summary>
      <Facts facts={[...given, zone]} />
    </details>
  );
}
