import { type BankCsvMapping, missingBankFields } from "@countinghouse/contract/funds/bank-statement/bank-csv.ts";
import { BankFormat } from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import { bankStatementMessages } from "@countinghouse/contract/funds/bank-statement/bank-statement.messages.ts";
import {
  type BankPreview,
  bankStatement,
  bankUploadBytesMax,
} from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
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
import { OurAccountInput } from "../../../platform/funds/our-account.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { type GivenBalances, TableColumns } from "./bank-statement.columns.part.tsx";
import { bankScreenMessages } from "./bank-statement.messages.ts";
import "./bank-statement.css";

interface Read {
  readonly data: string;
  readonly preview: BankPreview;
}

/** What banks call their files. */
const forms = ".xml,.sta,.mt940,.940,.csv,.txt,.tsv";

const noBalances: GivenBalances = { openingAmount: null, closingAmount: null };

/** What is chosen, and what was read of it by which columns. */
function useChoices() {
  const [payoutAccountId, setAccount] = useState<string | null>(null);
  const [file, setFile] = useState<File>();
  const [read, setRead] = useState<Read>();
  const [mapping, setMapping] = useState<BankCsvMapping | null>(null);
  const [balances, setBalances] = useState(noBalances);
  const { refusals, setRefusals, isReading, attempt } = useFileReading();
  /** Another file or account is read anew, and its columns are its own. */
  const choose = (change: () => void) => {
    setRead(undefined);
    setMapping(null);
    setBalances(noBalances);
    setRefusals({});
    change();
  };
  /** What was read by other columns holds no longer. */
  const readOtherwise = (change: () => void) => {
    setRead((before) => before && { ...before, preview: { ...before.preview, statements: [] } });
    change();
  };
  return {
    payoutAccountId,
    file,
    read,
    mapping,
    balances,
    refusals,
    setRefusals,
    isReading,
    attempt,
    keepRead: (next: Read) => {
      setRead(next);
      setMapping(next.preview.mapping);
    },
    chooseAccount: (id: string | null) => choose(() => setAccount(id)),
    chooseFile: (chosen: File | undefined) => choose(() => setFile(chosen)),
    chooseMapping: (next: BankCsvMapping) => readOtherwise(() => setMapping(next)),
    chooseBalances: (next: GivenBalances) => readOtherwise(() => setBalances(next)),
  };
}

/** Reads what is chosen, takes it in, and keeps what is said against it. */
function useStatementFile(onClose: () => void) {
  const pages = useWords(pagesMessages);
  const navigate = useNavigate();
  const { keepRead, setRefusals, isReading, attempt, ...choices } = useChoices();
  const { payoutAccountId, file, read, mapping, balances } = choices;
  const { run } = useOperation(bankStatement, "import", { success: null });
  const inputOf = (data: string) => ({
    payoutAccountId: payoutAccountId ?? "",
    fileName: (file?.name ?? "").slice(-128),
    data,
    mapping,
    ...balances,
  });
  const look = async () => {
    setRefusals({
      ...(payoutAccountId ? {} : { payoutAccountId: pages.required }),
      ...(file ? {} : { data: pages.required }),
    });
    if (!payoutAccountId || !file) return;
    await attempt(async () => {
      const data = read?.data ?? (await base64Of(file));
      const preview = await call(bankStatement, "preview", inputOf(data));
      keepRead({ data, preview });
    });
  };
  const take = async () => {
    if (!read) return;
    await attempt(async () => {
      const { ids } = await run(inputOf(read.data));
      onClose();
      await navigate(ids.length === 1 ? `/finance/bank-statement/${ids[0]}` : "/finance/bank-statement");
    });
  };
  return { ...choices, isBusy: isReading, look, take };
}

/** Takes a file of statements: reads it, says what it holds, and imports it once somebody says so. */
export function BankImport({ onClose }: { onClose(): void }) {
  const words = useWords(bankScreenMessages);
  const lines = useWords(linesMessages);
  const pages = useWords(pagesMessages);
  const { actions, fields } = useWords(bankStatementMessages);
  const reading = useStatementFile(onClose);
  const { read, refusals, mapping, isBusy } = reading;
  const count = read?.preview.statements.length ?? 0;
  const known = read?.preview.statements.find(({ knownNo }) => knownNo !== null)?.knownNo ?? null;
  const next = count > 0 ? fill(words.importIt, { count }) : read ? words.readAgain : lines.read;
  const isLacking = mapping !== null && missingBankFields(mapping).length > 0;
  const foot = (
    <>
      <Button onClick={onClose}>{pages.cancel}</Button>
      <Button
        type="primary"
        loading={isBusy}
        disabled={known !== null || isLacking}
        onClick={() => void (count > 0 ? reading.take() : reading.look())}
      >
        {next}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions.import} foot={foot} onClose={onClose}>
      <p className="funds-quiet">{words.importNote}</p>
      <div className="ch-form">
        <Field label={fields.payoutAccountId} isRequired isWide error={refusals.payoutAccountId}>
          {(facts) => (
            <OurAccountInput
              facts={facts}
              value={reading.payoutAccountId}
              onChange={reading.chooseAccount}
              isDisabled={isBusy}
            />
          )}
        </Field>
        <Field label={fields.data} isRequired isWide error={refusals.data}>
          {() => (
            <FileChoice
              file={reading.file}
              bytesMax={bankUploadBytesMax}
              accept={forms}
              isDisabled={isBusy}
              onChoose={reading.chooseFile}
            />
          )}
        </Field>
        {read?.preview.format === "csv" && mapping ? (
          <TableColumns
            currency={read.preview.currency}
            columns={read.preview.columns}
            mapping={mapping}
            balances={reading.balances}
            refusals={refusals}
            onChange={reading.chooseMapping}
            onBalances={reading.chooseBalances}
          />
        ) : null}
      </div>
      {known === null ? null : <p className="lines-late">{fill(words.knownFile, { no: known })}</p>}
      {read && count > 0 ? <Statements of={read.preview} /> : null}
    </FormFrame>
  );
}

const shownAmounts = ["openingAmount", "creditAmount", "debitAmount", "closingAmount"] as const;

function Statements({ of }: { readonly of: BankPreview }) {
  const { fields } = useWords(bankStatementMessages);
  const locale = useLocale();
  return (
    <LinesTable className="bank-statements">
      <caption>{BankFormat.memberOf(of.format)?.text[locale]}</caption>
      <thead>
        <tr>
          <th scope="col">{fields.bankNo}</th>
          <th scope="col">{fields.toDate}</th>
          <th scope="col">{fields.lineCount}</th>
          {shownAmounts.map((name) => (
            <th key={name} scope="col" className="lines-figure">
              {fields[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.statements.map((one) => (
          <tr key={`${one.bankNo} ${one.fromDate} ${one.toDate} ${one.openingAmount}`}>
            <td className="ch-mono">{one.bankNo || "–"}</td>
            <td>{one.toDate}</td>
            <td>{one.lineCount}</td>
            {shownAmounts.map((name) => (
              <td key={name} className="lines-figure">
                <MoneyCell amount={fromWire(one[name], one.currency)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}
