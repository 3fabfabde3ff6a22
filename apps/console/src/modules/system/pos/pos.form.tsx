import { sysPosMessages } from "@countinghouse/contract/system/pos/pos.messages.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { posImport } from "@countinghouse/contract/system/pos/pos-columns.ts";
import { TableImport } from "../../../platform/files/table-import.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";

/** Positions from a file. */
function PosImport({ onClose }: RowFormProps) {
  const { text } = useWords(sysPosMessages);
  return <TableImport resource={sysPos} table={posImport} hint={text.fileHint} onClose={onClose} />;
}

export const forms = formsOf(sysPos, sysPosMessages, {
  edit: { fields: ["name", "code", "orderNo", "status", "remark"] },
  import: PosImport,
});
