import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";

const benchmarks = join(import.meta.dirname, "../../../../../../docs/benchmarks.md");

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test("every index of orders is in docs/benchmarks.md with what it serves and weighs, and no other", async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT indexname AS name FROM pg_indexes WHERE tablename = 'coin_orders' ORDER BY 1`.execute(app.platform.db);
  const text = await readFile(benchmarks, "utf8");
  const told = [...text.matchAll(/^\| `(coin_orders_\w+)` \| \d+ \| [^|]+ \| [^|]+ \|$/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(rows.map(({ name }) => name));
});
