import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

type Reading = Pick<Context, "actor" | "db">;

/** What records in the actor's reach are called, by id. */
export async function namesInReach(
  ctx: Reading,
  table: "merchants" | "gateways" | "gatewayAccounts" | "coinApps",
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await from(ctx, table as "merchants")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const columnIn = { en: "nameEn", "zh-cn": "nameZhCn", "zh-tw": "nameZhTw" } as const;

/** What payment methods are called in a language, by code. */
export async function methodNames(ctx: Reading, locale: Locale): Promise<ReadonlyMap<string, string>> {
  const rows = await from(ctx, "paymentMethods").select(["code", "nameEn", "nameZhCn", "nameZhTw"]).execute();
  return new Map(rows.map((row) => [row.code, row[columnIn[locale]]]));
}
