import { z } from "zod";
import { Flag, Integer, requiredText } from "../kit/field.ts";
import { command, query } from "../kit/operation.ts";
import type { FileColumn } from "./file-columns.ts";
import { largerInput } from "./input-limits.ts";

/** Maximum size of an imported table in bytes. */
export const importBytesMax = 1_048_576;

/** Columns of a table, and which are required. */
export interface ImportColumns<Column extends string = string> {
  readonly columns: Readonly<Record<Column, FileColumn>>;
  readonly needed: readonly Column[];
  /** The column that identifies rows in messages. */
  readonly key: Column;
  /** Columns with integers. */
  readonly integers: readonly Column[];
  readonly rowsMax: number;
}

const file = {
  fileName: requiredText(128),
  /** CSV, or a workbook, of which the first sheet is read; Base64. */
  data: z.base64().max(Math.ceil(importBytesMax / 3) * 4),
};
const largeFile = { bytes: 1_500_000 };

/** Result of a check. */
export const ImportCheck = z.object({
  added: Integer,
  changed: Integer,
  /** Refused rows, by their number in the file, with the reason. */
  faults: z.array(z.object({ row: Integer, code: z.string(), reason: z.string() })),
  faultCount: Integer,
});
export type ImportCheck = z.output<typeof ImportCheck>;

const unread = ["emptyFile", "unreadable", "tooManyRows", "columnMissing"] as const;

/** Declarations of an import's refusals. */
export const importRefusals = {
  emptyFile: { field: "data" },
  unreadable: { field: "data" },
  tooManyRows: { field: "data" },
  columnMissing: { field: "data" },
  rowsRefused: { status: 409, field: "data" },
  nothingToImport: { status: 409, field: "data" },
} as const;

/**
 * Imports records from a table. `importCheck` judges every row like `import`, without storing; `import` takes all rows
 * or none: refused ones are skipped only on request.
 */
export const importOperations = ({ stepUp = false }: { readonly stepUp?: boolean } = {}) => ({
  importCheck: query(largerInput(z.object(file), largeFile), ImportCheck, {
    method: "POST",
    refusals: unread,
    secretInputs: ["data"],
  }),
  import: command(
    largerInput(z.object({ ...file, leaveOutRefused: Flag.default(false) }), largeFile),
    ImportCheck.pick({ added: true, changed: true }).extend({ leftOut: Integer }),
    { secretInputs: ["data"], refusals: [...unread, "rowsRefused", "nothingToImport"], ...(stepUp ? { stepUp } : {}) },
  ),
});
