import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import {
  busyRefundImports,
  refundImportLifecycle,
} from "@countinghouse/contract/payments/refund-import/refund-import.lifecycle.ts";
import { type RefundImportDetail, refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { RefundImportFailure } from "@countinghouse/contract/payments/refund-import/refund-import-enumerations.ts";
import { refundImportRow } from "@countinghouse/contract/payments/refund-import/refund-import-row.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "react-router";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { DetailPage, type DetailPageProps } from "../../../platform/pages/detail-page.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "../../../platform/files/file-rows.css";
import { refundImportScreenMessages } from "./refund-import.messages.ts";
import { RefundResult } from "./refund-import.result.part.tsx";
import { RefundRows } from "./refund-import.rows.part.tsx";

type Row = { readonly row: RefundImportDetail };

/** How often a page asks for the state of work that goes on, in ms. */
const askEvery = 1_000;

const actions: NonNullable<DetailPageProps<typeof refundImport>["actions"]> = ["check", "stop", "cancel"];
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

/** One file of refunds: what its dry run finds, the decision, and what became of the rows. */
export function RefundImportPage() {
  const { id = "" } = useParams();
  return (
    <DetailPage
      resource={refundImport}
      id={id}
      forms={() => import("./refund-import.form.tsx")}
      actions={actions}
      lifecycle={refundImportLifecycle as Lifecycle}
      nameField="fileName"
    >
      {(row) => <FileView row={row} />}
    </DetailPage>
  );
}

function FileView({ row }: Row) {
  useFollowing(row);
  const screen = useWords(refundImportScreenMessages);
  return (
    <>
      <FileProgress row={row} />
      {row.checkTime === null ? null : (
        <>
          <RefundResult row={row} />
          <RefundRows row={row} />
        </>
      )}
      <section className="ch-card import-card">
        <h2 className="import-card-title">{screen.aboutFile}</h2>
        <RecordFacts resource={refundImport} of={row} fields={facts} />
      </section>
    </>
  );
}

/** Asks again while work goes on, and renews what it changes once it has ended. */
function useFollowing({ id, status }: RefundImportDetail): void {
  const client = useQueryClient();
  const isBusy = busyRefundImports.includes(status);
  useAnswer(refundImport, "detail", { id }, isBusy ? { everyMs: askEvery } : {});
  useEffect(() => {
    if (isBusy) return;
    for (const { name } of [refundImportRow, orderRefund]) void client.invalidateQueries({ queryKey: [name] });
    void client.invalidateQueries({ queryKey: [refundImport.name, "page"] });
  }, [client, isBusy]);
}

/** What is going on with the file, or awaited of its reader. */
function FileProgress({ row: { status, doneRows, rowCount, failure } }: Row) {
  const words = useWords(refundImportScreenMessages).standing;
  const locale = useLocale();
  const count = (value: number) => value.toLocaleString("en-US");
  const said = fill(words[status], { done: count(doneRows), total: count(rowCount) });
  const why = failure && (RefundImportFailure.memberOf(failure)?.text[locale] ?? failure);
  return (
    <section className="ch-card import-card">
      {busyRefundImports.includes(status) ? (
        <p className="import-progress" role="status">
          <progress className="ch-progress" max={rowCount} value={doneRows} aria-label={said} />
          <span>{said}</span>
        </p>
      ) : (
        <p className="import-said">{said}</p>
      )}
      {why ? (
        <p className="ch-field-error" role="alert">
          {why}
        </p>
      ) : null}
    </section>
  );
}
