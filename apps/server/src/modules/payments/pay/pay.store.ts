import type { Context } from "../../../platform/http/context.ts";

/** The name under which a payer knows the merchant. */
export async function merchantNameOf({ db }: Pick<Context, "db">, merchantId: string): Promise<string> {
  const row = await db.selectFrom("merchants").select("name").where("id", "=", merchantId).executeTakeFirst();
  return row?.name ?? "";
}
