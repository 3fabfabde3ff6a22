import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../src/platform/access/actor.ts";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { aimed, buildOneOfEach, type OneOfEach } from "../one-of-each.ts";
import { buildTenant, buildUser } from "../people.ts";

const all: readonly Resource[] = resources;

/** Resources that all tenants share, or whose ids are not rows of a tenant. */
const shared: Readonly<Record<string, string>> = {
  sysMenu: "menus are the same for all tenants; grants decide who sees them",
  sysConfig: "settings are the platform's",
  sysDictType: "dictionaries are the platform's",
  sysDictData: "dictionaries are the platform's",
  sysRate: "rates are the platform's",
  sysRegion: "regions are the platform's",
  messageChannel: "providers of messages are the platform's",
  messageLog: "messages of sign-in are the platform's",
  sysAuth: "the own sign-in; ids are passkeys of the caller",
  sysOnlineUser: "ids are session words, covered with the sessions",
  sysJobRun: "runs belong to the user who started them, covered with the exports",
  reportByGateway: "rows are sums without an id, covered with the reports",
  reportByMerchant: "rows are sums without an id, covered with the reports",
  reportByDomain: "rows are sums without an id, covered with the reports",
  sysJob: "jobs and their triggers are the installation's",
  sysUserMenu: "refuses every user id but the caller's own, covered there",
};

let app: TestApp;
let foreign: OneOfEach;
let intruder: Actor;

const swept = aimed.filter(({ resource }) => !(resource.name in shared));

beforeAll(async () => {
  app = await buildTestApp();
  foreign = await buildOneOfEach(app, await buildTenant(app));
  const mine = await buildTenant(app);
  const permissions = new Set(
    all.flatMap(({ name, operations }) => Object.keys(operations).map((operation) => permissionOf(name, operation))),
  );
  intruder = actor({
    userId: await buildUser(app, { ...mine, accountType: AccountType.SysAdmin }),
    ...mine,
    accountType: AccountType.SysAdmin,
    holdsAll: false,
    permissions,
    scope: { tenantId: mine.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
  });
});
afterAll(() => app.close());

describe("a record of another tenant", () => {
  test("is tried with every operation that takes an id", () => {
    expect(swept.filter(({ resource }) => !(resource.name in foreign)).map(({ resource }) => resource.name)).toEqual(
      [],
    );
    expect(swept.length).toBeGreaterThan(30);
  });

  test.each(swept.map((one) => [permissionOf(one.resource.name, one.name), one] as const))(
    "is not found by %s, whoever asks with whatever permissions, and stays as it is",
    async (_code, { resource, name, field }) => {
      const target = foreign[resource.name];
      if (!target) throw new Error(`no record of ${resource.name}`);
      const read = () =>
        sql`SELECT * FROM ${sql.table(target.row)} WHERE id = ${target.id}`
          .execute(app.platform.db)
          .then(({ rows }) => rows);
      const before = await read();
      const input = {
        status: 1,
        version: 1,
        roleIdList: [],
        menuIdList: [],
        dataScope: 4,
        reason: "looked for",
        ...target.input,
        [field]: target.id,
      };
      expect(await app.as(intruder).send(resource, name, input)).toMatchObject({
        status: 404,
        bizCode: "platform.notFound",
      });
      expect(await read()).toEqual(before);
    },
  );

  const paged = all.filter(({ operations, name }) => operations.page && !(name in shared));

  test.each(paged.map((resource) => [resource.name, resource] as const))(
    "is in no page of %s, nor counted, whatever the body says",
    async (_name, resource) => {
      const tenantId = foreign.sysTenant?.id;
      for (const more of [
        {},
        { tenantId },
        { filters: [{ field: "tenantId", value: tenantId }] },
        { scope: { tenantId: null } },
      ]) {
        // Everything that was tried above stands in the intruder's own log.
        const narrowed = resource.name === "sysLogOp" ? { ...more, requestId: "r" } : more;
        const { status, result } = await app.as(intruder).send(resource, "page", narrowed);
        // What a list does not know is refused by name; the list as it is answers.
        if (status === 400 && Object.keys(more).length > 0) continue;
        const page = result as { items: { id: number | string }[]; total: number } | { id: number | string }[];
        const items = Array.isArray(page) ? page : page.items;
        expect(items.map(({ id }) => id)).not.toContain(foreign[resource.name]?.id);
        if (!Array.isArray(page)) expect(page.total).toBe(items.length);
      }
    },
  );
});

describe("a field that must not be sorted or filtered by", () => {
  test.each(
    all.filter(({ operations }) => operations.page?.list).map((resource) => [resource.name, resource] as const),
  )("is refused in %s", async (_name, resource) => {
    for (const field of ["password", "passwordHash", "tenantId", "id; DROP TABLE users", "__proto__"]) {
      expect(await app.as(intruder).send(resource, "page", { field })).toMatchObject({
        status: 400,
        bizCode: "platform.invalidInput",
      });
    }
  });
});
