import { z } from "zod";
import { Day, Flag, field, Instant, Integer, requiredText } from "../../kit/field.ts";
import { between, contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { idOf } from "../../payment-fields.ts";
import { filePart } from "../../platform/file-parts.ts";
import { CardRangeFailure, CardRangeFault, CardRangeFileStatus } from "./card-range-enumerations.ts";
import { cardRangeFileMessages } from "./card-range-file.messages.ts";

export const CardRangeFileId = idOf("crf");

/** Maximum size and rows of a card range file. */
export const cardRangeFileBytesMax = 100 * 1_048_576;
export const cardRangeRowsMax = 1_000_000;
/** Maximum number of listed refused rows; the others are counted. */
export const cardRangeFaultsMax = 200;

/** A refused row by line; the header is line 1. */
export const FaultyRow = z.object({
  line: Integer,
  /** Header of the column; null for faults of the whole row. */
  column: z.string().nullable(),
  reason: CardRangeFault.schema,
  value: z.string(),
});
export type FaultyRow = z.output<typeof FaultyRow>;

const origin = {
  /** Issuer of the file: a scheme or data provider. A new file replaces the source's old one. */
  source: requiredText(64),
  /** Contract or licence of the data. */
  licence: requiredText(256),
  /** Date of the data. */
  fileDate: Day,
};

/** A card range file of a scheme or data provider. */
export const CardRangeFile = z.object({
  id: CardRangeFileId,
  ...origin,
  fileName: requiredText(128),
  fileBytes: Integer,
  status: CardRangeFileStatus.schema,
  /** Rows below the header; null until the file was read. */
  rowCount: Integer.nullable(),
  refusedCount: Integer,
  /** Number of replaced ranges of the source; null until then. */
  replacedCount: Integer.nullable(),
  failure: CardRangeFailure.schema.nullable(),
  /** Line at which reading failed; the header is line 1. */
  failureLine: Integer.nullable(),
  checkTime: Instant.nullable(),
  startTime: Instant.nullable(),
  ...auditFields,
});
export type CardRangeFile = z.output<typeof CardRangeFile>;

export const CardRangeFileDetail = CardRangeFile.extend({
  receivedBytes: Integer,
  faults: z.array(FaultyRow),
  /** Ranges of the source now in force. */
  presentCount: Integer,
});
export type CardRangeFileDetail = z.output<typeof CardRangeFileDetail>;

const spec = {
  filters: {
    source: contains(64),
    status: oneOf(CardRangeFileStatus.schema),
    fileDate: between(Day),
    createTime: between(Instant),
  },
  sortBy: ["createTime", "source", "fileDate"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const ById = z.object({ id: CardRangeFileId });

export const cardRangeFile = defineResource({
  name: "cardRangeFile",
  record: CardRangeFile,
  refusals: {
    fileTooLarge: { field: "fileBytes" },
    partOutOfOrder: { status: 409 },
    wrongState: { status: 409 },
    rowsRefused: { status: 409 },
    nothingToLoad: { status: 409 },
  },
  operations: {
    page: list(CardRangeFile, spec),
    detail: query(ById, CardRangeFileDetail),
    /** Creates a file, to be uploaded in parts. */
    add: command(
      z.object({
        ...origin,
        fileName: requiredText(128),
        fileBytes: field(z.number().int().min(1), { kind: "integer" }),
      }),
      CardRangeFileId,
      { refusals: ["fileTooLarge"] },
    ),
    /** Uploads a part in base64. Parts come in order; after the last one every row is checked. */
    upload: command(filePart(ById), z.object({ receivedBytes: Integer }), {
      refusals: ["partOutOfOrder", "wrongState"],
      secretInputs: ["data"],
    }),
    /** Replaces all ranges of the source by the file's. Refused rows are skipped only on request. */
    start: command(ById.extend({ leaveOutRefused: Flag.default(false) }), Done, {
      refusals: ["wrongState", "rowsRefused", "nothingToLoad"],
    }),
    cancel: command(ById, Done, { refusals: ["wrongState"] }),
    /** Removes the ranges of a source, for example when its licence ended. */
    withdraw: command(ById, Done, { refusals: ["wrongState"] }),
  },
  menu: {
    path: "/acquiring/card-range-file",
    component: "card-range/card-range-file.list",
    icon: "file-up",
    order: 710,
  },
  messages: cardRangeFileMessages,
});
