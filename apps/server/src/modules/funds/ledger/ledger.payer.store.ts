import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { DueFacts } from "./ledger.payer.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

/** Every unapplied payment of a book, with its amounts in the payers' account. */
export const storedDues = (db: Kysely<Tables>, { merchantId, book }: MerchantBook): Promise<DueFacts[]> =>
  db
    .selectFrom("paymentDues")
    .select([
      "id",
      "gatewayAccountId",
      "currency",
      "heldAmount",
      "bookedAmount",
      "orderId",
      "kind",
      "status",
      "decideUserId",
    ])
    .where("merchantId", "=", merchantId)
    .where("mode", "=", book)
    .execute();
