import type { Context } from "../../../platform/http/context.ts";

/** Where a merchant is: whose tax it is, and where its months begin. */
export const placeOf = (
  { db }: Pick<Context, "db">,
  merchantId: string,
): Promise<{ readonly country: string; readonly timezone: string }> =>
  db.selectFrom("merchants").select(["country", "timezone"]).where("id", "=", merchantId).executeTakeFirstOrThrow();
