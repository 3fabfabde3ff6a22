import type { Updateable } from "kysely";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { Platform } from "../src/platform/platform.ts";
import { sealPrices } from "../src/platform/seals/price-seals.store.ts";
import type { PriceTable } from "../src/platform/seals/row-seal.ts";
import type { TestApp } from "./app.ts";

/** Seals rows that a test wrote, as the service would have. */
export async function sealRows<T extends PriceTable>(
  { platform: { db, secret } }: { readonly platform: Pick<Platform, "db" | "secret"> },
  table: T,
  ids?: readonly (string | number)[],
): Promise<void> {
  const { seals } = installationKeys(secret);
  await sealPrices(db, table, (row) => seals.made(table, row), ids);
}

/** Of a merchant, or for one account of a gateway. */
type Own = { readonly merchantId: string } | { readonly gatewayAccountId: string };

/** Changes rules or terms as if they had been agreed on otherwise, with the seals that the service would have made. */
export async function changePrices<T extends "feeRules" | "accountTerms">(
  app: TestApp,
  table: T,
  own: Own,
  values: Updateable<Tables[T]>,
): Promise<void> {
  const [column, value] =
    "merchantId" in own
      ? (["merchantId", own.merchantId] as const)
      : (["gatewayAccountId", own.gatewayAccountId] as const);
  await app.platform.db
    .updateTable(table as "feeRules")
    .set({ ...(values as Updateable<Tables["feeRules"]>), seal: null })
    .where(column, "=", value)
    .execute();
  await sealRows(app, table);
}
