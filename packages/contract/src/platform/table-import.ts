import { z } from "zod";
import { Flag, Integer, requiredText } from "../kit/field.ts";
import { command, query } from "../kit/operation.ts";
import type { FileColumn } from "./file-columns.ts";
import { largerInput } from "./input-limits.ts";

/** Bytes of the largest table that is imported. */
export const importBytesMax = 1_048_576;

/** What a table may tell, by column, and which columns it cannot do without. */
export interface ImportColumns<Column extends string = string> {
  readonly columns: Readonly<Record<Column, FileColumn>>;
  readonly needed: readonly Column[];
  /** The column by which people call a row: refused rows are named by it. */
  readonly key: Column;
  /** Columns whose cells are whole numbers. */
  readonly integers: readonly Column[];
  readonly rowsMax: number;
}

const file = {
  fileName: requiredText(128),
  /** CSV, or a workbook whose first sheet counts; Base64. */
  data: z.base64().max(Math.ceil(importBytesMax / 3) * 4),
};
const largeFile = { bytes: 1_500_000 };

/** What would become of a table. */
export const ImportCheck = z.object({
  added: Integer,
  changed: Integer,
  /** Rows that would be left out, by their number in the file, and why. */
  faults: z.array(z.object({ row: Integer, code: z.string(), reason: z.string() })),
  faultCount: Integer,
});
export type ImportCheck = z.output<typeof ImportCheck>;

const unread = ["emptyFile", "unreadable", "tooManyRows", "columnMissing"] as const;

/** What is true of the refusals of an import. */
export const importRefusals = {
  emptyFile: { field: "data" },
  unreadable: { field: "data" },
  tooManyRows: { field: "data" },
  columnMissing: { field: "data" },
  rowsRefused: { status: 409, field: "data" },
  nothingToImport: { status: 409, field: "data" },
} as const;

/**
 * Records from a table. `importCheck` looks at every row as `import` would, and keeps nothing; `import` takes all rows, or
 * none: refused ones are left out only when told to.
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
