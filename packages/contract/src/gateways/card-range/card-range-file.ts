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

/** The largest file of card ranges that is taken, and its most rows. */
export const cardRangeFileBytesMax = 100 * 1_048_576;
export const cardRangeRowsMax = 1_000_000;
/** Refused rows that are named; the rest is counted. */
export const cardRangeFaultsMax = 200;

/** A row that is refused, by its line in the file; the heading is line 1. */
export const FaultyRow = z.object({
  line: Integer,
  /** The heading of the column; null where the whole row is at fault. */
  column: z.string().nullable(),
  reason: CardRangeFault.schema,
  value: z.string(),
});
export type FaultyRow = z.output<typeof FaultyRow>;

const origin = {
  /** Who gives the file out: a scheme or a data provider. A new file of a source takes the place of the old one. */
  source: requiredText(64),
  /** Under which contract or licence the data may be used. */
  licence: requiredText(256),
  /** The day the data is of. */
  fileDate: Day,
};

/** A file of card ranges, as the operator's schemes or data provider give it out. */
export const CardRangeFile = z.object({
  id: CardRangeFileId,
  ...origin,
  fileName: requiredText(128),
  fileBytes: Integer,
  status: CardRangeFileStatus.schema,
  /** Rows below the heading; null until the file was read. */
  rowCount: Integer.nullable(),
  refusedCount: Integer,
  /** Ranges of the source before this file took over; null until it has. */
  replacedCount: Integer.nullable(),
  failure: CardRangeFailure.schema.nullable(),
  /** Line of the file where it could not be read on; the heading is line 1. */
  failureLine: Integer.nullable(),
  checkTime: Instant.nullable(),
  startTime: Instant.nullable(),
  ...auditFields,
});
export type CardRangeFile = z.output<typeof CardRangeFile>;

export const CardRangeFileDetail = CardRangeFile.extend({
  receivedBytes: Integer,
  faults: z.array(FaultyRow),
  /** Ranges of the same source that are in force now. */
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
    /** Opens the way in for a file, which follows in parts. */
    add: command(
      z.object({
        ...origin,
        fileName: requiredText(128),
        fileBytes: field(z.number().int().min(1), { kind: "integer" }),
      }),
      CardRangeFileId,
      { refusals: ["fileTooLarge"] },
    ),
    /** Takes one part of the file in base64. Parts come in their order; after the last one every row is looked at. */
    upload: command(filePart(ById), z.object({ receivedBytes: Integer }), {
      refusals: ["partOutOfOrder", "wrongState"],
      secretInputs: ["data"],
    }),
    /** Replaces all ranges of the source by those of the file. Refused rows are only left out when told to. */
    start: command(ById.extend({ leaveOutRefused: Flag.default(false) }), Done, {
      refusals: ["wrongState", "rowsRefused", "nothingToLoad"],
    }),
    cancel: command(ById, Done, { refusals: ["wrongState"] }),
    /** Takes the ranges of a source out, as when its licence ended. */
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
