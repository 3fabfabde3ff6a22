import { z } from "zod";
import { Code, Flag, field, Id, Instant, Integer, optionalText, requiredText } from "../../kit/field.ts";
import { between, contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { filePart } from "../../platform/file-parts.ts";
import { sysFileMessages } from "./file.messages.ts";
import { FileCategory, FileFault, FileStatus } from "./file-enumerations.ts";

const fields = {
  fileName: requiredText(128),
  fileType: FileCategory.schema.nullish(),
  /** Whether everybody of the tenant who opens the list may read it; otherwise the data scope decides. */
  isPublic: Flag.default(false),
  /** What it belongs to: the name of a resource and the id of its record. */
  relationName: optionalText(64),
  relationId: optionalText(64),
  belongId: optionalText(64),
};

/** A file that somebody brought. */
export const StoredFile = z.object({
  id: Id,
  ...fields,
  suffix: Code,
  contentType: Code,
  fileBytes: Integer,
  receivedBytes: Integer,
  /** SHA-256 in hexadecimal; null until all of it is there. */
  checksum: Code.nullable(),
  status: FileStatus.schema,
  fault: FileFault.schema.nullable(),
  /** What the scanner called it, where it found something. */
  finding: z.string().nullable(),
  readyTime: Instant.nullable(),
  ...auditFields,
});
export type StoredFile = z.output<typeof StoredFile>;

const spec = {
  filters: {
    fileName: contains(128),
    suffix: exact(field(z.string().trim().toLowerCase().max(8), { kind: "code" })),
    fileType: oneOf(FileCategory.schema),
    status: oneOf(FileStatus.schema),
    relationName: exact(field(z.string().trim().max(64), { kind: "code" })),
    relationId: exact(field(z.string().trim().max(64), { kind: "code" })),
    createTime: between(Instant),
  },
  sortBy: ["createTime", "fileName", "fileBytes"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

export const sysFile = defineResource({
  name: "sysFile",
  record: StoredFile,
  for: "operator",
  refusals: {
    suffixUnknown: { field: "fileName" },
    fileTooLarge: { field: "fileBytes" },
    quotaExceeded: { status: 409, field: "fileBytes" },
    partOutOfOrder: { status: 409 },
    notReady: { status: 409 },
    fileMissing: { status: 404 },
    suffixFixed: { field: "fileName" },
    sheetUnreadable: { status: 409 },
  },
  operations: {
    page: list(StoredFile, spec),
    detail: query(ById, StoredFile),
    /** Opens a file, which follows in parts; one that was cut off is gone on with. */
    uploadFile: command(
      z.object({ ...fields, fileBytes: field(z.number().int().min(1), { kind: "integer" }) }),
      z.object({ id: Id, receivedBytes: Integer }),
      { refusals: ["suffixUnknown", "fileTooLarge", "quotaExceeded"] },
    ),
    /** Takes one part in base64. Parts come in their order; after the last one the file is looked at. */
    uploadPart: command(filePart(ById), z.object({ receivedBytes: Integer }), {
      refusals: ["partOutOfOrder"],
      secretInputs: ["data"],
    }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, { refusals: ["suffixFixed"] }),
    /** Removes a file with what it holds. */
    delete: command(Removal, Done),
    downloadFile: query(ById, z.unknown(), {
      method: "POST",
      answer: "file",
      recorded: true,
      refusals: ["notReady", "fileMissing"],
    }),
    /**
     * The file to be shown in place; types that a browser could run are never sent so. Of a workbook the first rows of its
     * first sheet, as CSV.
     */
    preview: query(ById, z.unknown(), {
      path: "preview/:id",
      answer: "file",
      refusals: ["notReady", "fileMissing", "sheetUnreadable"],
    }),
  },
  menu: { path: "/develop/file", component: "file/file.list", icon: "file-stack", order: 180 },
  messages: sysFileMessages,
});
