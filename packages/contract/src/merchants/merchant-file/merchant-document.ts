import { z } from "zod";
import { Day, doerName, field, Instant, Integer, requiredText, Version } from "../../kit/field.ts";
import { command, Done, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { idOf } from "../../payment-fields.ts";
import { filePart } from "../../platform/file-parts.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { DocumentKind, DocumentStatus } from "./file-enumerations.ts";
import { merchantDocumentMessages } from "./merchant-document.messages.ts";

/** Id of a document. */
export const DocumentId = idOf("doc");

/** Maximum size of a document, in bytes. */
export const documentBytesMax = 10_485_760;

const fields = {
  kind: DocumentKind.schema,
  fileName: requiredText(128),
  fileBytes: field(z.number().int().min(1), { kind: "integer" }),
  /** Last day of validity, if any. */
  expireDay: Day.nullish(),
};

/** A document about a merchant or one of its owners. */
export const MerchantDocument = z.object({
  id: DocumentId,
  merchantId: MerchantId,
  ...fields,
  receivedBytes: Integer,
  status: DocumentStatus.schema,
  decideUserName: doerName(),
  decideTime: Instant.nullable(),
  /** Reason of the rejection. */
  decisionReason: z.string().nullable(),
  ...auditFields,
});
export type MerchantDocument = z.output<typeof MerchantDocument>;

const ById = z.object({ id: DocumentId });
const idAndVersion = { id: DocumentId, version: Version.nullish() };
const Reason = field(z.string().trim().min(1).max(500), { kind: "longText" });

export const merchantDocument = defineResource({
  name: "merchantDocument",
  record: MerchantDocument,
  for: "operator",
  refusals: {
    fileTooLarge: { field: "fileBytes" },
    fileType: { status: 409 },
    partOutOfOrder: { status: 409 },
    fileMissing: { status: 404 },
  },
  operations: {
    /** A merchant's documents, newest first. */
    ofMerchant: query(z.object({ merchantId: MerchantId }), z.array(MerchantDocument)),
    detail: query(ById, MerchantDocument),
    /** Creates a document; its file is uploaded in parts. */
    add: command(z.object({ merchantId: MerchantId, ...fields }), DocumentId, { refusals: ["fileTooLarge"] }),
    /** Uploads a part in base64. Only PDF, PNG and JPEG are accepted, by their first bytes regardless of the name. */
    upload: command(filePart(ById), z.object({ receivedBytes: Integer }), {
      refusals: ["partOutOfOrder", "fileType"],
      secretInputs: ["data"],
    }),
    download: query(ById, z.unknown(), { answer: "file", refusals: ["fileMissing"] }),
    verify: command(z.object(idAndVersion), Done),
    reject: command(z.object({ ...idAndVersion, reason: Reason }), Done),
  },
  messages: merchantDocumentMessages,
});
