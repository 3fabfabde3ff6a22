import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Id, Integer, optionalText, requiredText } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, tenantFields, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { Country, CountryCode } from "../../payment-fields.ts";
import { alwaysTakesTwo, whereChanged } from "../../platform/second-person.ts";
import { importOperations, importRefusals } from "../../platform/table-import.ts";
import { Status } from "../../system-enumerations.ts";
import { screeningMessages } from "./screening.messages.ts";
import { ScreeningDecision, ScreeningKind } from "./screening-enumerations.ts";

/** Names at least this much alike, in per cent, are shown to whoever approves. */
export const screeningMatchMin = 80;

const fields = {
  kind: ScreeningKind.schema,
  /** As the list spells it; each further spelling is an entry of its own. Of a country, what people call it. */
  name: requiredText(256),
  country: Country.nullish(),
  /** A name is never refused by itself: two people may share one. */
  decision: ScreeningDecision.schema.default("review"),
  /** Which list it is of, such as OFAC-SDN, and its number there. */
  list: requiredText(64),
  reference: optionalText(64),
  status: Status.schema.default(1),
  remark: optionalText(256),
};

/** A row of a file of entries. */
export const ScreeningRow = z.object({
  kind: ScreeningKind.schema.nullish(),
  name: fields.name,
  country: fields.country,
  decision: ScreeningDecision.schema.nullish(),
  list: fields.list,
  reference: fields.reference,
  remark: fields.remark,
});
export type ScreeningRow = z.output<typeof ScreeningRow>;

/** A name or a country by which the beneficiaries of payout orders are screened. */
export const ScreeningEntry = z.object({
  id: Id,
  ...fields,
  country: CountryCode.nullable(),
  ...tenantFields,
  ...auditFields,
});

/** An entry that a beneficiary is like, and how much so, in per cent. */
export const ScreeningMatch = ScreeningEntry.pick({
  id: true,
  kind: true,
  name: true,
  list: true,
  reference: true,
}).extend({ country: CountryCode.nullable(), likeness: Integer });
export type ScreeningMatch = z.output<typeof ScreeningMatch>;

const spec = {
  filters: {
    kind: oneOf(ScreeningKind.schema),
    name: contains(256),
    list: contains(64),
    country: oneOf(Country),
    decision: oneOf(ScreeningDecision.schema),
    status: oneOf(Status.schema),
  },
  sortBy: ["name", "list", "createTime"],
  defaultSort: { field: "name", order: "asc" },
} as const;

export const screening = defineResource({
  name: "screening",
  record: ScreeningEntry,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "name", constraint: "screening_entries_name_unique" },
    countryNeeded: { status: 422, field: "country" },
    nameNotRefused: { status: 422, field: "decision" },
    ...importRefusals,
  },
  operations: {
    page: list(ScreeningEntry, spec),
    detail: query(ById, ScreeningEntry),
    add: command(z.object(fields), Id, { refusals: ["duplicate", "countryNeeded", "nameNotRefused"] }),
    /** Whoever lets an entry fit fewer beneficiaries needs somebody who agrees. */
    update: command(changeInput({ ...fields, ...updateInput }), Done, {
      stepUp: true,
      secondPerson: whereChanged("screeningEntries", ["kind", "name", "country", "decision", "status"]),
      refusals: ["duplicate", "countryNeeded", "nameNotRefused"],
    }),
    delete: command(Removal, Done, { stepUp: true, secondPerson: alwaysTakesTwo }),
    ...importOperations(),
    export: exportOf(spec),
  },
  menu: { path: "/finance/screening", component: "screening/screening.list", icon: "search-check", order: 227 },
  messages: screeningMessages,
});
