import { DocumentKind } from "@countinghouse/contract/merchants/merchant-file/file-enumerations.ts";
import { merchantDocumentMessages } from "@countinghouse/contract/merchants/merchant-file/merchant-document.messages.ts";
import {
  documentBytesMax,
  type MerchantDocument,
  merchantDocument,
} from "@countinghouse/contract/merchants/merchant-file/merchant-document.ts";
import { DayInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { useState } from "react";
import { call } from "../../../platform/api/client.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { FileChoice, SendingLine } from "../../../platform/files/file-choice.tsx";
import { useFileUpload } from "../../../platform/files/use-file-upload.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { merchantScreenMessages } from "./merchant.messages.ts";

/** Asks what a file of a merchant proves and until when, and sends it. */
function DocumentForm({ record, onClose }: RowFormProps<Pick<MerchantDocument, "merchantId">>) {
  const screen = useWords(merchantScreenMessages);
  const pages = useWords(pagesMessages);
  const { fields } = useWords(merchantDocumentMessages);
  const locale = useLocale();
  const [kind, setKind] = useState<MerchantDocument["kind"]>("registration");
  const [expireDay, setExpireDay] = useState<string | null>(null);
  const [file, setFile] = useState<File>();
  const [isAsked, setIsAsked] = useState(false);
  const { run, send, progress } = useDocument(onClose);
  const isSending = progress !== undefined;
  const submit = () => {
    setIsAsked(true);
    if (!file || !record) return;
    const about = {
      merchantId: record.merchantId,
      kind,
      expireDay,
      fileName: file.name.slice(-128),
      fileBytes: file.size,
    };
    void send(file, () => run(about));
  };
  const kinds = DocumentKind.members.map(({ value, text }) => ({ value, label: text[locale] }));
  const foot = <Foot isSending={isSending} onSubmit={submit} onClose={onClose} />;
  return (
    <FormFrame kind="modal" title={screen.addDocument} foot={foot} onClose={onClose}>
      <div className="ch-form">
        <Field label={fields.kind} isRequired isWide>
          {(facts) => (
            <ChoiceInput
              facts={facts}
              choices={kinds}
              value={kind}
              isRequired
              isDisabled={isSending}
              onChange={(next) => setKind((next ?? "other") as MerchantDocument["kind"])}
            />
          )}
        </Field>
        <Field label={fields.expireDay}>
          {(facts) => <DayInput facts={facts} value={expireDay} onChange={setExpireDay} isDisabled={isSending} />}
        </Field>
        <Field
          label={screen.file}
          isRequired
          isWide
          hint={screen.fileHint}
          error={isAsked && !file ? pages.required : undefined}
        >
          {() => (
            <FileChoice
              file={file}
              bytesMax={documentBytesMax}
              accept="application/pdf,image/png,image/jpeg"
              isDisabled={isSending}
              onChoose={setFile}
            />
          )}
        </Field>
      </div>
      {isSending ? <SendingLine progress={progress} /> : null}
    </FormFrame>
  );
}

interface FootProps {
  readonly isSending: boolean;
  onSubmit(): void;
  onClose(): void;
}

function Foot({ isSending, onSubmit, onClose }: FootProps) {
  const { actions } = useWords(merchantDocumentMessages);
  return (
    <>
      <Button onClick={onClose}>{useWords(pagesMessages).cancel}</Button>
      <Button type="primary" loading={isSending} onClick={onSubmit}>
        {actions.upload}
      </Button>
    </>
  );
}

/** Opens a document and sends its file. */
function useDocument(onSent: () => void) {
  const { run } = useOperation(merchantDocument, "add", { success: null });
  const sending = useFileUpload({
    resource: merchantDocument,
    upload: (part, options) => call(merchantDocument, "upload", part, options),
    onOpened: onSent,
  });
  return { run, ...sending };
}

export const forms = formsOf(merchantDocument, merchantDocumentMessages, { upload: DocumentForm });
