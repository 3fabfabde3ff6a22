import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { importWords } from "@countinghouse/contract/platform/table-import.messages.ts";
import { type ImportCheck, type ImportColumns, importBytesMax } from "@countinghouse/contract/platform/table-import.ts";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { call } from "../api/client.ts";
import { useOperation } from "../api/use-operation.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { FormFrame } from "../pages/form-frame.tsx";
import { pagesMessages } from "../pages/pages.messages.ts";
import { FileChoice, rowsOrWorkbook } from "./file-choice.tsx";
import { base64Of } from "./send-file.ts";
import { useFileReading } from "./use-file-reading.ts";
import "./files.css";

/** An empty file with headings in the reader's language; the byte order mark tells programs its encoding. */
const template = ({ columns }: ImportColumns, locale: Locale): string =>
  `\uFEFF${Object.values(columns)
    .map(({ text }) => text[locale])
    .join(",")}\r\n`;

interface TableImportProps {
  /** Resource with the operations `importCheck` and `import`. */
  readonly resource: Resource;
  readonly table: ImportColumns;
  /** Description with `{limit}` for the maximum number of rows. */
  readonly hint: string;
  onClose(): void;
}

/** Import from a file: the result of every row is shown before anything is stored. */
export function TableImport({ resource, table, hint, onClose }: TableImportProps) {
  const locale = useLocale();
  const { actions, text } = importWords[locale];
  const pages = useWords(pagesMessages);
  const [file, setFile] = useState<File>();
  const [checked, setChecked] = useState<ImportCheck>();
  const [isLeftOut, setLeftOut] = useState(false);
  const { refusals, setRefusals, isReading, attempt } = useFileReading();
  const { run } = useOperation(resource, "import");
  const inputOf = async (of: File) => ({ fileName: of.name.slice(-128), data: await base64Of(of) });
  const choose = (chosen: File) => {
    setFile(chosen);
    setChecked(undefined);
    setRefusals({});
    void attempt(async () =>
      setChecked((await call(resource, "importCheck", (await inputOf(chosen)) as never)) as ImportCheck),
    );
  };
  const take = () =>
    file &&
    attempt(async () => {
      await run({ ...(await inputOf(file)), leaveOutRefused: isLeftOut } as never);
      onClose();
    });
  const refused = checked?.faultCount ?? 0;
  const usable = checked ? checked.added + checked.changed : 0;
  const foot = (
    <>
      <Button onClick={onClose}>{pages.cancel}</Button>
      <Button
        type="primary"
        loading={isReading}
        disabled={usable === 0 || (refused > 0 && !isLeftOut)}
        onClick={() => void take()}
      >
        {actions.import}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions.import} foot={foot} onClose={onClose}>
      <p className="ch-import-hint">{text.nothingYet}</p>
      <FileChoice
        file={file}
        bytesMax={importBytesMax}
        accept={rowsOrWorkbook}
        isDisabled={isReading}
        onChoose={choose}
      />
      {refusals.data ? (
        <p className="ch-field-error" role="alert">
          {refusals.data}
        </p>
      ) : null}
      {checked ? (
        <Checked checked={checked} table={table} />
      ) : (
        <FileHint table={table} hint={hint} name={resource.name} />
      )}
      {refused > 0 && usable > 0 ? (
        <Checkbox checked={isLeftOut} onChange={({ target }) => setLeftOut(target.checked)}>
          {text.leaveOut}
        </Checkbox>
      ) : null}
    </FormFrame>
  );
}

interface FileHintProps extends Pick<TableImportProps, "table" | "hint"> {
  readonly name: string;
}

/** Description of the file, with a template. */
function FileHint({ table, hint, name }: FileHintProps) {
  const locale = useLocale();
  return (
    <p className="ch-import-hint">
      {fill(hint, { limit: table.rowsMax })}{" "}
      <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(template(table, locale))}`} download={`${name}.csv`}>
        {importWords[locale].text.template}
      </a>
    </p>
  );
}

interface CheckedProps {
  readonly checked: ImportCheck;
  readonly table: ImportColumns;
}

/** Result of the check, and why rows are refused. */
function Checked({ checked: { added, changed, faults, faultCount }, table: { columns, key } }: CheckedProps) {
  const locale = useLocale();
  const { fields, text } = importWords[locale];
  return (
    <>
      <p role="status">{fill(text.checked, { added, changed, refused: faultCount })}</p>
      {faults.length > 0 && (
        <>
          {faultCount > faults.length && <p>{fill(text.moreFaults, { shown: faults.length, count: faultCount })}</p>}
          <div className="ch-import-faults">
            <table>
              <thead>
                <tr>
                  <th scope="col">{fields.row}</th>
                  <th scope="col">{columns[key]?.text[locale]}</th>
                  <th scope="col">{fields.reason}</th>
                </tr>
              </thead>
              <tbody>
                {faults.map(({ row, code, reason }) => (
                  <tr key={row}>
                    <td>{row}</td>
                    <td>{code}</td>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  );
}
