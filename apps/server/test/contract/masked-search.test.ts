import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { type Filter, filterInputName } from "@countinghouse/contract/kit/list.ts";
import { locales } from "@countinghouse/contract/kit/locale.ts";
import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "../../src/platform/access/actor.ts";
import { withoutGuessing } from "../../src/platform/http/masked-search.ts";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildMerchant } from "../merchants.ts";
import { buildOrder } from "../orders.ts";
import { buildTenant } from "../people.ts";

const all: readonly Resource[] = resources;
const everything = new Set(
  all.flatMap(({ name, operations }) => Object.keys(operations).map((operation) => permissionOf(name, operation))),
);

const factsIn = (resource: Resource, name: string, filter: Filter) =>
  factsOf((resource.record.shape[name] ?? filter.input) as z.ZodType);

/** Every filter by personal data of every list. */
const filters = all.flatMap((resource) =>
  Object.entries(resource.operations.page?.list?.filters ?? {})
    .filter(([name, filter]) => factsIn(resource, name, filter).personal || factsOf(filter.input).personal)
    .map(([name, filter]) => ({ code: `${resource.name} ${name}`, resource, name, filter })),
);
/** Operations that take the filters of a list as they are, or as the `filter` of an export. */
const takes = ({ input }: Operation, name: string): boolean => input instanceof z.ZodObject && name in input.shape;

const wholes = ["ada@example.com", "203.0.113.9", "+4917012345"];
const parts = ["a", "ada@", "203.0", "170"];

let app: TestApp;
let place: { tenantId: number; orgId: number };
let merchantId: string;
beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
  merchantId = await buildMerchant(app, place);
  const paid = { merchantId, tenantId: place.tenantId, email: "ada@example.com", ip: "203.0.113.9" };
  await buildOrder(app, paid);
  await buildOrder(app, { ...paid, email: "ada@example.community" });
});
afterAll(() => app.close());
// Nobody has more than a few exports waiting.
beforeEach(() => app.platform.db.deleteFrom("jobRuns").execute());

/** An operator with every permission but these. */
const without = (...codes: readonly string[]): Actor => {
  const permissions = new Set([...everything].filter((code) => !codes.includes(code)));
  return actor({ ...place, holdsAll: false, permissions, provenAt: app.clock.now() });
};
const revealing = ({ name, operations }: Resource): string => permissionOf(name, operations.reveal ? "reveal" : "page");

const exporting = (filter: object) => ({ format: "csv", columns: ["id"], filter });

describe("a filter by personal data", () => {
  test("is there, and says what a whole value is", () => {
    expect(filters.map(({ code }) => code)).toEqual(expect.arrayContaining(["coinOrder email", "coinOrder ip"]));
    for (const { code, resource, name, filter } of filters) {
      const { whole } = factsIn(resource, name, filter);
      expect(
        wholes.filter((text) => whole?.safeParse(text).success),
        code,
      ).toHaveLength(1);
      expect(
        parts.filter((text) => whole?.safeParse(text).success),
        code,
      ).toEqual([]);
    }
  });

  const uses = filters.flatMap(({ code, resource, name, filter }) =>
    Object.entries(resource.operations)
      .filter(([verb, operation]) => verb === "export" || takes(operation, filterInputName(name, filter)))
      .filter(([, { kind, method }]) => kind === "query" || method === "POST")
      .filter(([verb, { kind }]) => kind === "query" || verb === "export")
      .map(([verb]) => ({ code: `${code} in ${verb}`, resource, name, filter, verb })),
  );

  test.each(uses.map((one) => [one.code, one] as const))(
    "%s finds by the whole value alone where it is masked, and says so in three languages",
    async (_code, { resource, name, filter, verb }) => {
      const input = filterInputName(name, filter);
      const asked = (value: string) => (verb === "export" ? exporting({ [input]: value }) : { [input]: value });
      const { whole } = factsIn(resource, name, filter);
      const entire = wholes.find((text) => whole?.safeParse(text).success) ?? "";
      const holder = app.as(without());
      const blind = app.as(without(revealing(resource)));
      const mayCall = permissionOf(resource.name, verb) !== revealing(resource);
      if (mayCall) expect((await blind.send(resource, verb, asked(entire))).status).toBe(200);
      for (const part of parts) {
        expect((await holder.send(resource, verb, asked(part))).status).toBe(200);
        if (!mayCall) continue;
        for (const locale of locales) {
          const refused = await blind.send(resource, verb, asked(part), { locale });
          expect(refused).toMatchObject({ status: 403, bizCode: "platform.maskedPart" });
          const labels: Readonly<Record<string, string>> = resource.messages[locale].fields;
          expect(refused.body.message).toContain(labels[name]);
          expect(refused.body.extras?.fields).toMatchObject([{ field: input, message: refused.body.message }]);
        }
      }
    },
  );
});

describe("orders by the e-mail of their payer", () => {
  const emailed = (who: Actor, email: string) =>
    app.as(who).call(coinOrder, "page", { email, merchantId: [merchantId] });

  test("are those of the very address for whoever sees it masked, and those that begin so for whoever may see it", async () => {
    const masked = await emailed(without("coinOrder:reveal"), "ada@example.com");
    expect(masked.items.map(({ email }) => email)).toEqual(["a***@example.com"]);
    expect((await emailed(without(), "ada@example.com")).items).toHaveLength(2);
    expect((await emailed(without(), "ada@")).items).toHaveLength(2);
  });

  test("are counted and added up by the same rule", async () => {
    const asked = { email: "ada@example.com", merchantId: [merchantId] };
    const blind = app.as(without("coinOrder:reveal"));
    expect((await blind.call(coinOrder, "statusCount", asked)).total).toBe(1);
    expect((await blind.call(coinOrder, "summary", asked)).currencies).toMatchObject([{ count: 1 }]);
    expect((await app.as(without()).call(coinOrder, "statusCount", asked)).total).toBe(2);
  });

  test("are not found by a part of it from the palette", async () => {
    const find = (text: string) => app.as(without("coinOrder:reveal")).call(coinOrder, "find", { text });
    for (const text of ["ada@", "ada@example", "example.com", "@example.com", "203.0.113.9"])
      expect(await find(text), text).toEqual([]);
    expect(await find("ada@example.com")).toHaveLength(1);
  });
});

describe("a sort by personal data", () => {
  test("is refused to whoever sees it masked, in a list and in an export", () => {
    const blind = without("coinOrder:reveal");
    for (const input of [{ field: "email" }, exporting({ field: "ip" })])
      expect(() => withoutGuessing(blind, coinOrder, input)).toThrow("platform.maskedSort");
    expect(withoutGuessing(without(), coinOrder, { field: "email" })).toEqual({ field: "email" });
    expect(withoutGuessing(blind, coinOrder, { field: "amount" })).toEqual({ field: "amount" });
  });

  test("is offered by no list", () => {
    const offered = all.flatMap(({ name, record, operations }) =>
      (operations.page?.list?.sortBy ?? [])
        .filter((field) => record.shape[field] && factsOf(record.shape[field] as z.ZodType).personal)
        .map((field) => `${name} ${field}`),
    );
    expect(offered).toEqual([]);
  });
});
