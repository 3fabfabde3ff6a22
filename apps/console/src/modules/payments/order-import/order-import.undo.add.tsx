import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type OrderImport, orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { DecisionDialog } from "../../../platform/pages/decision-dialog.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { importScreenMessages } from "./order-import.messages.ts";

/** Says what undoing an import takes away before anybody agrees to it. */
export function OrderImportUndo({ record, onClose }: RowFormProps<OrderImport>) {
  const { undoText } = useWords(importScreenMessages);
  if (!record) return null;
  const count = record.importedCount.toLocaleString("en-US");
  return (
    <DecisionDialog
      resource={orderImport}
      operation="undo"
      row={{ id: record.id, fileName: record.fileName }}
      nameField="fileName"
      onClose={onClose}
    >
      <p>{fill(undoText, { count })}</p>
    </DecisionDialog>
  );
}
