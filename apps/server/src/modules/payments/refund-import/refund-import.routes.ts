import { refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { refundImportRow } from "@countinghouse/contract/payments/refund-import/refund-import-row.ts";
import { type ListRequest, pageQuery } from "../../../platform/db/list-query.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addFile, cancelFile, checkAgain, startFile, stopFile } from "./refund-import.service.ts";
import { describedFiles, findFile, myFiles } from "./refund-import.store.ts";
import { describedRows, rowColumn, rowFile } from "./refund-row.store.ts";

export const refundImportRoutes = implement(refundImport, {
  page: recordReads({ table: "refundImports", resource: refundImport, describe: describedFiles }).page,
  detail: (ctx, { id }) => findFile(ctx, id),
  mine: myFiles,
  add: addFile,
  check: checkAgain,
  start: startFile,
  stop: stopFile,
  cancel: cancelFile,
});

const options = { columnOf: rowColumn, id: rowFile };

export const refundImportRowRoutes = implement(refundImportRow, {
  page: (ctx: Context, input: ListRequest) =>
    pageQuery(ctx, describedRows(ctx), { spec: refundImportRow.operations.page.list, input, ...options }) as never,
  export: exportable(refundImportRow, describedRows, options),
});
