import { newId } from "../src/platform/db/new-id.ts";
import type { TestApp } from "./app.ts";

/** A file of refunds whose one row was refused. */
export async function buildRefundImport(app: TestApp, of: { merchantId: string; tenantId: number }): Promise<string> {
  const id = newId("rim", app.clock.now());
  const { db } = app.platform;
  const file = { ...of, id, mode: "live" as const, fileName: "refunds.csv", fileBytes: 9, locale: "en", rowCount: 1 };
  await db
    .insertInto("refundImports")
    .values({ ...file, status: "checked" })
    .execute();
  const row = { merchantId: of.merchantId, importId: id, rowNo: 2, turn: 1, mode: "live" as const };
  await db
    .insertInto("refundImportRows")
    .values({ ...row, verdict: "refused", refusal: "r" } as never)
    .execute();
  return id;
}
