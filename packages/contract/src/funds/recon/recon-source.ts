import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Flag, field, optionalText, Version } from "../../kit/field.ts";
import { oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { CurrencyCode, idOf, MinorAmount, Rate6 } from "../../payment-fields.ts";
import { whereChanged } from "../../platform/second-person.ts";
import { reference } from "../../references.ts";
import { reconSourceMessages } from "./recon-source.messages.ts";

/** Id of how an account is reconciled: made by the server. */
export const ReconSourceId = idOf("rcs");
const amount = field(MinorAmount, { kind: "money", currencyField: "settlementCurrency" });

/** Names of files, where `*` stands for anything and `?` for one character. */
const FilePattern = field(
  z
    .string()
    .trim()
    .min(1)
    .max(128)
    .regex(/^[A-Za-z0-9 ._*?()+,=@-]+$/),
  { kind: "code" },
);

const fields = {
  /** Whether its files are asked for every hour. */
  isFetched: Flag.default(true),
  /** Where they are fetched from; from the gateway's API where none is named. */
  fileEndpointId: reference("fileEndpoint").nullish(),
  /** Which files of the folder are the account's. */
  filePattern: FilePattern.default("*"),
  /** What the amount of a line may differ by before people are asked; booked to cost. */
  amountTolerance: amount.default("0"),
  /** What its fee may differ by, in millionths of its gross. */
  feeTolerance: Rate6.default(0),
  /** What one deed may end before a second person has to agree, where money is real. */
  approvalLimit: amount.default("10000"),
  remark: optionalText(256),
};

/** How a gateway account is reconciled; accounts without one are fetched, and nothing may differ. */
export const ReconSourceRecord = z.object({
  id: ReconSourceId,
  gatewayAccountId: reference("gatewayAccount"),
  gatewayAccountName: z.string(),
  settlementCurrency: CurrencyCode,
  ...fields,
  fileEndpointName: z.string().nullable(),
  ...auditFields,
});
export type ReconSourceRecord = z.output<typeof ReconSourceRecord>;

const spec = {
  filters: { gatewayAccountId: oneOf(reference("gatewayAccount")) },
  sortBy: ["createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

/** What decides how much ends without anybody, or by one person alone, takes two itself, and so does where files come from. */
const takesTwo = whereChanged("reconSources", [
  "amountTolerance",
  "feeTolerance",
  "approvalLimit",
  "fileEndpointId",
  "filePattern",
]);

const ById = z.object({ id: ReconSourceId });
const idAndVersion = { id: ReconSourceId, version: Version.nullish() };

export const reconSource = defineResource({
  name: "reconSource",
  record: ReconSourceRecord,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "gatewayAccountId", constraint: "recon_sources_account_unique" },
    accountUnknown: { status: 422, field: "gatewayAccountId" },
    endpointUnknown: { status: 422, field: "fileEndpointId" },
  },
  operations: {
    page: list(ReconSourceRecord, spec),
    detail: query(ById, ReconSourceRecord),
    add: command(z.object({ gatewayAccountId: reference("gatewayAccount"), ...fields }), ReconSourceId, {
      stepUp: true,
      secondPerson: takesTwo,
      refusals: ["duplicate", "accountUnknown", "endpointUnknown"],
    }),
    update: command(changeInput({ ...fields, ...idAndVersion }), Done, {
      stepUp: true,
      secondPerson: takesTwo,
      refusals: ["endpointUnknown"],
    }),
    delete: command(z.object(idAndVersion), Done, { stepUp: true, secondPerson: takesTwo }),
    export: exportOf(spec),
  },
  menu: { path: "/finance/recon-source", component: "recon/recon-source.list", icon: "settings-2", order: 147 },
  messages: reconSourceMessages,
});
