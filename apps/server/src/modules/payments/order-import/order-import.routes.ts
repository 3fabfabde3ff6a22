import { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { orderImportRow } from "@countinghouse/contract/payments/order-import/order-import-row.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { implement } from "../../../platform/http/implement.ts";
import { describedRows, pageRows, rowColumn, rowKey } from "./import-row.store.ts";
import {
  addImport,
  cancelImport,
  checkImport,
  inspectAgain,
  startImport,
  stopImport,
  undoImport,
  uploadPart,
} from "./order-import.service.ts";
import { findImport, myImports, pageImports } from "./order-import.store.ts";

export const buildOrderImportRoutes = (files: FileStore) =>
  implement(orderImport, {
    page: pageImports,
    detail: (ctx, { id }) => findImport(ctx, id),
    mine: myImports,
    add: addImport,
    upload: uploadPart(files),
    inspect: inspectAgain,
    check: checkImport,
    start: startImport,
    stop: stopImport,
    cancel: cancelImport,
    undo: undoImport,
  });

export const orderImportRowRoutes = implement(orderImportRow, {
  page: pageRows,
  export: exportable(orderImportRow, describedRows, { columnOf: rowColumn, id: rowKey }),
});
