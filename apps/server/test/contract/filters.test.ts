import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { type Filter, filterInputName } from "@countinghouse/contract/kit/list.ts";
import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import type { ReferenceTarget } from "@countinghouse/contract/kit/reference.ts";
import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import { references } from "@countinghouse/contract/references.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { buildOneOfEach, type OneOfEach } from "../one-of-each.ts";
import { buildTenant } from "../people.ts";

const all: readonly Resource[] = resources;
const lists = all.flatMap((resource) =>
  Object.entries(resource.operations).flatMap(([name, { list }]) =>
    list ? [{ code: `${resource.name}:${name}`, resource, name, filters: list.filters }] : [],
  ),
);
const filters = lists.flatMap(({ resource, name, filters: declared }) =>
  Object.entries(declared).map(([field, filter]) => ({
    code: `${resource.name}:${name} ${field}`,
    resource,
    name,
    input: filterInputName(field, filter),
    filter,
  })),
);

let app: TestApp;
let operator: TestClient;
let existing: OneOfEach;
beforeAll(async () => {
  app = await buildTestApp();
  operator = app.as(actor());
  existing = await buildOneOfEach(app, await buildTenant(app));
});
afterAll(() => app.close());

const idPrefixes = ["mer", "app", "gw", "ga", "chn", "ug", "pm", "whe", "ord", "imp", "rim", "rcb", "bst", "poa"];
const values: readonly unknown[] = [
  "live",
  "200",
  "USD",
  "DE",
  "card_visa",
  ...idPrefixes.map((prefix) => `${prefix}_${"0".repeat(26)}`),
  1,
  true,
  "2026-01-01T00:00:00.000Z",
  "2026-01-01",
];

/** The same value in the shape in which a filter is sent. */
function sent(filter: Filter, value: unknown): unknown {
  if (filter.kind === "oneOf") return [value];
  if (filter.kind === "between") return [value, null];
  return filter.kind === "amount" ? { currency: value, from: "100", to: "250000" } : value;
}

/** A value that a filter takes. */
function valid(filter: Filter): unknown {
  const { enumeration } = factsOf(filter.input);
  const candidates = [...(enumeration?.members.map(({ value }) => value) ?? []), ...values];
  return candidates.map((value) => sent(filter, value)).find((value) => filter.input.safeParse(value).success);
}

describe("every filter of every list", () => {
  test.each(filters.map((one) => [one.code, one] as const))(
    "%s narrows the list, and is refused by its name where it cannot be read",
    async (_code, { resource, name, input, filter }) => {
      const value = valid(filter);
      expect(value, "no value is taken").toBeDefined();
      const answered = await operator.send(resource, name, { [input]: value });
      expect(answered.status, JSON.stringify(answered.body)).toBe(200);
      const refused = await operator.send(resource, name, { [input]: sent(filter, "x".repeat(1_000)) });
      expect(refused).toMatchObject({ status: 400, bizCode: "platform.invalidInput" });
      const named = refused.body.extras?.fields ?? [];
      expect(named.length).toBeGreaterThan(0);
      expect(named.every(({ field }) => field.split(".")[0] === input)).toBe(true);
    },
  );
});

describe("a filter that the list does not have", () => {
  test.each(lists.map((one) => [one.code, one] as const))("is refused by %s", async (_code, { resource, name }) => {
    expect(await operator.send(resource, name, { noSuchFilter: "1" })).toMatchObject({
      status: 400,
      bizCode: "platform.invalidInput",
      body: { extras: { fields: [{ field: "noSuchFilter" }] } },
    });
  });
});

describe("a list sorted by a name", () => {
  /** Names of a first start in the language they are stored in, with one that somebody gave. */
  const stored = ["出纳", "董事长", "Clerk"];

  test("is in the order of the names that the reader sees", async () => {
    const { tenantId, orgId } = await buildTenant(app);
    for (const name of stored) await app.platform.db.insertInto("positions").values({ tenantId, name }).execute();
    const scope = { tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
    const caller = app.as(actor({ tenantId, orgId, scope }));
    const names = async (locale: Locale) => {
      const asked = { field: "name", pageSize: 2 } as const;
      const first = await caller.call(sysPos, "page", asked, { locale });
      const next = await caller.call(sysPos, "page", { ...asked, cursor: first.nextCursor }, { locale });
      return [...first.items, ...next.items].map(({ name }) => name);
    };
    expect(await names("en")).toEqual(["Cashier", "Chairperson", "Clerk"]);
    expect(await names("zh-cn")).toEqual(["Clerk", "出纳", "董事长"]);
  });

  test("of those that have one for each language is in the order of the reader's", async () => {
    const sorted = async (locale: Locale) => {
      const { items } = await operator.call(sysDictType, "page", { field: "name", pageSize: 100 }, { locale });
      return items.map(({ names, name }) => nameIn(locale, names, name));
    };
    for (const locale of locales) {
      const names = await sorted(locale);
      const { rows } = await sql<{
        name: string;
      }>`SELECT name FROM unnest(${names}::text[]) AS name ORDER BY name`.execute(app.platform.db);
      expect(names).toEqual(rows.map(({ name }) => name));
    }
  });
});

describe("what fields refer to", () => {
  const targets = Object.entries<ReferenceTarget>(references);
  const resourceOf = (target: ReferenceTarget): Resource => {
    const resource = all.find(({ name }) => name === target.resource);
    if (!resource) throw new Error(`nothing is called ${target.resource}`);
    return resource;
  };

  test.each(targets)("%s is declared as its resource is", (_name, target) => {
    const resource = resourceOf(target);
    expect(operationOf(resource, "list").access === "signedIn").toBe(target.isOpen ?? false);
    if (target.hasRows)
      expect([resource.menu, resource.operations.page, resource.operations.detail]).not.toContain(undefined);
  });

  // Organisations are chosen from their tree.
  const looked = targets.filter(([name]) => name !== "sysOrg");

  test.each(looked)("%s is found by id and by its number or name, and called by both", async (_name, target) => {
    const resource = resourceOf(target);
    const { name, number } = target;
    const id = existing[target.resource]?.id;
    const read = async (asked: object) =>
      ((await operator.send(resource, "list", asked)).body as { result: Record<string, unknown>[] }).result;
    const [row, ...others] = await read({ ids: [id] });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id });
    const fields = [target.key ?? "id", ...(typeof name === "string" ? [name] : Object.values(name))];
    for (const field of [...fields, ...(target.beside ?? [])]) expect(row?.[field], field).toBeTruthy();
    const text = String(row?.[number && row[number] ? number : (fields[1] ?? "")]);
    expect((await read({ keyword: text.toUpperCase(), withEnded: true })).map((one) => one.id)).toContain(id);
    expect(await read({ keyword: "no such name or number" })).toEqual([]);
  });
});
