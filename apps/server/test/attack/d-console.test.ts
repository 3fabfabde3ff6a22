import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "../../src/platform/access/actor.ts";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildMerchant } from "../merchants.ts";
import { aimed, buildOneOfEach, type OneOfEach } from "../one-of-each.ts";
import { buildTenant, buildUser } from "../people.ts";
import { buildDelivery, buildEndpoint } from "../webhooks.ts";

const all: readonly Resource[] = resources;

let node: TestApp;
let theirs: OneOfEach;
/** Somebody of another merchant of the very tenant whose records are tried. */
let neighbour: Actor;
let own: { readonly tenantId: number; readonly merchantId: string };

beforeAll(async () => {
  node = await buildTestApp();
  const place = await buildTenant(node);
  theirs = await buildOneOfEach(node, place);
  const merchantId = await buildMerchant(node, place);
  const userId = await buildUser(node, { ...place, accountType: AccountType.Member });
  await node.platform.db.updateTable("users").set({ merchantId }).where("id", "=", userId).execute();
  own = { tenantId: place.tenantId, merchantId };
  neighbour = actor({
    userId,
    ...place,
    accountType: AccountType.Member,
    holdsAll: false,
    permissions: new Set(
      all.flatMap(({ name, operations }) => Object.keys(operations).map((operation) => permissionOf(name, operation))),
    ),
    scope: { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: [merchantId] },
  });
});
afterAll(() => node.close());

/** Resources whose rows belong to a merchant, with the field that says so in filters and inputs. */
const ofMerchants = all.filter(
  ({ name, record }) => name !== "merchant" && "merchantId" in ((record as z.ZodObject)?.shape ?? {}),
);

describe("a record of another merchant of the tenant", () => {
  const reach = async (resource: Resource, name: string, input: object) => {
    const { status, bizCode, result } = await node.as(neighbour).send(resource, name, input);
    return { status, bizCode, result };
  };

  // What belongs to no merchant is the operator's: whether a role may touch it is the grant's to say.
  const owned = new Set(["merchant", ...ofMerchants.map(({ name }) => name)]);
  const swept = aimed.filter(({ resource }) => owned.has(resource.name));

  test.each(swept.map((one) => [permissionOf(one.resource.name, one.name), one] as const))(
    "is not reached by %s by a merchant's people with whatever permissions, and stays as it is",
    async (_code, { resource, name, field }) => {
      const target = theirs[resource.name];
      if (!target) throw new Error(`no record of ${resource.name}`);
      const read = () =>
        sql`SELECT * FROM ${sql.table(target.row)} WHERE id = ${target.id}`
          .execute(node.platform.db)
          .then(({ rows }) => rows);
      const before = await read();
      const input = { status: 1, roleIdList: [], menuIdList: [], dataScope: 4, ...target.input, [field]: target.id };
      const { status, bizCode } = await reach(resource, name, input);
      expect([403, 404], `${status} ${bizCode}`).toContain(status);
      expect(await read()).toEqual(before);
    },
  );

  const bulk = all.flatMap((resource) =>
    Object.keys(resource.operations).flatMap((name) => {
      const { input } = operationOf(resource, name);
      return input instanceof z.ZodObject && "ids" in input.shape && ofMerchants.includes(resource)
        ? [[permissionOf(resource.name, name), resource, name] as const]
        : [];
    }),
  );

  test.each(bulk)("is not among the many of %s", async (_code, resource, name) => {
    const target = theirs[resource.name];
    const read = () =>
      sql`SELECT * FROM ${sql.table(target?.row ?? "")} WHERE id = ${target?.id}`.execute(node.platform.db);
    const before = await read();
    if (operationOf(resource, name).kind === "query") {
      const { status, result } = await reach(resource, name, { ids: [target?.id] });
      expect([200, 403]).toContain(status);
      expect(JSON.stringify(result ?? [])).not.toContain(JSON.stringify(target?.id));
      return;
    }
    const { status } = await reach(resource, name, { ids: [target?.id], reason: "r", remark: "r" });
    // An occurrence has an id of another form than its kind: refused as no id at all.
    expect([400, 403, 404]).toContain(status);
    expect((await read()).rows).toEqual(before.rows);
  });

  test("among one's own stops the whole of a command about many", async () => {
    const { db } = node.platform;
    const mine = await buildDelivery(node, { ...own, endpointId: await buildEndpoint(node, own) });
    const { bizCode } = await node.as(neighbour).send(webhook, "resend", { ids: [mine, theirs.webhook?.id] });
    expect(bizCode).toBe("platform.notFound");
    const { status } = await db
      .selectFrom("webhookDeliveries")
      .select("status")
      .where("id", "=", mine)
      .executeTakeFirstOrThrow();
    expect(status).toBe("dead");
  });

  const pages = ofMerchants.filter(({ operations }) => operations.page?.list);

  test.each(pages.map((resource) => [resource.name, resource] as const))(
    "is not found by naming its merchant in a page of %s, however it is named",
    async (_name, resource) => {
      const owner = theirs.merchant?.id;
      for (const more of [{ merchantId: owner }, { filters: [{ field: "merchantId", value: owner }] }]) {
        const { status, result } = await node.as(neighbour).send(resource, "page", more);
        expect([200, 400, 403]).toContain(status);
        expect(JSON.stringify(result ?? "")).not.toContain(String(theirs[resource.name]?.id));
      }
      if (!("merchantId" in (operationOf(resource, "page").input as z.ZodObject).shape)) return;
      for (const merchantId of [{ $ne: 0 }, "1 or 1=1", -1, 2 ** 63, [{}]]) {
        const { status, result } = await node.as(neighbour).send(resource, "page", { merchantId });
        // A text that is nobody's id finds nothing; what is no text is not made one.
        expect(typeof merchantId === "string" ? [200, 400, 403] : [400, 403]).toContain(status);
        expect(JSON.stringify(result ?? "")).not.toContain(String(theirs[resource.name]?.id));
      }
    },
  );

  const adds = ofMerchants.flatMap((resource) =>
    Object.keys(resource.operations).flatMap((name) => {
      const { input, method } = operationOf(resource, name);
      const takes = input instanceof z.ZodObject && "merchantId" in input.shape && !("id" in input.shape);
      return takes && method === "POST" && !operationOf(resource, name).list
        ? [[permissionOf(resource.name, name), resource, name] as const]
        : [];
    }),
  );

  test("is tried with every way to add something", () => {
    expect(adds.length).toBeGreaterThan(5);
  });

  test.each(adds)("gets nothing added to its merchant by %s", async (_code, resource, name) => {
    const table = theirs[resource.name]?.row ?? "mer_gateway_account_cfgs";
    const count = () =>
      sql`SELECT count(*) FROM ${sql.table(table)} WHERE merchant_id = ${theirs.merchant?.id}`.execute(
        node.platform.db,
      );
    const before = await count();
    const input = { name: "N", mode: "test", ...theirs[resource.name]?.input, merchantId: theirs.merchant?.id };
    const { status, result } = await reach(resource, name, input);
    // A command about all that a filter finds has found nothing.
    if (status === 200) expect(result).toEqual({ count: 0 });
    expect((await count()).rows).toEqual(before.rows);
  });
});
