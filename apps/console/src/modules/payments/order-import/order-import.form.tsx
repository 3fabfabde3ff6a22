import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderImportMessages } from "@countinghouse/contract/payments/order-import/order-import.messages.ts";
import { type OrderImport, orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { importScreenMessages } from "./order-import.messages.ts";
import { OrderImportAdd } from "./order-import.upload.form.tsx";

/** What undoing an import takes away. */
const UndoText = ({ row: { importedCount } }: { readonly row: OrderImport }) =>
  fill(useWords(importScreenMessages).undoText, { count: importedCount.toLocaleString("en-US") });

export const forms = formsOf(orderImport, orderImportMessages, {
  add: OrderImportAdd,
  undo: {
    ask: ({ words: { actions }, row }) => ({
      title: `${actions.undo} · ${row.fileName}`,
      text: <UndoText row={row} />,
    }),
  },
});
