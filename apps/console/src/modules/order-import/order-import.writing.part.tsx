import { orderImportMessages } from "@countinghouse/contract/order-import/order-import.messages.ts";
import { type OrderImportDetail, orderImport } from "@countinghouse/contract/order-import/order-import.ts";
import {
  type DelimiterName,
  type EncodingName,
  ImportDelimiter,
  ImportEncoding,
} from "@countinghouse/contract/order-import/order-import-enumerations.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../platform/access/allowed.tsx";
import { useOperation } from "../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import type { MappingPart } from "./order-import.columns.part.tsx";
import { importScreenMessages } from "./order-import.messages.ts";

/** Encoding and separator of a file. Where they were told wrongly, it is read again. */
export function FileWriting({ row }: { readonly row: OrderImportDetail }) {
  const screen = useWords(importScreenMessages);
  const { fields } = useWords(orderImportMessages);
  const locale = useLocale();
  const [encoding, setEncoding] = useState<EncodingName>(row.encoding ?? "utf-8");
  const [delimiter, setDelimiter] = useState<DelimiterName>(row.delimiter ?? ",");
  const { attempt, isRunning } = useOperation(orderImport, "inspect", { success: null });
  const isChanged = encoding !== row.encoding || delimiter !== row.delimiter;
  return (
    <div className="import-grid">
      <Field label={fields.encoding} isRequired>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            choices={ImportEncoding.members.map(({ value, text }) => ({ value, label: text[locale] }))}
            value={encoding}
            isRequired
            onChange={(next) => next && setEncoding(next)}
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
            onChange={(next) => next && setDelimiter(next)}
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

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** How times and amounts are written in the columns. */
export function ValueWriting({ mapping, onChange }: MappingPart) {
  const screen = useWords(importScreenMessages);
  const set = (change: Partial<typeof mapping>) => onChange({ ...mapping, ...change });
  const known = zones.includes(mapping.timeZone) ? zones : [mapping.timeZone, ...zones];
  return (
    <div className="import-grid">
      <Field label={screen.timeZone} isRequired>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            choices={known.map((zone) => ({ value: zone, label: zone }))}
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
