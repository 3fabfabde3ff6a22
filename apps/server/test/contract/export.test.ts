import type { ReferenceTarget } from "@countinghouse/contract/kit/reference.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { references as known } from "@countinghouse/contract/references.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildModules } from "../../src/modules/index.ts";
import { exportRows } from "../../src/platform/export/export-query.ts";
import { exportSourcesOf } from "../../src/platform/export/exportable.ts";
import { readReferred } from "../../src/platform/export/referred.ts";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildOrg, buildTenant, buildUser } from "../people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const references: Readonly<Record<string, ReferenceTarget>> = known;
const all: readonly Resource[] = resources;
const exported = all.filter(({ operations }) => operations.export).map(({ name }) => name);

describe("an export", () => {
  test.each(exported)("of %s reads every field of the record and can be sorted by each", async (name) => {
    const source = exportSourcesOf(buildModules(app.platform)).get(name);
    if (!source) throw new Error(`nothing to read ${name} from`);
    const columns = sql.join(Object.keys(source.resource.record.shape).map((field) => sql.ref(`rows.${field}`)));
    for (const field of source.resource.operations.page?.list?.sortBy ?? []) {
      const rows = exportRows(app.context(), source, { field });
      const read = sql`SELECT ${columns} FROM (${rows}) AS rows LIMIT 1`.execute(app.platform.db);
      await expect(read, field).resolves.toBeDefined();
    }
  });

  test.each(Object.values(references))("names the records of $resource that a row refers to", async (target) => {
    const cell = readReferred(target, target.key ?? "id", sql`'1'`);
    await expect(sql`SELECT ${cell}`.execute(app.platform.db)).resolves.toBeDefined();
  });

  test("of accounts leaves the platform administrator and other tenants out, as the list does", async () => {
    const [mine, theirs] = [await buildTenant(app), await buildTenant(app)];
    const own = await buildUser(app, mine);
    await buildUser(app, { ...mine, accountType: AccountType.SuperAdmin });
    await buildUser(app, theirs);
    const source = exportSourcesOf(buildModules(app.platform)).get("sysUser");
    if (!source) throw new Error("accounts are not exported");
    const scope = { tenantId: mine.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
    const ctx = app.context(actor({ ...mine, userId: own, accountType: AccountType.SysAdmin, holdsAll: false, scope }));
    const rows = (await exportRows(ctx, source, {}).execute()) as { id: number }[];
    expect(rows.map(({ id }) => id)).toEqual([own]);
  });

  test("of the accounts of an organisation takes in those below it, as the list does", async () => {
    const { tenantId, orgId: root } = await buildTenant(app);
    const branch = await buildOrg(app, { tenantId, pid: root });
    const below = await buildOrg(app, { tenantId, pid: branch });
    const [here, there] = [
      await buildUser(app, { tenantId, orgId: branch }),
      await buildUser(app, { tenantId, orgId: below }),
    ];
    await buildUser(app, { tenantId, orgId: root });
    const source = exportSourcesOf(buildModules(app.platform)).get("sysUser");
    if (!source) throw new Error("accounts are not exported");
    const rows = (await exportRows(app.context(), source, { orgId: branch } as object).execute()) as { id: number }[];
    expect(rows.map(({ id }) => id).sort()).toEqual([here, there].sort());
    const page = await app.as(actor()).call(sysUser, "page", { orgId: branch });
    expect(page.items.map(({ id }) => id).sort()).toEqual([here, there].sort());
  });
});
