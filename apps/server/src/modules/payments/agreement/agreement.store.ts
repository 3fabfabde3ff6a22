import type { Context } from "../../../platform/http/context.ts";

/** A merchant's country, which decides the tax, and time zone, which decides its months. */
export const placeOf = (
  { db }: Pick<Context, "db">,
  merchantId: string,
): Promise<{ readonly country: string; readonly timezone: string }> =>
  db.selectFrom("merchants").select(["country", "timezone"]).where("id", "=", merchantId).executeTakeFirstOrThrow();
