import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomSecret } from "../../src/platform/crypto/random.ts";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildOneOfEach } from "../one-of-each.ts";
import { buildTenant, buildUser, unique } from "../people.ts";

const all: readonly Resource[] = resources;
const tenanted = all.filter(({ record, operations }) => "tenantName" in record.shape && operations.page);

interface Place {
  readonly tenantId: number;
  readonly orgId: number;
  readonly name: string;
}

let app: TestApp;
let place: Place;

/** A tenant with one record of each resource, and somebody of it who is signed in. */
async function buildPlace(): Promise<Place> {
  const { db, clock } = app.platform;
  const { tenantId, orgId } = await buildTenant(app);
  await buildOneOfEach(app, { tenantId, orgId });
  const userId = await buildUser(app, { tenantId, orgId });
  const at = clock.now().toISOString();
  await db.insertInto("visits").values({ tenantId, createTime: at, visitType: 1, status: "200" }).execute();
  await db
    .insertInto("sessions")
    .values({
      ...{
        id: `ses_${randomSecret(24)}`,
        userId,
        tenantId,
        orgId,
        accountType: AccountType.NormalUser,
        method: "password",
      },
      ...{ userName: "somebody", realName: "Somebody", word: unique("w"), ip: "203.0.113.9" },
      ...{ createdAt: at, lastSeenAt: at, expiresAt: new Date(clock.now().getTime() + 86_400_000).toISOString() },
    })
    .execute();
  const { name } = await db.selectFrom("tenants").select("name").where("id", "=", tenantId).executeTakeFirstOrThrow();
  return { tenantId, orgId, name };
}

beforeAll(async () => {
  app = await buildTestApp();
  await buildPlace();
  place = await buildPlace();
});
afterAll(() => app.close());

const insider = () => {
  const { tenantId, orgId } = place;
  return actor({ tenantId, orgId, scope: { tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } });
};

type Told = { readonly items: readonly { readonly id: number | string; readonly tenantName?: string | null }[] };

const pageOf = async (who: ReturnType<typeof actor>, { name }: Resource): Promise<Told["items"]> => {
  const resource = all.find((one) => one.name === name) as Resource;
  return ((await app.as(who).call(resource, "page", { pageSize: 200 })) as Told).items;
};

describe("whose a record is", () => {
  test("is known of what the operators of several tenants read in one list", () => {
    expect(tenanted.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["merchant", "sysNotice", "sysLogVis", "sysLogDiff", "sysOnlineUser", "businessDay"]),
    );
  });

  test.each(tenanted.map((resource) => [resource.name, resource] as const))(
    "is told by %s to those who see several tenants, and to nobody else",
    async (_name, resource) => {
      const own = await pageOf(insider(), resource);
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter(({ tenantName }) => (tenantName ?? null) !== null)).toEqual([]);
      const ids = new Set(own.map(({ id }) => id));
      const seen = (await pageOf(actor(), resource)).filter(({ id }) => ids.has(id));
      expect(new Set(seen.map(({ tenantName }) => tenantName))).toEqual(new Set([place.name]));
    },
  );
});
