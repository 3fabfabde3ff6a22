import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Flag, field, Id, OrderNo, optionalText, ParentId, requiredText } from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { localeNames } from "../../names.ts";
import { importOperations, importRefusals } from "../../platform/table-import.ts";
import { sysRegionMessages } from "./region.messages.ts";
import { RegionLevel } from "./region-level.ts";

/** A code of ISO 3166-1 or 3166-2, or of GB/T 2260 and the statistics bureau's longer ones. */
export const RegionCode = field(
  z
    .string()
    .trim()
    .toUpperCase()
    .max(12)
    .refine((code) => /^(\d{6}|\d{9}|\d{12}|[A-Z]{2}(-[A-Z0-9]{1,3})?)$/.test(code), "sysRegion.codeForm"),
  { kind: "code" },
);

/** Degrees with up to six decimals, as text. */
const degrees = (limit: number) =>
  field(
    z
      .string()
      .trim()
      .max(11)
      .refine((text) => /^-?\d{1,3}(\.\d{1,6})?$/.test(text) && Math.abs(Number(text)) <= limit, "sysRegion.degrees"),
    { kind: "code" },
  ).nullish();

const digits = (max: number) =>
  field(
    z
      .string()
      .trim()
      .max(max)
      .refine((text) => /^[0-9A-Za-z +-]*$/.test(text), "sysRegion.digits"),
    { kind: "code" },
  ).nullish();

/** What a person, or a file, tells of a region beside where it lies. */
const told = {
  name: requiredText(128),
  code: RegionCode,
  shortName: optionalText(32),
  pinYin: optionalText(128),
  zipCode: digits(12),
  cityCode: digits(8),
  lng: degrees(180),
  lat: degrees(90),
  orderNo: OrderNo.default(100),
  remark: optionalText(128),
};

const fields = {
  /** The region above; 0 for a country. */
  pid: ParentId,
  /** Its name per language, where it has several. */
  names: localeNames(128),
  ...told,
};

/** A country or a part of one. */
export const Region = z.object({
  id: Id,
  ...fields,
  level: RegionLevel.schema,
  /** Its name behind those of all above it. */
  mergerName: z.string(),
  hasChildren: Flag,
  ...auditFields,
});
export type Region = z.output<typeof Region>;

/** A region as a tree shows it. */
export const RegionNode = Region.pick({
  id: true,
  pid: true,
  code: true,
  name: true,
  level: true,
  hasChildren: true,
  version: true,
});
export type RegionNode = z.output<typeof RegionNode>;

const spec = {
  filters: {
    name: contains(128),
    code: contains(12),
    level: oneOf(RegionLevel.schema),
    pid: exact(ParentId),
  },
  sortBy: ["code", "name", "level", "orderNo", "cityCode", "updateTime"],
  defaultSort: { field: "code", order: "asc" },
} as const;

/** A row of a file; the code above it takes the place of the id. */
export const RegionRow = z
  .object({ ...told, parentCode: RegionCode.nullish() })
  .refine(({ lng, lat }) => (lng == null) === (lat == null), { path: ["lng"], message: "sysRegion.placeHalf" });
export type RegionRow = z.output<typeof RegionRow>;

const placing = ["parentUnknown", "parentIsSelf", "parentIsBelow", "tooDeep"] as const;
const judged = ["placeHalf", "codeForm", "degrees", "digits"] as const;

export const sysRegion = defineResource({
  name: "sysRegion",
  record: Region,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "code", constraint: "regions_code_unique" },
    parentUnknown: { field: "pid" },
    parentIsSelf: { field: "pid" },
    parentIsBelow: { field: "pid" },
    tooDeep: { field: "pid" },
    placeHalf: { field: "lng" },
    ...importRefusals,
  },
  operations: {
    page: list(Region, spec),
    /** What lies directly below a region, or the countries for 0. */
    list: query(z.object({ id: ParentId.default(0) }), z.array(RegionNode), { access: "signedIn", for: "everyone" }),
    detail: query(ById, Region),
    add: command(z.object(fields), Id, { refusals: ["duplicate", ...judged, ...placing] }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, {
      refusals: ["duplicate", ...judged, ...placing],
    }),
    /** Puts a region below another one, behind the given one there or before all of them. */
    move: command(z.object({ ...updateInput, pid: ParentId, afterId: Id.nullish() }), Done, { refusals: placing }),
    /** Removes the region and all below it. */
    delete: command(Removal, Done),
    /** Has a job add what is missing of the data that the server ships. It changes and removes nothing. */
    sync: command(Nothing, Done),
    ...importOperations(),
    export: exportOf(spec),
  },
  menu: { path: "/platform/region", component: "region/region.list", icon: "map-pin", order: 170 },
  messages: sysRegionMessages,
});
