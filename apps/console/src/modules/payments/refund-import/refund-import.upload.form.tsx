import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { refundColumns } from "@countinghouse/contract/payments/refund-import/refund-columns.ts";
import { refundImportMessages } from "@countinghouse/contract/payments/refund-import/refund-import.messages.ts";
import {
  refundImport,
  refundImportBytesMax,
  refundImportRowsMax,
} from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { type ComponentProps, useState } from "react";
import { useNavigate } from "react-router";
import { CallError } from "../../../platform/api/call-error.ts";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { FileChoice, rowsOrWorkbook } from "../../../platform/files/file-choice.tsx";
import { base64Of } from "../../../platform/files/send-file.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { MerchantPicker } from "../../../platform/pickers/record-pickers.tsx";
import { type PaymentModeName, paymentMode } from "../../../platform/session/payment-mode.ts";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import { useStore } from "../../../platform/state/store.ts";
import "../../../platform/files/file-rows.css";
import { refundImportScreenMessages } from "./refund-import.messages.ts";

/** A file of refunds: rows, or a workbook. */
const RefundFile = (props: Pick<ComponentProps<typeof FileChoice>, "file" | "isDisabled" | "onChoose">) => (
  <FileChoice accept={rowsOrWorkbook} bytesMax={refundImportBytesMax} {...props} />
);

/** Takes a file of refunds and goes on to its dry run. */
export function RefundImportAdd({ onClose }: { onClose(): void }) {
  const screen = useWords(refundImportScreenMessages);
  const pages = useWords(pagesMessages);
  const { actions, fields } = useWords(refundImportMessages);
  const locale = useLocale();
  const own = useOwnMerchant();
  const [chosen, setMerchantId] = useState<string | null>();
  const [mode, setMode] = useState<PaymentModeName>(useStore(paymentMode));
  const [file, setFile] = useState<File>();
  const [isAsked, setIsAsked] = useState(false);
  const { send, refusal, isRunning } = useSendingFile(onClose);
  const merchantId = own?.id ?? chosen;
  const submit = async () => {
    setIsAsked(true);
    if (!merchantId || !file) return;
    await send(file, { merchantId, mode });
  };
  const missing = (value: unknown) => (isAsked && !value ? pages.required : undefined);
  const foot = (
    <>
      <Button onClick={onClose}>{pages.cancel}</Button>
      <Button type="primary" loading={isRunning} onClick={() => void submit()}>
        {screen.dryRun}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions.add} foot={foot} onClose={onClose}>
      <p className="import-note">{screen.nothingYet}</p>
      <div className="ch-form">
        {own ? null : (
          <Field label={fields.merchantId} isRequired isWide error={missing(merchantId)}>
            {(facts) => <MerchantPicker facts={facts} value={merchantId} onChange={setMerchantId} />}
          </Field>
        )}
        <Field label={fields.mode} isRequired isWide>
          {(facts) => (
            <ChoiceInput
              facts={facts}
              choices={PaymentMode.members.map(({ value, text }) => ({ value, label: text[locale] }))}
              value={mode}
              isRequired
              onChange={(next) => setMode(next === "test" ? "test" : "live")}
            />
          )}
        </Field>
        <Field
          label={fields.fileName}
          isRequired
          isWide
          hint={fill(screen.fileHint, { rows: refundImportRowsMax.toLocaleString("en-US") })}
          error={refusal ?? missing(file)}
        >
          {() => <RefundFile file={file} isDisabled={isRunning} onChoose={setFile} />}
        </Field>
      </div>
      <p className="import-note">
        {screen.columns}{" "}
        <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(template(locale))}`} download="refunds.csv">
          {screen.template}
        </a>
      </p>
    </FormFrame>
  );
}

/** Sends a file and goes on to its page; what the file lacks is said at the file. */
function useSendingFile(onClose: () => void) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  const { run, isRunning } = useOperation(refundImport, "add", { success: null });
  const send = async (file: File, of: { readonly merchantId: string; readonly mode: PaymentModeName }) => {
    setRefusal(undefined);
    try {
      const id = await run({ ...of, fileName: file.name.slice(-128), data: await base64Of(file) });
      onClose();
      await navigate(`/trade/refund-import/${id}`);
    } catch (error) {
      const ofFile = error instanceof CallError && error.fields.find(({ field }) => field === "data");
      if (ofFile) setRefusal(ofFile.message);
      else toastFailure(error);
    }
  };
  return { send, refusal, isRunning };
}

/** An empty file with the headings in the reader's language; the mark in front tells programs how it is written. */
const template = (locale: Locale): string =>
  `\uFEFF${Object.values(refundColumns)
    .map(({ text }) => text[locale])
    .join(",")}\r\n`;
