import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { sysRegionMessages } from "@countinghouse/contract/settings/region/region.messages.ts";
import {
  type RegionFileCheck,
  regionFileBytesMax,
  regionFileRowsMax,
  sysRegion,
} from "@countinghouse/contract/settings/region/region.ts";
import { regionColumns } from "@countinghouse/contract/settings/region/region-columns.ts";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { call } from "../../../platform/api/client.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { FileChoice } from "../../../platform/files/file-choice.tsx";
import { base64Of } from "../../../platform/files/send-file.ts";
import { useFileReading } from "../../../platform/files/use-file-reading.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import "./region.css";

/** An empty file with the headings in the reader's language; the mark in front tells programs how it is written. */
const template = (locale: Locale): string =>
  `\uFEFF${Object.values(regionColumns)
    .map(({ text }) => text[locale])
    .join(",")}\r\n`;

/** Regions from a file: what becomes of every row is shown before anything is imported. */
export function RegionFileImport({ onClose }: RowFormProps) {
  const { actions, text } = useWords(sysRegionMessages);
  const pages = useWords(pagesMessages);
  const locale = useLocale();
  const [file, setFile] = useState<File>();
  const [checked, setChecked] = useState<RegionFileCheck>();
  const [isLeftOut, setLeftOut] = useState(false);
  const { refusals, setRefusals, isReading, attempt } = useFileReading();
  const { run } = useOperation(sysRegion, "import");
  const inputOf = async (of: File) => ({ fileName: of.name.slice(-128), data: await base64Of(of) });
  const choose = (chosen: File) => {
    setFile(chosen);
    setChecked(undefined);
    setRefusals({});
    void attempt(async () => setChecked(await call(sysRegion, "importCheck", await inputOf(chosen))));
  };
  const take = () =>
    file &&
    attempt(async () => {
      await run({ ...(await inputOf(file)), leaveOutRefused: isLeftOut });
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
      <p className="region-hint">{text.nothingYet}</p>
      <FileChoice file={file} bytesMax={regionFileBytesMax} isDisabled={isReading} onChoose={choose} />
      {refusals.data ? (
        <p className="ch-field-error" role="alert">
          {refusals.data}
        </p>
      ) : null}
      {checked ? (
        <Checked checked={checked} />
      ) : (
        <p className="region-hint">
          {fill(text.fileHint, { limit: regionFileRowsMax })}{" "}
          <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(template(locale))}`} download="regions.csv">
            {text.template}
          </a>
        </p>
      )}
      {refused > 0 && usable > 0 ? (
        <Checkbox checked={isLeftOut} onChange={({ target }) => setLeftOut(target.checked)}>
          {text.leaveOut}
        </Checkbox>
      ) : null}
    </FormFrame>
  );
}

/** What would become of the file, and why rows are refused. */
function Checked({ checked: { added, changed, faults, faultCount } }: { readonly checked: RegionFileCheck }) {
  const { fields, text } = useWords(sysRegionMessages);
  return (
    <>
      <p role="status">{fill(text.checked, { added, changed, refused: faultCount })}</p>
      {faults.length > 0 && (
        <>
          {faultCount > faults.length && <p>{fill(text.moreFaults, { shown: faults.length, count: faultCount })}</p>}
          <div className="region-faults">
            <table>
              <thead>
                <tr>
                  <th scope="col">{fields.row}</th>
                  <th scope="col">{fields.code}</th>
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
