import { fill } from "@countinghouse/contract/kit/locale.ts";
import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { orderImportMessages } from "@countinghouse/contract/payments/order-import/order-import.messages.ts";
import { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { useOwnMerchant } from "../../../platform/pickers/own-merchant.ts";
import { MerchantPicker } from "../../../platform/pickers/record-pickers.tsx";
import { type PaymentModeName, paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import { FileChoice } from "./order-import.file.part.tsx";
import { importScreenMessages } from "./order-import.messages.ts";
import { sendFile } from "./order-import.upload.service.ts";

/** Where an import's page is. */
const importPath = (id: string): string => `/trade/order-import/${id}`;

/** Asks whose orders a file brings, sends the file, and goes on to the import's own page. */
export function OrderImportAdd({ onClose }: { onClose(): void }) {
  const screen = useWords(importScreenMessages);
  const pages = useWords(pagesMessages);
  const { actions, fields } = useWords(orderImportMessages);
  const locale = useLocale();
  const own = useOwnMerchant();
  const [chosen, setMerchantId] = useState<string | null>();
  const merchantId = chosen === undefined ? own : chosen;
  const [mode, setMode] = useState<PaymentModeName>(useStore(paymentMode));
  const [file, setFile] = useState<File>();
  const [isAsked, setIsAsked] = useState(false);
  const { send, progress } = useSending(onClose);
  const isSending = progress !== undefined;
  const submit = () => {
    setIsAsked(true);
    if (merchantId && file) void send(file, { merchantId, mode });
  };
  const modes = PaymentMode.members.map(({ value, text }) => ({ value, label: text[locale] }));
  const foot = (
    <>
      <Button onClick={onClose}>{pages.cancel}</Button>
      <Button type="primary" loading={isSending} onClick={submit}>
        {actions.upload}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions.add} foot={foot} onClose={onClose}>
      <p className="import-note">{screen.isHistory}</p>
      <div className="ch-form">
        <Field label={fields.merchantId} isRequired isWide error={isAsked && !merchantId ? pages.required : undefined}>
          {(facts) => (
            <MerchantPicker facts={facts} value={merchantId} onChange={setMerchantId} isDisabled={isSending} />
          )}
        </Field>
        <Field label={fields.mode} isRequired isWide>
          {(facts) => (
            <ChoiceInput
              facts={facts}
              choices={modes}
              value={mode}
              isRequired
              isDisabled={isSending}
              onChange={(next) => setMode(next === "test" ? "test" : "live")}
            />
          )}
        </Field>
        <Field
          label={fields.fileName}
          isRequired
          isWide
          hint={screen.fileHint}
          error={isAsked && !file ? pages.required : undefined}
        >
          {() => <FileChoice file={file} isDisabled={isSending} onChoose={setFile} />}
        </Field>
      </div>
      {isSending ? <SendingLine progress={progress} /> : null}
    </FormFrame>
  );
}

/** How much of a file has been sent. */
export function SendingLine({ progress }: { readonly progress: number }) {
  const { sending } = useWords(importScreenMessages);
  return (
    <p className="import-progress" role="status">
      <progress className="ch-progress" max={100} value={progress} aria-label={fill(sending, { progress })} />
      <span>{fill(sending, { progress })}</span>
    </p>
  );
}

/** Opens an import and sends its file. What came stays when the rest does not: its page takes the same file again. */
function useSending(onClose: () => void) {
  const { run } = useOperation(orderImport, "add", { success: null });
  const client = useQueryClient();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<number>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const send = async (file: File, of: { readonly merchantId: string; readonly mode: PaymentModeName }) => {
    setProgress(0);
    let id: string | undefined;
    try {
      id = await run({ ...of, fileName: file.name.slice(-128), fileBytes: file.size });
      const { signal } = stop.current;
      const onProgress = (bytes: number) => setProgress(Math.floor((100 * bytes) / file.size));
      await sendFile({ id, file, from: 0, signal, onProgress });
    } catch (error) {
      toastFailure(error);
    }
    setProgress(undefined);
    await client.invalidateQueries({ queryKey: [orderImport.name] });
    if (id === undefined || stop.current.signal.aborted) return;
    onClose();
    await navigate(importPath(id));
  };
  return { send, progress };
}
