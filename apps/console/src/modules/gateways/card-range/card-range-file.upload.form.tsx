import { cardRangeFileMessages } from "@countinghouse/contract/gateways/card-range/card-range-file.messages.ts";
import { cardRangeFile, cardRangeFileBytesMax } from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import { DayInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { TextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { useState } from "react";
import { call } from "../../../platform/api/client.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { FileChoice, SendingLine } from "../../../platform/files/file-choice.tsx";
import { useFileUpload } from "../../../platform/files/use-file-upload.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import "./card-range.css";

/** Asks where a file comes from and under which licence, and sends it; the dry run follows by itself. */
export function CardRangeFileAdd({ onClose }: { onClose(): void }) {
  const pages = useWords(pagesMessages);
  const { actions, fields, text } = useWords(cardRangeFileMessages);
  const [origin, setOrigin] = useState({ source: "", licence: "", fileDate: "" });
  const [file, setFile] = useState<File>();
  const [isAsked, setIsAsked] = useState(false);
  const { run } = useOperation(cardRangeFile, "add", { success: null });
  const { send, progress } = useFileUpload({
    resource: cardRangeFile,
    upload: (part, options) => call(cardRangeFile, "upload", part, options),
    onOpened: onClose,
  });
  const isSending = progress !== undefined;
  const set = (name: keyof typeof origin) => (value: string | null) =>
    setOrigin((before) => ({ ...before, [name]: value ?? "" }));
  const missing = (isThere: boolean) => (isAsked && !isThere ? pages.required : undefined);
  const isTold = Object.values(origin).every((value) => value.trim() !== "");
  const submit = () => {
    setIsAsked(true);
    if (!isTold || !file) return;
    void send(file, () => run({ ...origin, fileName: file.name.slice(-128), fileBytes: file.size }));
  };
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
      <div className="ch-form">
        <Field label={fields.source} isRequired isWide hint={text.sourceHint} error={missing(origin.source !== "")}>
          {(facts) => <TextInput facts={facts} value={origin.source} onChange={set("source")} maxLength={64} />}
        </Field>
        <Field label={fields.licence} isRequired isWide hint={text.licenceHint} error={missing(origin.licence !== "")}>
          {(facts) => <TextInput facts={facts} value={origin.licence} onChange={set("licence")} maxLength={256} />}
        </Field>
        <Field label={fields.fileDate} isRequired isWide error={missing(origin.fileDate !== "")}>
          {(facts) => <DayInput facts={facts} value={origin.fileDate} onChange={set("fileDate")} />}
        </Field>
        <Field label={fields.fileName} isRequired isWide hint={text.format} error={missing(file !== undefined)}>
          {() => <FileChoice file={file} bytesMax={cardRangeFileBytesMax} isDisabled={isSending} onChoose={setFile} />}
        </Field>
      </div>
      {isSending ? <SendingLine progress={progress} /> : null}
    </FormFrame>
  );
}
