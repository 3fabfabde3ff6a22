import type { BankCsvField, BankCsvMapping } from "@countinghouse/contract/funds/bank-statement/bank-csv.ts";

/** A mapping with the column of one field changed, or taken out. */
export function withColumn(mapping: BankCsvMapping, name: BankCsvField, at: number | null): BankCsvMapping {
  const { [name]: _before, ...others } = mapping.columns;
  return { ...mapping, columns: at === null ? others : { ...others, [name]: at } };
}
