import type { FactsOf } from "../../../platform/db/tables.ts";

/** A deferred inbox item. */
interface InboxDeferralRows {
  userId: number;
  kind: string;
  itemId: string;
  until: string;
  createTime: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    inboxDeferrals: InboxDeferralRows;
  }
}

export const inboxTables: FactsOf<"inboxDeferrals"> = {
  inboxDeferrals: { scope: { user: "userId" }, placement: "local", grant: "readWrite" },
};
