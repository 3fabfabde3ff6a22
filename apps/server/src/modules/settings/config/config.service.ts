import { createHash } from "node:crypto";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import { isKnownSetting, settingText } from "@countinghouse/contract/settings/config/config-settings.ts";
import { YesNo } from "@countinghouse/contract/system-enumerations.ts";
import { lockRow, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertSettable, isReserved, parseLogo } from "./config.policy.ts";
import { lockConfigs, removeConfigs, saveAsset, settingsOf, setValue } from "./config.store.ts";

type Operations = typeof sysConfig.operations;
const configs = recordOperations({ table: "configs", resource: sysConfig });

function assertNotReserved(code: string): void {
  if (isReserved(code)) throw refuse("sysConfig.reserved");
}

export async function addConfig(ctx: Context, input: InputOf<Operations["add"]>): Promise<number> {
  assertNotReserved(input.code);
  return configs.add(ctx, input);
}

/** Built-in settings keep their code and group, and accept only values that the product can parse. */
export async function updateConfig(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const row = await lockRow(ctx, "configs", sysConfig, input.id);
  if (row.sysFlag !== YesNo.Y) {
    assertNotReserved(input.code);
    return configs.update(ctx, input);
  }
  if (input.code !== row.code) throw refuse("sysConfig.codeFixed", { code: row.code });
  if (isKnownSetting(row.code) && input.value !== undefined)
    assertSettable(row.code, input.value ?? "", "value", ctx.request.locale);
  const { groupCode: _group, ...change } = input;
  return configs.update(ctx, change);
}

export async function deleteConfigs(ctx: Context, ids: readonly number[]): Promise<null> {
  const rows = await lockConfigs(ctx, ids);
  const missing = ids.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw refuse("sysConfig.unknown", { code: missing });
  const kept = rows.find((row) => row.sysFlag === YesNo.Y);
  if (kept) throw refuse("sysConfig.builtIn", { name: kept.name });
  await removeConfigs(ctx, rows);
  return null;
}

export async function deleteConfig(ctx: Context, input: InputOf<Operations["delete"]>): Promise<null> {
  const row = await lockRow(ctx, "configs", sysConfig, input.id);
  if (row.sysFlag === YesNo.Y) throw refuse("sysConfig.builtIn", { name: row.name });
  return configs.delete(ctx, input);
}

export async function setValues(ctx: Context, input: InputOf<Operations["batchUpdate"]>): Promise<null> {
  for (const [index, { code, value }] of input.entries()) {
    if (isKnownSetting(code)) assertSettable(code, value, `${index}.value`, ctx.request.locale);
    if (!(await setValue(ctx, code, value))) throw refuse("sysConfig.unknown", { code });
  }
  return null;
}

const siteCodes = {
  sysLogo: "sys_web_logo",
  sysTitle: "sys_web_title",
  sysViceTitle: "sys_web_viceTitle",
  sysViceDesc: "sys_web_viceDesc",
  sysWatermark: "sys_web_watermark",
  sysCopyright: "sys_web_copyright",
  sysIcp: "sys_web_icp",
  sysIcpUrl: "sys_web_icpUrl",
  sysSecondVer: "sys_second_ver",
  sysCaptcha: "sys_captcha",
} as const;

export async function readSite(ctx: Context): Promise<ResultOf<Operations["sysInfo"]>> {
  const values = await settingsOf(ctx, Object.values(siteCodes));
  return {
    sysLogo: values.sys_web_logo,
    sysTitle: values.sys_web_title,
    sysViceTitle: values.sys_web_viceTitle,
    sysViceDesc: values.sys_web_viceDesc,
    sysWatermark: values.sys_web_watermark,
    sysCopyright: values.sys_web_copyright,
    sysIcp: values.sys_web_icp,
    sysIcpUrl: values.sys_web_icpUrl,
    sysSecondVer: values.sys_second_ver,
    sysCaptcha: values.sys_captcha,
  };
}

/** File name of the site's logo, of any type. */
export const logoName = "logo";

export async function saveSite(ctx: Context, input: InputOf<Operations["saveSysInfo"]>): Promise<null> {
  const { sysLogoBase64, sysLogoFileName: _name, ...texts } = input;
  for (const [field, value] of Object.entries(texts)) {
    if (value === undefined) continue;
    await setValue(ctx, siteCodes[field as keyof typeof texts], settingText(value));
  }
  if (!sysLogoBase64) return null;
  const { contentType, extension, content } = parseLogo(sysLogoBase64);
  const checksum = createHash("sha256").update(content).digest("hex");
  await saveAsset(ctx, { name: logoName, contentType, content, checksum, updateTime: ctx.now.toISOString() });
  // The checksum changes the address, so that browsers do not show a cached logo.
  await setValue(ctx, siteCodes.sysLogo, `/upload/logo.${extension}?v=${checksum.slice(0, 12)}`);
  return null;
}
