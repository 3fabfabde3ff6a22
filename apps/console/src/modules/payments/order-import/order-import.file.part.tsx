import { fill } from "@countinghouse/contract/kit/locale.ts";
import { importFileBytesMax } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { Button } from "antd";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { importScreenMessages } from "./order-import.messages.ts";
import "./order-import.css";

const megabyte = 1_048_576;

/** A size as people read it. */
export const sizeText = (bytes: number): string =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024).toLocaleString("en-US")} kB` : `${(bytes / megabyte).toFixed(1)} MB`;

interface FileChoiceProps {
  readonly file: File | undefined;
  readonly isDisabled?: boolean;
  onChoose(file: File): void;
}

/** Takes a file from the reader's disk, unless it is empty or too large. */
export function FileChoice({ file, isDisabled = false, onChoose }: FileChoiceProps) {
  const words = useWords(importScreenMessages);
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const isTooLarge = chosen.size > importFileBytesMax;
    const limit = importFileBytesMax / megabyte;
    setProblem(isTooLarge ? fill(words.fileTooLarge, { limit }) : chosen.size === 0 ? words.fileEmpty : undefined);
    if (!isTooLarge && chosen.size > 0) onChoose(chosen);
  };
  return (
    <div className="import-file">
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        aria-label={words.chooseFile}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file can be chosen again after it was mended.
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
