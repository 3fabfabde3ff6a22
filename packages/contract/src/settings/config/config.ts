import { z } from "zod";
import { PublicAddress } from "../../address-field.ts";
import { exportOf } from "../../kit/export.ts";
import { Flag, field, Id, OrderNo, optionalLongText, optionalText, requiredText } from "../../kit/field.ts";
import { contains, exact } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { localeNames } from "../../names.ts";
import { largerInput } from "../../platform/input-limits.ts";
import { whereChanged } from "../../platform/second-person.ts";
import { YesNo } from "../../system-enumerations.ts";
import { sysConfigMessages } from "./config.messages.ts";
import { settingTakesTwo } from "./config-settings.ts";

const fields = {
  name: requiredText(64),
  names: localeNames(64),
  code: field(requiredText(64).regex(/^[A-Za-z][\w.-]*$/), { kind: "text", format: "name" }),
  value: optionalLongText(512),
  groupCode: optionalText(64),
  orderNo: OrderNo.default(100),
  remark: optionalText(256),
};

/** A setting of the platform. Those with `sysFlag` 1 are read by the product and cannot be removed. */
export const Config = z.object({ id: Id, ...fields, sysFlag: YesNo.schema, ...auditFields });

const spec = {
  filters: { name: contains(64), code: contains(64), groupCode: exact(z.string().max(64)) },
  sortBy: ["orderNo", "name", "code", "groupCode", "createTime"],
  defaultSort: { field: "orderNo", order: "asc" },
} as const;

const siteTexts = {
  sysTitle: z.string().trim().min(1).max(64),
  sysViceTitle: z.string().trim().max(64),
  sysViceDesc: z.string().trim().max(256),
  sysWatermark: z.string().trim().max(64),
  sysCopyright: z.string().trim().max(256),
  sysIcp: z.string().trim().max(64),
  sysIcpUrl: z.union([z.literal(""), PublicAddress(256)]),
};

/** What everyone may know of the site before signing in. */
export const SysInfo = z.object({
  sysLogo: z.string(),
  sysTitle: z.string(),
  sysViceTitle: z.string(),
  sysViceDesc: z.string(),
  sysWatermark: z.string(),
  sysCopyright: z.string(),
  sysIcp: z.string(),
  sysIcpUrl: z.string(),
  sysSecondVer: z.boolean(),
  sysCaptcha: z.boolean(),
});

/** A logo as a data URI; 512 kB of image are some 700 kB of Base64. */
const LogoUri = field(z.string().max(720_000), { kind: "text" });

const secondPerson = whereChanged("configs", ["code", "value"], ({ code }) => settingTakesTwo(String(code)));

export const sysConfig = defineResource({
  name: "sysConfig",
  record: Config,
  refusals: {
    duplicate: { status: 409, constraint: { configs_code_unique: "code", configs_name_unique: "name" } },
    reserved: { field: "code" },
    codeFixed: { status: 409 },
    builtIn: { status: 409 },
    unknown: { status: 404 },
    logoMalformed: { field: "sysLogoBase64" },
    logoTooLarge: { field: "sysLogoBase64" },
    logoType: { field: "sysLogoBase64" },
    logoActive: { field: "sysLogoBase64" },
  },
  operations: {
    /** Settings outside the group `WebConfig`, which is edited through `saveSysInfo`. */
    page: list(Config, spec),
    list: query(z.object({ groupCode: optionalText(64) }), z.array(Config), { method: "POST" }),
    groupList: query(Nothing, z.array(z.string())),
    detail: query(ById, Config),
    add: command(z.object(fields), Id, { stepUp: true, refusals: ["duplicate", "reserved"] }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, {
      stepUp: true,
      secondPerson,
      refusals: ["duplicate", "reserved", "valueInvalid", "codeFixed"],
    }),
    delete: command(Removal, Done, { stepUp: true, refusals: ["builtIn"] }),
    /** Removes all of them, or none when one is built in. */
    batchDelete: command(z.array(Id).min(1).max(200), Done, { stepUp: true, refusals: ["builtIn", "unknown"] }),
    /** Sets values by code: all of them, or none when one is refused. */
    batchUpdate: command(
      largerInput(
        z
          .array(z.object({ code: z.string().max(64), value: z.string().max(512) }))
          .min(1)
          .max(200),
        { bytes: 400_000 },
      ),
      Done,
      { stepUp: true, secondPerson, refusals: ["valueInvalid", "unknown"] },
    ),
    sysInfo: query(Nothing, SysInfo, { access: "anonymous" }),
    saveSysInfo: command(
      largerInput(
        z.object({
          ...siteTexts,
          sysSecondVer: Flag.optional(),
          sysCaptcha: Flag.optional(),
          sysLogoBase64: LogoUri.nullish(),
          sysLogoFileName: optionalText(128),
        }),
        { bytes: 740_000 },
      ),
      Done,
      { stepUp: true, secondPerson, refusals: ["logoMalformed", "logoTooLarge", "logoType", "logoActive"] },
    ),
    export: exportOf(spec),
  },
  menu: {
    path: "/platform/config",
    component: "config/config.list",
    icon: "sliders-horizontal",
    order: 120,
  },
  messages: sysConfigMessages,
});
