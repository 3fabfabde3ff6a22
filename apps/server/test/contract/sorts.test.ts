import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { buildOneOfEach } from "../one-of-each.ts";
import { buildTenant } from "../people.ts";

const all: readonly Resource[] = resources;
const sorts = all.flatMap((resource) =>
  Object.entries(resource.operations).flatMap(([name, { list }]) =>
    (list?.sortBy ?? []).flatMap((field) =>
      (["asc", "desc"] as const).map(
        (order) => [`${resource.name}:${name} ${field} ${order}`, { resource, name, field, order }] as const,
      ),
    ),
  ),
);

/** What stands in a text that nobody expects there, the empty text among it. */
const oddTexts = ["", "Ünïcode 😀 “quoted”", "ﬁ\u200b 100%_\\"];
const tenants = 4;
/** Pages that a list is read in, from its start to its two hundredth row. */
const pagesRead = 4;

let app: TestApp;
let operator: TestClient;
beforeAll(async () => {
  app = await buildTestApp();
  operator = app.as(actor());
  const ids = new Map<string, { table: string; ids: (string | number)[] }>();
  for (let one = 0; one < tenants; one += 1)
    for (const [name, { row, id }] of Object.entries(await buildOneOfEach(app, await buildTenant(app)))) {
      const known = ids.get(name) ?? { table: row, ids: [] };
      known.ids.push(id);
      ids.set(name, known);
    }
  for (const resource of all)
    for (const [operation, { list }] of Object.entries(resource.operations))
      for (const field of list?.sortBy ?? []) {
        const made = ids.get(resource.name);
        // The first page in another order, so that what cannot stand in a record is told from what cannot be sorted by.
        const other = list?.sortBy.find((one) => one !== field);
        const isRead = async (id: string | number) => {
          const shown = resource.operations.detail?.method === "GET" ? (["detail", { id }] as const) : undefined;
          const [asked, input] = shown ?? [operation, other ? { field: other } : {}];
          return (await operator.send(resource, asked, input)).status === 200;
        };
        if (made)
          await makeOdd({ ...made, column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), isRead });
      }
}, 120_000);
afterAll(() => app.close());

interface Odd {
  readonly table: string;
  readonly column: string;
  readonly ids: readonly (string | number)[];
  /** Whether the record can still be shown. */
  isRead(id: string | number): Promise<boolean>;
}

/** Writes null and odd texts into a column that a list is sorted by, as far as its table and its records let it. */
async function makeOdd({ table, column, ids, isRead }: Odd) {
  const { db } = app.platform;
  const write = (id: unknown, value: unknown) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${value} WHERE id::text = ${String(id)}`.execute(db);
  for (const [place, value] of [null, ...oddTexts].entries()) {
    const id = ids[place];
    try {
      const { rows } = await sql<{ value: unknown }>`
        SELECT ${sql.ref(column)}::text AS value FROM ${sql.table(table)} WHERE id::text = ${String(id)}`.execute(db);
      await write(id, value);
      if (id !== undefined && !(await isRead(id))) await write(id, rows[0]?.value);
    } catch {
      // No column of this name, or a constraint that keeps such values out.
    }
  }
}

interface Listed {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly nextCursor: string | null;
  readonly prevCursor: string | null;
}

describe("every sort of every list", () => {
  test.each(sorts)(
    "%s shows each row once, page by page, there and back",
    async (_code, { resource, name, field, order }) => {
      const ask = async (more: object): Promise<Listed> => {
        const { status, body } = await operator.send(resource, name, { field, order, ...more });
        expect(status, JSON.stringify(body)).toBe(200);
        return body.result as unknown as Listed;
      };
      const whole = await ask({ pageSize: 200 });
      const size = Math.max(1, Math.ceil(whole.items.length / pagesRead));
      const pages: (readonly unknown[])[] = [];
      let last = await ask({ pageSize: size });
      pages.push(last.items);
      while (last.nextCursor !== null && pages.length < pagesRead) {
        last = await ask({ pageSize: size, cursor: last.nextCursor });
        pages.push(last.items);
      }
      expect(pages.flat().slice(0, 200)).toEqual(whole.items);
      for (const page of pages.slice(0, -1).reverse()) {
        last = await ask({ pageSize: size, cursor: last.prevCursor });
        expect(last.items).toEqual(page);
      }
    },
  );

  test.each(sorts.filter(([code]) => code.endsWith(" asc")))(
    "%s refuses a place that was made up",
    async (_code, { resource, name, field, order }) => {
      const cursor = Buffer.from(
        JSON.stringify({ field, order, value: "\u0007x", id: "\u0007x", back: false }),
      ).toString("base64url");
      const answered = await operator.send(resource, name, { field, order, cursor });
      if (answered.status !== 200) expect(answered).toMatchObject({ status: 400, bizCode: "platform.cursorInvalid" });
    },
  );
});
