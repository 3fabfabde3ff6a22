import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import { Status, YesNo } from "@countinghouse/contract/system-enumerations.ts";
import type { Selectable } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type DictTypeRow = Selectable<Tables["dictTypes"]>;
export type DictItemRow = Selectable<Tables["dictItems"]>;

export const listTypes = (ctx: Context): Promise<DictTypeRow[]> =>
  from(ctx, "dictTypes").selectAll().orderBy("orderNo").orderBy("code").execute();

export const findTypeByCode = (ctx: Context, code: string): Promise<DictTypeRow | undefined> =>
  from(ctx, "dictTypes").selectAll().where("code", "=", code).executeTakeFirst();

export const findType = (ctx: Context, id: number): Promise<DictTypeRow | undefined> =>
  from(ctx, "dictTypes").selectAll().where("id", "=", id).executeTakeFirst();

export function listItems(
  ctx: Context,
  typeId: number,
  { onlyEnabled }: { onlyEnabled: boolean },
): Promise<DictItemRow[]> {
  const query = from(ctx, "dictItems").selectAll().where("dictTypeId", "=", typeId).orderBy("orderNo").orderBy("code");
  return (onlyEnabled ? query.where("status", "=", Status.Enable) : query).execute();
}

/** The keys of a dictionary; empty for an unknown one. */
export async function codesOfDictionary({ db }: Pick<Context, "db">, typeCode: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("dictItems")
    .innerJoin("dictTypes", "dictTypes.id", "dictItems.dictTypeId")
    .select("dictItems.code")
    .where("dictTypes.code", "=", typeCode)
    .execute();
  return new Set(rows.map(({ code }) => code));
}

/** Enabled items of all enabled dictionaries, by the dictionary's code, in a language. */
export async function readAllDictionaries({ db }: Pick<Context, "db">, locale: Locale) {
  const rows = await db
    .selectFrom("dictTypes")
    .leftJoin("dictItems", (join) =>
      join.onRef("dictItems.dictTypeId", "=", "dictTypes.id").on("dictItems.status", "=", Status.Enable),
    )
    .select([
      "dictTypes.code as typeCode",
      "dictTypes.sysFlag",
      "dictItems.code",
      "dictItems.name",
      "dictItems.names",
      "dictItems.value",
      "dictItems.remark",
      "dictItems.orderNo",
      "dictItems.tagType",
      "dictItems.extData",
    ])
    .where("dictTypes.status", "=", Status.Enable)
    .orderBy("dictTypes.orderNo")
    .orderBy("dictTypes.code")
    .orderBy("dictItems.orderNo")
    .orderBy("dictItems.code")
    .execute();
  const byType = new Map<string, ReturnType<typeof toEntry>[]>();
  for (const { sysFlag, ...row } of rows) {
    const entries = byType.get(row.typeCode) ?? [];
    byType.set(row.typeCode, entries);
    if (row.code !== null && row.value !== null)
      entries.push(toEntry({ ...row, code: row.code, value: row.value }, sysFlag === YesNo.Y, locale));
  }
  return Object.fromEntries(byType);
}

type Joined = Pick<DictItemRow, "code" | "value" | "name" | "names" | "remark" | "tagType" | "extData"> & {
  readonly typeCode: string;
  readonly orderNo: number | null;
};

/** The displayed text is the name for an enumeration's item, the value for a custom one. */
function toEntry({ names, ...item }: Joined, isEnumeration: boolean, locale: Locale) {
  return {
    ...item,
    orderNo: item.orderNo ?? 100,
    name: isEnumeration ? nameIn(locale, names, item.name ?? item.value) : (names?.[locale] ?? item.name),
    value: isEnumeration ? item.value : nameIn(locale, names, item.value),
  };
}
