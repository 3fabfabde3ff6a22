import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Labels of a dictionary's items by stored code, including disabled items. */
export async function readLabels(
  db: Context["db"],
  dictionary: string,
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  const items = await db
    .selectFrom("dictItems")
    .innerJoin("dictTypes", "dictTypes.id", "dictItems.dictTypeId")
    .select(["dictItems.code", "dictItems.name", "dictItems.names", "dictItems.value"])
    .where("dictTypes.code", "=", dictionary)
    .execute();
  return new Map(items.map(({ code, name, names, value }) => [code, nameIn(locale, names, name ?? value)]));
}
