import { fill } from "@countinghouse/contract/kit/locale.ts";
import { busyStates } from "@countinghouse/contract/payments/order-import/order-import.lifecycle.ts";
import {
  importFileBytesMax,
  type OrderImportDetail,
  orderImport,
} from "@countinghouse/contract/payments/order-import/order-import.ts";
import { ImportFailure } from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { call } from "../../../platform/api/client.ts";
import { toastFailure } from "../../../platform/api/use-operation.ts";
import { FileChoice, SendingLine, sizeText } from "../../../platform/files/file-choice.tsx";
import { type FileUpload, sendFile } from "../../../platform/files/send-file.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { importScreenMessages } from "./order-import.messages.ts";

type Row = { readonly row: OrderImportDetail };
type Status = OrderImportDetail["status"];

const steps = ["stepFile", "stepColumns", "stepCheck", "stepImport"] as const;

/** How many of the steps lie behind an import. */
const stepsBehind: Readonly<Record<Status, number>> = {
  uploading: 0,
  inspecting: 0,
  failed: 1,
  mapping: 1,
  checking: 2,
  checked: 3,
  importing: 3,
  stopped: 3,
  done: 4,
  canceled: 0,
  undoing: 4,
  undone: 4,
};

/** Where an import stands: the way it takes, and what is going on or awaited now. */
export function ImportProgress({ row }: Row) {
  const screen = useWords(importScreenMessages);
  const isEnded = row.status === "canceled" || row.status === "undone" || row.status === "undoing";
  const behind = stepsBehind[row.status];
  return (
    <section className="ch-card import-card">
      {isEnded ? null : (
        <ol className="import-steps">
          {steps.map((step, at) => (
            <li key={step} aria-current={at === behind ? "step" : undefined} data-behind={at < behind ? "" : undefined}>
              <span className="import-step-mark" aria-hidden="true">
                {at < behind ? <Check size={12} /> : at + 1}
              </span>
              {screen[step]}
            </li>
          ))}
        </ol>
      )}
      {busyStates.includes(row.status) ? <Progress row={row} /> : <Situation row={row} />}
    </section>
  );
}

const count = (value: number): string => value.toLocaleString("en-US");

function Progress({ row }: Row) {
  const screen = useWords(importScreenMessages);
  const { status, doneRows, importedCount, newCount } = row;
  const total = row.rowCount ?? 0;
  const [done, of, text] =
    status === "importing"
      ? [importedCount, newCount, screen.importing]
      : status === "undoing"
        ? [importedCount, undefined, screen.undoing]
        : status === "checking"
          ? [Math.max(0, Math.min(doneRows - 1, total)), total, screen.checking]
          : [doneRows, undefined, screen.inspecting];
  const said = fill(text, { done: count(done), total: count(of ?? 0) });
  return (
    <p className="import-progress" role="status">
      <progress className="ch-progress" max={of || 1} {...(of ? { value: done } : {})} aria-label={said} />
      <span>{said}</span>
    </p>
  );
}

function Situation({ row }: Row) {
  const screen = useWords(importScreenMessages);
  const locale = useLocale();
  const failure = row.failure && (ImportFailure.memberOf(row.failure)?.text[locale] ?? row.failure);
  const imported = count(row.importedCount);
  const said: Partial<Record<Status, string>> = {
    mapping: screen.mappingText,
    checked: row.newCount > 0 ? screen.checkedText : screen.nothingNewText,
    stopped: fill(screen.stoppedText, { count: imported }),
    done: fill(screen.doneText, { count: imported }),
    canceled: screen.canceledText,
    undone: screen.undoneText,
  };
  return (
    <>
      {row.status === "uploading" ? <GoOnSending row={row} /> : null}
      {said[row.status] ? <p className="import-said">{said[row.status]}</p> : null}
      {failure ? (
        <p className="ch-field-error" role="alert">
          {fill(row.status === "failed" ? screen.failedText : screen.stoppedBy, { failure })}
          {row.failureRow === null ? "" : ` ${fill(screen.atRow, { row: count(row.failureRow) })}`}
        </p>
      ) : null}
      {row.importedCount > 0 && row.status !== "undone" ? (
        <Allowed need="coinOrder:page">
          <Link
            to={`/trade/order?origin=import&merchantId=${row.merchantId}`}
            onClick={() => paymentMode.set(row.mode)}
          >
            {screen.showOrders}
          </Link>
        </Allowed>
      ) : null}
    </>
  );
}

/** Takes the same file again where its sending broke off. */
function GoOnSending({ row }: Row) {
  const screen = useWords(importScreenMessages);
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const [isOther, setIsOther] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const send = async (file: File) => {
    setIsOther(file.size !== row.fileBytes);
    if (file.size !== row.fileBytes) return;
    setProgress(Math.floor((100 * row.receivedBytes) / file.size));
    const onProgress = (bytes: number) => setProgress(Math.floor((100 * bytes) / file.size));
    try {
      const upload: FileUpload["upload"] = (part, options) => call(orderImport, "upload", part, options);
      await sendFile({ upload, id: row.id, file, from: row.receivedBytes, signal: stop.current.signal, onProgress });
    } catch (error) {
      toastFailure(error);
    }
    setProgress(undefined);
    await client.invalidateQueries({ queryKey: [orderImport.name] });
  };
  if (progress !== undefined) return <SendingLine progress={progress} />;
  return (
    <>
      <p className="import-said">
        {fill(screen.incomplete, { done: sizeText(row.receivedBytes), total: sizeText(row.fileBytes) })}
      </p>
      <Allowed need="orderImport:upload">
        <FileChoice bytesMax={importFileBytesMax} file={undefined} onChoose={(file) => void send(file)} />
      </Allowed>
      {isOther ? (
        <p className="ch-field-error" role="alert">
          {screen.otherFile}
        </p>
      ) : null}
    </>
  );
}
