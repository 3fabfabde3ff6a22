import { orderImportMessages } from "@countinghouse/contract/payments/order-import/order-import.messages.ts";
import { type OrderImportDetail, orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import {
  type DelimiterName,
  type EncodingName,
  ImportDelimiter,
  ImportEncoding,
} from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { UnsavedGuard } from "../../../platform/pages/unsaved-guard.tsx";
import { ZonePicker } from "../../../platform/pickers/time-pickers.tsx";
import type { MappingPart } from "./order-import.columns.part.tsx";
import { importScreenMessages } from "./order-import.messages.ts";

/** Encoding and separator of a file, as they are told. */
export interface FileFormat {
  readonly encoding: EncodingName;
  readonly delimiter: DelimiterName;
  /** The file was not read by these yet. */
  readonly isChanged: boolean;
  /** Somebody chose what the file was not read by. */
  readonly isTold: boolean;
  set(change: { readonly encoding?: EncodingName; readonly delimiter?: DelimiterName }): void;
}

/** What is told of a file; what it was read by until something else is. */
export function useFileFormat(row: OrderImportDetail): FileFormat {
  const [told, setTold] = useState<Parameters<FileFormat["set"]>[0]>({});
  const encoding = told.encoding ?? row.encoding ?? "utf-8";
  const delimiter = told.delimiter ?? row.delimiter ?? ",";
  return {
    encoding,
    delimiter,
    isChanged: encoding !== row.encoding || delimiter !== row.delimiter,
    isTold: (told.encoding ?? row.encoding) !== row.encoding || (told.delimiter ?? row.delimiter) !== row.delimiter,
    set: (change) => setTold((before) => ({ ...before, ...change })),
  };
}

/** Tells how a file is written that could not be read as it was taken to be. */
export function FileWritingForm({ row }: { readonly row: OrderImportDetail }) {
  const writing = useFileFormat(row);
  return (
    <>
      <UnsavedGuard isDirty={writing.isTold} />
      <FileWriting row={row} writing={writing} />
    </>
  );
}

interface FileWritingProps {
  readonly row: OrderImportDetail;
  readonly writing: FileFormat;
}

/** Encoding and separator of a file. Where they were told wrongly, it is read again. */
export function FileWriting({ row, writing }: FileWritingProps) {
  const screen = useWords(importScreenMessages);
  const { fields } = useWords(orderImportMessages);
  const locale = useLocale();
  const { attempt, isRunning } = useOperation(orderImport, "inspect", { success: null });
  const { encoding, delimiter, isChanged, set } = writing;
  return (
    <div className="import-grid">
      <Field label={fields.encoding} isRequired>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            choices={ImportEncoding.members.map(({ value, text }) => ({ value, label: text[locale] }))}
            value={encoding}
            isRequired
            onChange={(next) => next && set({ encoding: next })}
          />
        )}
      </Field>
      <Field label={fields.delimiter} isRequired>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            choices={ImportDelimiter.members.map(({ value, text }) => ({ value, label: text[locale] }))}
            value={delimiter}
            isRequired
            onChange={(next) => next && set({ delimiter: next })}
          />
        )}
      </Field>
      {isChanged ? (
        <Allowed need="orderImport:inspect">
          <div className="import-beside">
            <Button loading={isRunning} onClick={() => void attempt({ id: row.id, encoding, delimiter })}>
              {screen.readAgain}
            </Button>
          </div>
        </Allowed>
      ) : null}
    </div>
  );
}

/** How times and amounts are written in the columns. */
export function ValueWriting({ mapping, onChange }: MappingPart) {
  const screen = useWords(importScreenMessages);
  const set = (change: Partial<typeof mapping>) => onChange({ ...mapping, ...change });
  return (
    <div className="import-grid">
      <Field label={screen.timeZone} isRequired>
        {(facts) => (
          <ZonePicker
            facts={facts}
            value={mapping.timeZone}
            isRequired
            onChange={(timeZone) => timeZone && set({ timeZone })}
          />
        )}
      </Field>
      <Field label={screen.dayOrder} isRequired>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            choices={[
              { value: "dayFirst", label: screen.dayFirst },
              { value: "monthFirst", label: screen.monthFirst },
            ]}
            value={mapping.dayOrder}
            isRequired
            onChange={(dayOrder) => set({ dayOrder: dayOrder === "monthFirst" ? "monthFirst" : "dayFirst" })}
          />
        )}
      </Field>
      <Field label={screen.decimalSign} isRequired>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            choices={[
              { value: ".", label: screen.decimalPoint },
              { value: ",", label: screen.decimalComma },
            ]}
            value={mapping.decimalSign}
            isRequired
            onChange={(decimalSign) => set({ decimalSign: decimalSign === "," ? "," : "." })}
          />
        )}
      </Field>
      <Field label={screen.unit} isRequired>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            choices={[
              { value: "major", label: screen.unitMajor },
              { value: "minor", label: screen.unitMinor },
            ]}
            value={mapping.unit}
            isRequired
            onChange={(unit) => set({ unit: unit === "minor" ? "minor" : "major" })}
          />
        )}
      </Field>
    </div>
  );
}
