import { sysDatabase } from "@countinghouse/contract/operations/database/database.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";

/** Tables with structures that the product does not have today. */
const planted = `
  CREATE TABLE planted_hosts (id bigint PRIMARY KEY, name text NOT NULL, note character varying(20), old int);
  ALTER TABLE planted_hosts DROP COLUMN old;
  CREATE TABLE planted_keys (
    host_id bigint PRIMARY KEY CONSTRAINT planted_keys_host REFERENCES planted_hosts (id),
    twin_id bigint CONSTRAINT planted_keys_twin REFERENCES planted_keys (host_id));
  CREATE UNIQUE INDEX planted_keys_some_twin ON planted_keys (twin_id) WHERE twin_id > 7;
  CREATE TABLE planted_days (
    day date NOT NULL, host_id bigint NOT NULL CONSTRAINT planted_days_host REFERENCES planted_hosts (id),
    PRIMARY KEY (day, host_id)) PARTITION BY RANGE (day);
  CREATE TABLE planted_days_first PARTITION OF planted_days FOR VALUES FROM ('2026-01-01') TO ('2026-07-01');
  CREATE TABLE planted_days_second PARTITION OF planted_days FOR VALUES FROM ('2026-07-01') TO ('2027-01-01');
  CREATE SCHEMA elsewhere;
  CREATE TABLE elsewhere.planted_stranger (id bigint REFERENCES public.planted_hosts (id));
  CREATE VIEW planted_view AS SELECT id FROM planted_hosts;
  INSERT INTO planted_hosts SELECT n, 'host' FROM generate_series(1, 5) AS n;
  INSERT INTO planted_days SELECT DATE '2026-01-01' + n * 30, 1 FROM generate_series(0, 11) AS n;
  ANALYZE planted_hosts, planted_days, planted_days_first, planted_days_second;`;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  const owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  await owner.query(planted);
  await owner.end();
});
afterAll(() => app.close());

const visual = () => app.as(actor()).call(sysDatabase, "visual", {});
const table = async (name: string) => (await visual()).tables.find((each) => each.name === name);
const relation = async (name: string) => (await visual()).relations.find((each) => each.name === name);

describe("sysDatabase.visual", () => {
  test("lists the product's tables with their columns", async () => {
    const columns = (await table("positions"))?.columns ?? [];
    expect(columns.find(({ name }) => name === "id")).toEqual({
      name: "id",
      type: "bigint",
      nullable: false,
      isKey: true,
    });
    expect(columns.find(({ name }) => name === "remark")).toMatchObject({ nullable: true, isKey: false });
  });

  test("writes types as the database does and leaves out columns that are gone", async () => {
    expect((await table("planted_hosts"))?.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "id bigint",
      "name text",
      "note character varying(20)",
    ]);
  });

  test("estimates rows and measures bytes, and says nothing of rows it has not looked at", async () => {
    const hosts = await table("planted_hosts");
    expect(hosts?.rows).toBe(5);
    expect(hosts?.bytes).toBeGreaterThan(0);
    expect((await table("planted_keys"))?.rows).toBeNull();
  });

  test("shows a divided table once, with the rows of all its parts", async () => {
    const { tables, relations } = await visual();
    expect(tables.map(({ name }) => name).filter((name) => name.startsWith("planted_days"))).toEqual(["planted_days"]);
    expect(tables.find(({ name }) => name === "planted_days")?.rows).toBe(12);
    expect(relations.filter(({ from }) => from.startsWith("planted_days")).length).toBe(1);
  });

  test("tells a relation of one to one from one of many to one", async () => {
    expect(await relation("planted_keys_host")).toEqual({
      name: "planted_keys_host",
      from: "planted_keys",
      to: "planted_hosts",
      columns: [{ from: "host_id", to: "id" }],
      kind: "oneToOne",
    });
    expect(await relation("planted_days_host")).toMatchObject({ kind: "manyToOne" });
    // A partial index does not make the column unique.
    expect(await relation("planted_keys_twin")).toMatchObject({ to: "planted_keys", kind: "manyToOne" });
  });

  test("names only relations between tables it lists, and neither views nor other schemas", async () => {
    const { tables, relations } = await visual();
    const names = tables.map(({ name }) => name);
    expect(names.filter((name) => /view|stranger/.test(name))).toEqual([]);
    expect(relations.length).toBeGreaterThan(10);
    for (const { from, to } of relations) expect(names).toEqual(expect.arrayContaining([from, to]));
  });

  test("is refused to who does not hold it", async () => {
    const clerk = app.as(actor({ holdsAll: false, permissions: new Set(["sysApi:read"]) }));
    expect(await clerk.send(sysDatabase, "visual")).toMatchObject({ status: 403, bizCode: "platform.forbidden" });
  });
});
