import type { Mutant } from "./mutant.ts";

const ledger = "apps/server/src/modules/funds/ledger";
const columns = "apps/server/src/modules/payments/refund-processing/refund-columns.test.ts";

/** What stands beside the books, altered by somebody who owns the database: stories of orders, holds, and whose key asked. */
export const stories: readonly Mutant[] = [
  {
    control: "an order's story is whole and leads to where the order stands",
    file: `${ledger}/ledger.verify.service.ts`,
    find: "findings.push(...(await storyFindings(db, of.merchantId, orders)));",
    replace: "",
    tests: [columns],
    named: "holds and stories",
  },
  {
    control: "a hold by hand ends when its journal says so",
    file: `${ledger}/ledger.verify.policy.ts`,
    find: "expires_at: [end === undefined ? hold.expiresAt : end, hold.expiresAt],",
    replace: "",
    tests: [columns],
    named: "holds and stories",
  },
  {
    control: "a released hold has its journals",
    file: `${ledger}/ledger.verify.policy.ts`,
    find: "? [orphanFinding(place(hold.id))]",
    replace: "? []",
    tests: [`${ledger}/ledger.verify.test.ts`],
    named: "that no journal made",
  },
  {
    control: "a refund whose key somebody took out is approved by nobody",
    file: "apps/server/src/modules/payments/refund-processing/refund-decision.service.ts",
    find: "(appKey !== null || keyMakerIds !== null);",
    replace: "appKey !== null;",
    tests: ["apps/server/src/modules/payments/refund-processing/refund-limit.test.ts"],
    named: "whose key",
  },
  {
    control: "a refund that a server asked for names a key of its app",
    file: `${ledger}/ledger.repeated.store.ts`,
    find: "WHEN r.key_maker_ids IS NULL OR EXISTS (",
    replace: "WHEN true OR EXISTS (",
    tests: [columns],
    named: "holds and stories",
  },
  {
    control: "what an attempt reserved is compared with its story",
    file: `${ledger}/ledger.repeated.store.ts`,
    find: "('authorized_amount', CASE",
    replace: "('authorized_amount', CASE WHEN true THEN r.authorized_amount",
    tests: [columns],
    named: "holds and stories",
  },
];
