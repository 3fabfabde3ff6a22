import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysFileMessages } from "@countinghouse/contract/operations/file/file.messages.ts";
import { sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { FileCategory } from "@countinghouse/contract/operations/file/file-enumerations.ts";
import { takenFiles } from "@countinghouse/contract/operations/file/file-types.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { PlainSelect } from "@countinghouse/ui/fields/plain-select.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../platform/api/client.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { FileChoice, SendingLine } from "../../../platform/files/file-choice.tsx";
import { sendFile } from "../../../platform/files/send-file.ts";
import { useFileReading } from "../../../platform/files/use-file-reading.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";

/** The largest that a setting may allow; what is allowed now, the server knows. */
const bytesMax = 500 * 1_048_576;
const suffixes = Object.keys(takenFiles);

/** What a file is filed under. */
interface Filing {
  readonly fileType: string;
  readonly isPublic: boolean;
}

const percentOf = (bytes: number, { size }: File): number => Math.floor((100 * bytes) / size);

/** The way of a file to the server: how far it is, and from where it went on. */
function useUpload(onClose: () => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const [resumed, setResumed] = useState<number>();
  const { refusals, setRefusals, isReading, attempt } = useFileReading();
  const { run } = useOperation(sysFile, "uploadFile", { success: null });
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const bring = async (file: File, { fileType, isPublic }: Filing) => {
    setRefusals({});
    const category = FileCategory.members.find(({ value }) => value === fileType)?.value ?? null;
    const given = { fileName: file.name.slice(-128), fileBytes: file.size, isPublic, fileType: category };
    const { id, receivedBytes } = await run(given);
    if (receivedBytes > 0) setResumed(percentOf(receivedBytes, file));
    setProgress(percentOf(receivedBytes, file));
    try {
      await sendFile({
        upload: (part, options) => call(sysFile, "uploadPart", { ...part, id }, options),
        id: String(id),
        file,
        from: receivedBytes,
        signal: stop.current.signal,
        onProgress: (bytes) => setProgress(percentOf(bytes, file)),
      });
      onClose();
    } finally {
      setProgress(undefined);
      await client.invalidateQueries({ queryKey: [sysFile.name] });
    }
  };
  const send = (file: File, filing: Filing) => void attempt(() => bring(file, filing));
  return { send, progress, resumed, refusals, isReading };
}

/** Brings a file in parts. One whose upload was cut off goes on from where it stopped. */
export function FileUpload({ onClose }: RowFormProps) {
  const { actions, fields, text } = useWords(sysFileMessages);
  const pages = useWords(pagesMessages);
  const locale = useLocale();
  const [file, setFile] = useState<File>();
  const [fileType, setFileType] = useState("");
  const [isPublic, setPublic] = useState(false);
  const { send, progress, resumed, refusals, isReading } = useUpload(onClose);
  const foot = (
    <>
      <Button onClick={onClose}>{pages.cancel}</Button>
      <Button
        type="primary"
        loading={isReading}
        disabled={!file}
        onClick={() => file && send(file, { fileType, isPublic })}
      >
        {actions.uploadFile}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions.uploadFile} foot={foot} onClose={onClose}>
      <div className="ch-form">
        <Field
          label={text.choose}
          isRequired
          isWide
          hint={suffixes.join(", ")}
          error={refusals.fileName ?? refusals.fileBytes}
        >
          {() => (
            <FileChoice
              file={file}
              bytesMax={bytesMax}
              isDisabled={isReading}
              accept={suffixes.map((suffix) => `.${suffix}`).join(",")}
              onChoose={setFile}
            />
          )}
        </Field>
        <Field label={fields.fileType} isWide>
          {() => (
            <PlainSelect
              label={fields.fileType}
              value={fileType}
              choices={FileCategory.members.map(({ value, text: name }) => ({ value, label: name[locale] }))}
              onChange={setFileType}
            />
          )}
        </Field>
      </div>
      <Checkbox checked={isPublic} disabled={isReading} onChange={({ target }) => setPublic(target.checked)}>
        {fields.isPublic}
      </Checkbox>
      {resumed === undefined ? null : <p role="status">{fill(text.resume, { percent: resumed })}</p>}
      {progress === undefined ? null : <SendingLine progress={progress} />}
    </FormFrame>
  );
}
