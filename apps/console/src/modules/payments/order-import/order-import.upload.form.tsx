import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { orderImportMessages } from "@countinghouse/contract/payments/order-import/order-import.messages.ts";
import { importFileBytesMax, orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../../platform/api/client.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { FileChoice, SendingLine } from "../../../platform/files/file-choice.tsx";
import { useFileUpload } from "../../../platform/files/use-file-upload.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { MerchantPicker } from "../../../platform/pickers/record-pickers.tsx";
import { type PaymentModeName, paymentMode } from "../../../platform/session/payment-mode.ts";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import { useStore } from "../../../platform/state/store.ts";
import { importScreenMessages } from "./order-import.messages.ts";

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
  const merchantId = own?.id ?? chosen;
  const [mode, setMode] = useState<PaymentModeName>(useStore(paymentMode));
  const [file, setFile] = useState<File>();
  const [isAsked, setIsAsked] = useState(false);
  const { run, send, progress } = useImporting(onClose);
  const isSending = progress !== undefined;
  const submit = () => {
    setIsAsked(true);
    if (!merchantId || !file) return;
    void send(file, () => run({ merchantId, mode, fileName: file.name.slice(-128), fileBytes: file.size }));
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
        {own ? null : (
          <Field
            label={fields.merchantId}
            isRequired
            isWide
            error={isAsked && !merchantId ? pages.required : undefined}
          >
            {(facts) => (
              <MerchantPicker facts={facts} value={merchantId} onChange={setMerchantId} isDisabled={isSending} />
            )}
          </Field>
        )}
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
          {() => <FileChoice file={file} bytesMax={importFileBytesMax} isDisabled={isSending} onChoose={setFile} />}
        </Field>
      </div>
      {isSending ? <SendingLine progress={progress} /> : null}
    </FormFrame>
  );
}

/** Opens an import, sends its file and goes on to the import's own page. */
function useImporting(onClose: () => void) {
  const navigate = useNavigate();
  const { run } = useOperation(orderImport, "add", { success: null });
  const sending = useFileUpload({
    resource: orderImport,
    upload: (part, options) => call(orderImport, "upload", part, options),
    onOpened: async (id) => {
      onClose();
      await navigate(importPath(id));
    },
  });
  return { run, ...sending };
}
