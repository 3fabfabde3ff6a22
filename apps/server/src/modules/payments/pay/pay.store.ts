import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Context } from "../../../platform/http/context.ts";

/** The merchant's name for payers in a language, where its app has none of its own. */
export async function merchantNameOf({ db }: Pick<Context, "db">, merchantId: string, locale: Locale): Promise<string> {
  const row = await db
    .selectFrom("merchants")
    .select(["name", "nameEn"])
    .where("id", "=", merchantId)
    .executeTakeFirst();
  return (locale === "en" && row?.nameEn) || (row?.name ?? "");
}
