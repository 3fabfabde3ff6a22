import { checkBook } from "../src/modules/funds/ledger/ledger.verify.service.ts";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { readSealKeys } from "../src/platform/seals/seal-keys.ts";
import type { OrderStage } from "./order-stage.ts";

/**
 * What a look over the test book of a stage finds, but for journals that no job has sealed yet, and for rows that were found
 * wrong before: those of an earlier order are not this one's.
 */
export async function violationsOf({ app, merchantId }: OrderStage, before?: Set<string>): Promise<readonly string[]> {
  const keys = await readSealKeys(app.platform.db, installationKeys(app.platform.secret).ring);
  const { findings } = await checkBook(app.platform.db, { merchantId, book: "test" }, keys);
  return findings
    .filter(({ table }) => !["ledger_books", "ledger_seals", "ledger_heads"].includes(table))
    .filter(({ law, table, key, column }) => {
      const place = [law, table, key, column].join(" ");
      const isNew = !before?.has(place);
      before?.add(place);
      return isNew;
    })
    .map(({ law, table, column, expected, found }) => `${law} ${table}.${column}: ${expected} ${found}`);
}
