import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysFileMessages } from "@countinghouse/contract/operations/file/file.messages.ts";
import { type StoredFile, sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { takenFileOf } from "@countinghouse/contract/operations/file/file-types.ts";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { fetchFile } from "../../../platform/api/download.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { cellsOf } from "./file.cells.detail.ts";
import "./file.css";

/** Characters and rows of a text or a table that are shown. */
const charactersMost = 200_000;
const rowsMost = 200;

interface Content {
  readonly address: string;
  /** Of texts and tables. */
  readonly text: string;
}

/** The content of a file, and an address of it for as long as it is shown. */
function useContent({ id, suffix }: StoredFile): Content | "failed" | undefined {
  const [content, setContent] = useState<Content | "failed">();
  useEffect(() => {
    let address = "";
    let isOver = false;
    const read = async () => {
      const bytes = await fetchFile(sysFile, "preview", { id });
      const isWritten = ["text", "table"].includes(takenFileOf(suffix)?.preview ?? "");
      const text = isWritten ? (await bytes.text()).slice(0, charactersMost) : "";
      if (isOver) return;
      address = URL.createObjectURL(bytes);
      setContent({ address, text });
    };
    read().catch(() => setContent("failed"));
    return () => {
      isOver = true;
      URL.revokeObjectURL(address);
    };
  }, [id, suffix]);
  return content;
}

/** A file as it looks, without being saved. */
export function FilePreview({ record, onClose }: RowFormProps) {
  const row = record as unknown as StoredFile;
  const { actions, text } = useWords(sysFileMessages);
  const pages = useWords(pagesMessages);
  const content = useContent(row);
  const foot = <Button onClick={onClose}>{pages.cancel}</Button>;
  return (
    <FormFrame kind="drawer" title={`${actions.preview} · ${row.fileName}`} foot={foot} onClose={onClose}>
      {content === "failed" ? <p role="alert">{text.noPreview}</p> : content && <Shown row={row} content={content} />}
    </FormFrame>
  );
}

function Shown({ row, content }: { readonly row: StoredFile; readonly content: Content }) {
  const { text } = useWords(sysFileMessages);
  const name = fill(text.previewOf, { name: row.fileName });
  switch (takenFileOf(row.suffix)?.preview) {
    case "image":
      return <img className="file-image" src={content.address} alt={name} />;
    case "pdf":
      return (
        <a href={content.address} target="_blank" rel="noreferrer">
          {text.openPdf}
        </a>
      );
    case "text":
      return <pre className="file-text">{content.text}</pre>;
    case "table":
      return <Table name={name} text={content.text} delimiter={row.suffix === "tsv" ? "\t" : ","} />;
    default:
      return <p>{text.cannotPreview}</p>;
  }
}

function Table({
  name,
  text: written,
  delimiter,
}: {
  readonly name: string;
  readonly text: string;
  readonly delimiter: string;
}) {
  const { text } = useWords(sysFileMessages);
  const rows = cellsOf(written, delimiter, rowsMost + 1);
  const [heading = [], ...others] = rows.slice(0, rowsMost);
  return (
    <>
      {rows.length > rowsMost ? <p>{text.tooLong}</p> : null}
      <div className="file-scroll">
        <table className="file-table" aria-label={name}>
          <thead>
            <tr>
              {heading.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
                <th key={at}>{cell}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {others.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name.
              <tr key={row}>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
