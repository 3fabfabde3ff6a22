import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Button } from "antd";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { filesMessages } from "./files.messages.ts";
import "./files.css";

const megabyte = 1_048_576;

/** A file size as text. */
export const sizeText = (bytes: number): string =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024).toLocaleString("en-US")} kB` : `${(bytes / megabyte).toFixed(1)} MB`;

interface FileChoiceProps {
  readonly file: File | undefined;
  /** Maximum file size. */
  readonly bytesMax: number;
  readonly isDisabled?: boolean;
  /** Accepted MIME types; CSV by default. */
  readonly accept?: string;
  onChoose(file: File): void;
}

const rows = ".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values";

/** CSV, and workbooks, of which the first sheet is read. */
export const rowsOrWorkbook = `${rows},.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`;

/** File input; refuses empty and too large files. */
export function FileChoice({ file, bytesMax, isDisabled = false, accept = rows, onChoose }: FileChoiceProps) {
  const words = useWords(filesMessages);
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const isTooLarge = chosen.size > bytesMax;
    const limit = bytesMax / megabyte;
    setProblem(isTooLarge ? fill(words.fileTooLarge, { limit }) : chosen.size === 0 ? words.fileEmpty : undefined);
    if (!isTooLarge && chosen.size > 0) onChoose(chosen);
  };
  return (
    <div className="ch-file">
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        aria-label={words.chooseFile}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // Allows choosing the same file again after a correction.
          event.target.value = "";
        }}
      />
      <Button
        icon={<FileUp size={16} aria-hidden="true" />}
        disabled={isDisabled}
        onClick={() => picker.current?.click()}
      >
        {file ? words.anotherFile : words.chooseFile}
      </Button>
      {file ? (
        <span role="status" className="ch-cut">
          {`${file.name} · ${sizeText(file.size)}`}
        </span>
      ) : null}
      {problem ? (
        <p className="ch-field-error" role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

/** Upload progress. */
export function SendingLine({ progress }: { readonly progress: number }) {
  const { sending } = useWords(filesMessages);
  return (
    <p className="ch-sending" role="status">
      <progress className="ch-progress" max={100} value={progress} aria-label={fill(sending, { progress })} />
      <span>{fill(sending, { progress })}</span>
    </p>
  );
}
