import { enumerations } from "@countinghouse/contract/enumerations.ts";
import type { Enumeration, Tone } from "@countinghouse/contract/kit/enumeration.ts";
import { defaultLocale, type LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import {
  firstValue,
  knownSettings,
  type Setting,
  settingText,
} from "@countinghouse/contract/settings/config/config-settings.ts";
import { dictionaries, type SeededDictionary } from "./dictionaries.ts";
import { type BuiltInMenuRow, builtInMenu } from "./menu-rows.ts";
import type { SeedContext } from "./seed-context.ts";

/**
 * Adds the built-in menu entries that are missing, a level of the tree at a time; answers the ids of those it added. What
 * is there stays as it is.
 */
export async function seedMenus({ db }: SeedContext): Promise<number[]> {
  const existing = await db.selectFrom("menus").select(["id", "code"]).where("code", "is not", null).execute();
  const ids = new Map(existing.map(({ id, code }) => [code, id]));
  const added: number[] = [];
  let missing = builtInMenu().filter(({ code }) => !ids.has(code));
  for (;;) {
    const level = missing.filter(({ parent }) => parent === undefined || ids.has(parent));
    // What is left has no page to stand on: an administrator gave that page's title or name to another entry.
    if (level.length === 0) return added;
    const rowOf = ({ parent, titles, ...values }: BuiltInMenuRow) => {
      const pid = parent === undefined ? 0 : (ids.get(parent) ?? 0);
      return { ...values, pid, title: titles[defaultLocale], titles: JSON.stringify(titles) };
    };
    const inserted = await db
      .insertInto("menus")
      .values(level.map(rowOf))
      .onConflict((conflict) => conflict.doNothing())
      .returning(["id", "code"])
      .execute();
    for (const { id, code } of inserted) {
      ids.set(code, id);
      added.push(id);
    }
    missing = missing.filter((row) => !level.includes(row));
  }
}

/** Adds the settings that are missing, with their defaults. */
export async function seedConfigs({ db, isProduction = false }: SeedContext): Promise<void> {
  const rows = Object.entries<Setting>(knownSettings).map(([code, setting]) => ({
    code,
    name: setting.name[defaultLocale],
    names: JSON.stringify(setting.name),
    value: settingText(firstValue(setting, isProduction)),
    sysFlag: 1 as const,
    groupCode: setting.group,
    orderNo: setting.order,
  }));
  await db
    .insertInto("configs")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const tagTypes: Readonly<Record<Tone, "primary" | "success" | "info" | "warning" | "danger">> = {
  neutral: "info",
  info: "info",
  progress: "primary",
  success: "success",
  warning: "warning",
  danger: "danger",
  accent: "primary",
};

function dictionaryOf({ name, text, members }: Enumeration): SeededDictionary {
  return {
    code: name,
    names: text,
    orderNo: 1000,
    isEnumeration: true,
    items: members.map((member, index) => ({
      code: member.name,
      value: String(member.value),
      text: member.text,
      orderNo: typeof member.value === "number" ? member.value + 10 : index + 10,
      tagType: tagTypes[member.tone],
    })),
  };
}

/** Adds the dictionaries and items that are missing: those kept by hand, and one for every enumeration. */
export async function seedDictionaries({ db }: SeedContext): Promise<void> {
  const all = [...dictionaries, ...enumerations.map((enumeration) => dictionaryOf(enumeration))];
  const types = all.map(({ code, names, orderNo, isEnumeration }) => ({
    code,
    name: names[defaultLocale],
    names: JSON.stringify(names),
    orderNo,
    sysFlag: isEnumeration ? (1 as const) : (2 as const),
  }));
  await db
    .insertInto("dictTypes")
    .values(types)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db.selectFrom("dictTypes").select(["id", "code"]).execute();
  const ids = new Map(stored.map(({ id, code }) => [code, id]));
  const items = all.flatMap(({ code, items: members, isEnumeration }) => {
    const dictTypeId = ids.get(code);
    return dictTypeId === undefined
      ? []
      : members.map((item, index) => itemRow(dictTypeId, item, index, isEnumeration));
  });
  await db
    .insertInto("dictItems")
    .values(items)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function itemRow(dictTypeId: number, item: SeededDictionary["items"][number], index: number, isEnumeration: boolean) {
  const text: LocalizedText = item.text;
  return {
    dictTypeId,
    code: item.code,
    value: item.value ?? text[defaultLocale],
    name: isEnumeration ? text[defaultLocale] : null,
    names: JSON.stringify(text),
    orderNo: item.orderNo ?? (index + 1) * 10,
    tagType: item.tagType ?? null,
  };
}
