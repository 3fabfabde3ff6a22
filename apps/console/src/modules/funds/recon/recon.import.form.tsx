import { reconMessages } from "@countinghouse/contract/funds/recon/recon.messages.ts";
import { type ReconPreview, recon, reconUploadBytesMax } from "@countinghouse/contract/funds/recon/recon.ts";
import { ReconLineType } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { references } from "@countinghouse/contract/references.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../../platform/api/client.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { FileChoice } from "../../../platform/files/file-choice.tsx";
import { base64Of } from "../../../platform/files/send-file.ts";
import { useFileReading } from "../../../platform/files/use-file-reading.ts";
import { linesMessages } from "../../../platform/funds/lines.messages.ts";
import { LinesTable } from "../../../platform/funds/lines-table.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { ReferencePicker } from "../../../platform/references/reference-picker.tsx";
import { FileChecks } from "./recon.head.part.tsx";
import { reconScreenMessages } from "./recon.messages.ts";

interface Read {
  readonly data: string;
  readonly preview: ReconPreview;
}

/** What is chosen, what was read of it, and what is said against it. */
function useReading(onClose: () => void) {
  const pages = useWords(pagesMessages);
  const [gatewayAccountId, setAccount] = useState<string | null>(null);
  const [file, setFile] = useState<File>();
  const [read, setRead] = useState<Read>();
  const { refusals, setRefusals, isReading, attempt } = useFileReading();
  const navigate = useNavigate();
  const { run } = useOperation(recon, "import", { success: null });
  const missing = () => ({
    ...(gatewayAccountId ? {} : { gatewayAccountId: pages.required }),
    ...(file ? {} : { data: pages.required }),
  });
  const look = async () => {
    setRefusals(missing());
    if (!gatewayAccountId || !file) return;
    await attempt(async () => {
      const data = await base64Of(file);
      const preview = await call(recon, "preview", { gatewayAccountId, fileName: file.name.slice(-128), data });
      setRead({ data, preview });
    });
  };
  const take = async () => {
    if (!gatewayAccountId || !file || !read) return;
    await attempt(async () => {
      const id = await run({ gatewayAccountId, fileName: file.name.slice(-128), data: read.data });
      onClose();
      await navigate(`/finance/recon/${id}`);
    });
  };
  const choose = (change: () => void) => {
    setRead(undefined);
    change();
  };
  return {
    gatewayAccountId,
    file,
    read,
    refusals,
    isReading,
    look,
    take,
    chooseAccount: (id: string | null) => choose(() => setAccount(id)),
    chooseFile: (chosen: File | undefined) => choose(() => setFile(chosen)),
  };
}

/** Takes a settlement file: reads it, says what it comes to, and imports it once somebody says so. */
export function ReconImport({ onClose }: { onClose(): void }) {
  const words = useWords(reconScreenMessages);
  const lines = useWords(linesMessages);
  const pages = useWords(pagesMessages);
  const { actions, fields } = useWords(reconMessages);
  const reading = useReading(onClose);
  const { read, refusals, isReading } = reading;
  const foot = (
    <>
      <Button onClick={onClose}>{pages.cancel}</Button>
      <Button type="primary" loading={isReading} onClick={() => void (read ? reading.take() : reading.look())}>
        {read ? fill(words.importIt, { count: read.preview.lineCount }) : lines.read}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions.import} foot={foot} onClose={onClose}>
      <p className="funds-quiet">{words.importNote}</p>
      <div className="ch-form">
        <Field label={fields.gatewayAccountId} isRequired isWide error={refusals.gatewayAccountId}>
          {(facts) => (
            <ReferencePicker
              facts={facts}
              of={{ kind: "reference", target: references.gatewayAccount }}
              values={{}}
              value={reading.gatewayAccountId}
              onChange={(next) => reading.chooseAccount(next === null ? null : String(next))}
            />
          )}
        </Field>
        <Field label={fields.data} isRequired isWide error={refusals.data}>
          {() => (
            <FileChoice
              file={reading.file}
              bytesMax={reconUploadBytesMax}
              isDisabled={isReading}
              onChoose={reading.chooseFile}
            />
          )}
        </Field>
      </div>
      {read ? <Preview of={read.preview} /> : null}
    </FormFrame>
  );
}

function Preview({ of }: { readonly of: ReconPreview }) {
  const words = useWords(reconScreenMessages);
  const { fields } = useWords(reconMessages);
  const locale = useLocale();
  return (
    <>
      <FileChecks checks={{ ...of, isSingle: of.knownId === null }} copies={0} />
      {of.knownId ? <p className="funds-quiet">{words.knownFile}</p> : null}
      <LinesTable>
        <thead>
          <tr>
            <th scope="col">{fields.type}</th>
            <th scope="col" className="lines-figure">
              {fields.count}
            </th>
            <th scope="col" className="lines-figure">
              {fields.netAmount}
            </th>
          </tr>
        </thead>
        <tbody>
          {of.types.map(({ type, count, currency, netAmount }) => (
            <tr key={`${type} ${currency}`}>
              <td>{ReconLineType.memberOf(type)?.text[locale] ?? type}</td>
              <td className="lines-figure">{count.toLocaleString("en-US")}</td>
              <td className="lines-figure">
                <MoneyCell amount={fromWire(netAmount, currency)} />
              </td>
            </tr>
          ))}
        </tbody>
      </LinesTable>
    </>
  );
}
