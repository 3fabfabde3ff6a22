import { attack, contract, type Mutant } from "./mutant.ts";

const scoped = "apps/server/src/platform/db/scoped.ts";
const answers = "apps/server/src/platform/http/run-operation.ts";
const orders = "apps/server/src/modules/integration/open-api/orders.store.ts";

/** Rows of other tenants, merchants and people. */
export const tenants: readonly Mutant[] = [
  {
    control: "an actor reads rows of its own tenant",
    file: scoped,
    find: "if (scope.tenant && tenantId !== null && !isHeldByMerchant)",
    replace: "if (false)",
    tests: [contract("scope")],
    named: "is in no page of",
  },
  {
    control: "an actor changes and deletes rows of its own tenant",
    file: "apps/server/src/platform/db/table-operations.ts",
    find: "const row = await from(ctx, table)\n    .selectAll()",
    replace: "const row = await (ctx.db.selectFrom(table as never) as ReturnType<typeof from>)\n    .selectAll()",
    // The change itself is held inside the scope too.
    behind: [
      {
        file: scoped,
        find: `UpdateQueryBuilder<Tables, T, T, UpdateResult>;
  for (const condition of scopeConditions(ctx, table)) query = query.where(condition);`,
        replace: "UpdateQueryBuilder<Tables, T, T, UpdateResult>;",
      },
      {
        file: scoped,
        find: `DeleteQueryBuilder<Tables, T, DeleteResult>;
  for (const condition of scopeConditions(ctx, table)) query = query.where(condition);`,
        replace: "DeleteQueryBuilder<Tables, T, DeleteResult>;",
      },
    ],
    tests: [contract("scope")],
    named: "is not found by \\w+:(update|delete|setStatus)",
  },
  {
    control: "a merchant's people see rows of their merchant",
    file: scoped,
    find: `if (scope.merchant && merchantIds !== "all") {`,
    replace: "if (false) {",
    tests: [contract("merchant-scope"), attack("d-console")],
    named: "of another merchant in the pages|by naming its merchant",
  },
  {
    control: "a merchant's people see traces of their own people",
    file: scoped,
    find: `if (merchantIds !== "all" && (scope.personId || scope.personAccount)) {`,
    replace: "if (false) {",
    tests: [contract("merchant-scope")],
    named: "and nobody's of the operator",
  },
  {
    control: "a merchant's people do not sort or filter by what is the operator's alone",
    file: answers,
    find: "if (isReading) refuseOperatorsFields(",
    replace: "if (false) refuseOperatorsFields(",
    tests: [contract("merchant-sight")],
  },
  {
    control: "a command about many stops at one that is somebody else's",
    file: "apps/server/src/modules/integration/webhook/resend.store.ts",
    find: "if (missing) throw",
    replace: "if (false) throw",
    tests: [attack("d-console")],
    named: "among one's own",
  },
  {
    control: "a file is given to the person who asked for it",
    file: "apps/server/src/modules/operations/job-run/job-run.store.ts",
    find: `const row = await from(ctx, "jobRuns")`,
    replace: `const row = await ctx.db.selectFrom("jobRuns")`,
    tests: ["apps/server/src/platform/export/export.test.ts"],
    named: "gives a file to the user",
  },
  {
    control: "a key reaches orders of its merchant",
    file: orders,
    find: `const found = orders(keyed).where("coinOrders.merchantId", "=", merchantId).where(`,
    replace: "const found = orders(keyed).where(",
    // Every read of a key is held inside its merchant as well.
    behind: [
      {
        file: "apps/server/src/platform/access/actor.ts",
        find: `scope: { tenantId: app.tenantId, orgIds: "all", selfOnly: false, merchantIds: [app.merchantId] },`,
        replace: `scope: { tenantId: null, orgIds: "all", selfOnly: false, merchantIds: "all" },`,
      },
    ],
    tests: [attack("d-open-api")],
    named: "do not exist for",
  },
  {
    control: "a test key reaches orders of test mode",
    file: orders,
    find: `const inMode = mode === undefined ? found : found.where("coinOrders.mode", "=", mode);`,
    replace: "const inMode = found;",
    tests: [attack("d-open-api")],
    named: "by a test key of their own merchant",
  },
  {
    control: "a file is given to nobody who lost the right to it, or the sight of what it shows",
    file: "apps/server/src/modules/operations/job-run/job-run.routes.ts",
    find: `if (!mayHave(ctx.actor, run.kind, run.reach)) throw`,
    replace: "if (false) throw",
    tests: ["apps/server/src/platform/export/export.test.ts"],
    named: "gives no file to a user who lost",
  },
];
