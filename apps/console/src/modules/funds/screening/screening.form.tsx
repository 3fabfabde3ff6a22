import { screeningMessages } from "@countinghouse/contract/funds/screening/screening.messages.ts";
import { screening } from "@countinghouse/contract/funds/screening/screening.ts";
import { screeningImport } from "@countinghouse/contract/funds/screening/screening-columns.ts";
import { TableImport } from "../../../platform/files/table-import.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";

/** Entries from a file of a sanctions list. */
function ScreeningImport({ onClose }: RowFormProps) {
  const { text } = useWords(screeningMessages);
  return <TableImport resource={screening} table={screeningImport} hint={text.fileHint} onClose={onClose} />;
}

export const forms = formsOf(screening, screeningMessages, {
  edit: { fields: ["kind", "name", "country", "decision", "list", "reference", "status", "remark"] },
  import: ScreeningImport,
});
