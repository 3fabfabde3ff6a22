import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import {
  type ImportMapping,
  missingFields,
  neededFields,
} from "@countinghouse/contract/payments/order-import/import-mapping.ts";
import { orderImportMessages } from "@countinghouse/contract/payments/order-import/order-import.messages.ts";
import {
  type ImportColumn,
  type OrderImportDetail,
  orderImport,
} from "@countinghouse/contract/payments/order-import/order-import.ts";
import {
  ImportField,
  type ImportFieldName,
} from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput, ChoicesInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { useId, useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { UnsavedGuard } from "../../../platform/pages/unsaved-guard.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { columnChoices } from "./order-import.choices.part.tsx";
import { FileWriting, useFileFormat, ValueWriting } from "./order-import.format.part.tsx";
import { columnsOf, isSameMapping, withColumns } from "./order-import.mapping.policy.ts";
import { importScreenMessages } from "./order-import.messages.ts";
import { FixedValue, WordMeanings } from "./order-import.words.part.tsx";

const needed: readonly string[] = neededFields;

/** What a part of the form changes: the mapping as it stands, and what it becomes. */
export interface MappingPart {
  readonly mapping: ImportMapping;
  readonly columns: readonly ImportColumn[];
  onChange(mapping: ImportMapping): void;
}

interface ColumnsFormProps {
  readonly row: OrderImportDetail;
  /** What the headings suggest, or what was chosen before. */
  readonly start: ImportMapping;
}

/** Says what the columns of a file mean, and has every row looked at. */
export function ColumnsForm({ row, start }: ColumnsFormProps) {
  const screen = useWords(importScreenMessages);
  const { actions } = useWords(orderImportMessages);
  const [mapping, onChange] = useState(start);
  const hintId = useId();
  const [isAsked, setIsAsked] = useState(false);
  const { attempt, isRunning } = useOperation(orderImport, "check", { success: null });
  const missing = missingFields(mapping);
  const writing = useFileFormat(row);
  const part = { mapping, columns: row.columns, onChange };
  const check = () => {
    setIsAsked(true);
    if (missing.length === 0) void attempt({ id: row.id, mapping });
  };
  return (
    <>
      <UnsavedGuard isDirty={writing.isTold || !isSameMapping(mapping, start)} />
      <FileWriting row={row} writing={writing} />
      <h3 className="ch-section-title">{screen.orderColumns}</h3>
      <div className="import-grid">
        {ImportField.members.map(({ value }) => (
          <ColumnField key={value} {...part} field={value} isMissing={isAsked && missing.includes(value)} />
        ))}
      </div>
      <WordMeanings {...part} field="status" />
      <WordMeanings {...part} field="method" />
      <h3 className="ch-section-title">{screen.howWritten}</h3>
      <ValueWriting {...part} />
      <Allowed need="orderImport:check">
        <div className="import-foot">
          {/* The columns are those of the last reading: a dry run would not heed what was told since. */}
          {writing.isChanged ? (
            <p id={hintId} className="import-note">
              {screen.readFirst}
            </p>
          ) : null}
          <Button
            type="primary"
            loading={isRunning}
            disabled={writing.isChanged}
            {...(writing.isChanged ? { "aria-describedby": hintId } : {})}
            onClick={check}
          >
            {actions.check}
          </Button>
        </div>
      </Allowed>
    </>
  );
}

interface ColumnFieldProps extends MappingPart {
  readonly field: ImportFieldName;
  readonly isMissing: boolean;
}

/** The column of one field with its first texts; below, one value for all rows where no column tells. */
function ColumnField({ field, isMissing, ...part }: ColumnFieldProps) {
  const screen = useWords(importScreenMessages);
  const locale = useLocale();
  const methods = useAnswer(paymentMethod, "list", {}).data ?? [];
  const { mapping, columns, onChange } = part;
  const label = ImportField.memberOf(field)?.text[locale] ?? field;
  const canBeFixed = field === "currency" || field === "status" || field === "method";
  const chosen = mapping.columns[field] ?? [];
  const set = (next: readonly number[]) =>
    onChange(withColumns(mapping, columns, field, next, new Set(methods.map(({ code }) => code))));
  const texts = columnsOf(mapping, columns, field).map(({ samples }) => samples.join(" · "));
  const hint = texts.filter(Boolean).join(" — ") || (field === "merchantOrderNo" ? screen.joined : undefined);
  const error = isMissing ? (canBeFixed ? screen.needed : screen.neededColumn) : undefined;
  const choices = columnChoices(columns, screen.nameless);
  return (
    <div className="import-field">
      <Field label={label} isRequired={needed.includes(field)} hint={hint} error={error} name={field}>
        {(facts) =>
          field === "merchantOrderNo" ? (
            <ChoicesInput facts={facts} choices={choices} value={chosen} onChange={(next) => set(next ?? [])} />
          ) : (
            <ChoiceInput
              facts={facts}
              choices={choices}
              value={chosen[0] ?? null}
              onChange={(next) => set(next === null ? [] : [next])}
            />
          )
        }
      </Field>
      {canBeFixed && chosen.length === 0 ? <FixedValue {...part} field={field} label={label} /> : null}
    </div>
  );
}
