import {
  type BankCsvField,
  type BankCsvMapping,
  bankCsvFields,
  missingBankFields,
} from "@countinghouse/contract/funds/bank-statement/bank-csv.ts";
import { bankLineMessages } from "@countinghouse/contract/funds/bank-statement/bank-line.messages.ts";
import { bankStatementMessages } from "@countinghouse/contract/funds/bank-statement/bank-statement.messages.ts";
import type { BankPreview } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput } from "@countinghouse/ui/fields/inputs.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { withColumn } from "./bank-statement.mapping.policy.ts";
import { bankScreenMessages } from "./bank-statement.messages.ts";

/** What an account held before and after a table without balances, in minor units. */
export interface GivenBalances {
  readonly openingAmount: string | null;
  readonly closingAmount: string | null;
}

interface TableColumnsProps {
  /** In which the account is kept. */
  readonly currency: string;
  readonly columns: BankPreview["columns"];
  readonly mapping: BankCsvMapping;
  readonly balances: GivenBalances;
  readonly refusals: Readonly<Record<string, string>>;
  onChange(mapping: BankCsvMapping): void;
  onBalances(balances: GivenBalances): void;
}

/** Says what the columns of a table hold, and how its days and amounts are written. */
export function TableColumns({
  currency,
  columns,
  mapping,
  balances,
  refusals,
  onChange,
  onBalances,
}: TableColumnsProps) {
  const words = useWords(bankScreenMessages);
  const pages = useWords(pagesMessages);
  const nameOf = useFieldNames();
  const missing = missingBankFields(mapping);
  const choices = columns.map(({ name, samples }, value) => ({
    value,
    label: [name, samples.find((sample) => sample !== "")].filter(Boolean).join(" · "),
  }));
  return (
    <>
      <h3 className="bank-columns">{words.columnsTitle}</h3>
      {bankCsvFields.map((name) => (
        <Field key={name} label={nameOf(name)} error={missing.includes(name) ? pages.required : undefined}>
          {(facts) => (
            <ChoiceInput
              facts={facts}
              choices={choices}
              value={mapping.columns[name] ?? null}
              onChange={(at) => onChange(withColumn(mapping, name, at))}
            />
          )}
        </Field>
      ))}
      <Field label={words.dayOrder}>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            isRequired
            choices={(["dayFirst", "monthFirst"] as const).map((value) => ({ value, label: words[value] }))}
            value={mapping.dayOrder}
            onChange={(dayOrder) => onChange({ ...mapping, dayOrder: dayOrder ?? "dayFirst" })}
          />
        )}
      </Field>
      <Field label={words.decimalSign}>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            isRequired
            choices={([".", ","] as const).map((value) => ({ value, label: value }))}
            value={mapping.decimalSign}
            onChange={(decimalSign) => onChange({ ...mapping, decimalSign: decimalSign ?? "." })}
          />
        )}
      </Field>
      {mapping.columns.balance === undefined ? (
        <TypedBalances currency={currency} balances={balances} refusals={refusals} onBalances={onBalances} />
      ) : null}
    </>
  );
}

type TypedBalancesProps = Pick<TableColumnsProps, "currency" | "balances" | "refusals" | "onBalances">;

/** What the account held before and after a table that does not tell it. */
function TypedBalances({ currency, balances, refusals, onBalances }: TypedBalancesProps) {
  const words = useWords(bankScreenMessages);
  const { fields } = useWords(bankStatementMessages);
  return (
    <>
      <p className="funds-quiet bank-columns">{words.noBalances}</p>
      {(["openingAmount", "closingAmount"] as const).map((name) => (
        <Field key={name} label={fields[name]} isRequired error={refusals[name]}>
          {(facts) => (
            <MoneyInput
              facts={facts}
              currency={currency}
              value={balances[name]}
              onChange={(next) => onBalances({ ...balances, [name]: next })}
            />
          )}
        </Field>
      ))}
    </>
  );
}

/** What each column is called: as the line's field, where it becomes one. */
function useFieldNames(): (name: BankCsvField) => string {
  const words = useWords(bankScreenMessages);
  const { fields } = useWords(bankLineMessages);
  const own: Partial<Record<BankCsvField, string>> = {
    ...words.csv,
    reference: fields.bankRef,
  };
  return (name) => own[name] ?? fields[name as keyof typeof fields] ?? name;
}
