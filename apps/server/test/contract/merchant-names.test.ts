import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildModules } from "../../src/modules/index.ts";
import { exportColumns } from "../../src/platform/export/export-columns.ts";
import { exportCells, exportRows } from "../../src/platform/export/export-query.ts";
import { exportSourcesOf } from "../../src/platform/export/exportable.ts";
import { type AnswerPlan, answerPlanOf } from "../../src/platform/http/answer-plan.ts";
import { buildTranslator } from "../../src/platform/http/translate.ts";
import { actor, type TestClient } from "../app.ts";
import { buildMerchantSide, inputsOf, type MerchantSide, type Read, reads } from "../merchant-side.ts";
import { buildUser } from "../people.ts";

const name = "Grace of the shop";
let side: MerchantSide;
let owner: TestClient;
let operatorId: number;
beforeAll(async () => {
  side = await buildMerchantSide();
  const { app, place } = side.stage;
  owner = app.as(side.owner);
  operatorId = await buildUser(app, { ...place, accountType: AccountType.SysAdmin });
  await app.platform.db.updateTable("users").set({ realName: name }).execute();
});
afterAll(() => side.stage.close());

/** Everything of the merchant that somebody did was done by this person, of the one name that everybody has. */
async function doneBy(userId: number): Promise<number> {
  const client = new pg.Client(side.stage.app.database.ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string; name: string; id: string; keyed: string }>(
      `SELECT n.table_name AS "table", n.column_name AS name, i.column_name AS id, m.column_name AS keyed
         FROM information_schema.columns n
         JOIN information_schema.columns i ON i.table_schema = n.table_schema AND i.table_name = n.table_name
          AND i.column_name = regexp_replace(n.column_name, '_name$', '_id')
         JOIN information_schema.columns m ON m.table_schema = n.table_schema AND m.table_name = n.table_name
          AND m.column_name = CASE WHEN n.table_name = 'merchants' THEN 'id' ELSE 'merchant_id' END
        WHERE n.table_schema = 'public' AND n.column_name ~ '(user|operator|applicant)_name$'`,
    );
    await client.query("SET session_replication_role = replica");
    let changed = 0;
    for (const { table, name: column, id, keyed } of rows)
      changed += await client
        .query(`UPDATE ${table} SET ${column} = $1, ${id} = $2 WHERE ${keyed} = $3`, [name, userId, side.merchantId])
        // Two people who have to be two stay two.
        .then(({ rowCount }) => rowCount ?? 0)
        .catch(() => 0);
    await client.query("UPDATE ledger_holds SET operator_id = $1", [userId]);
    return changed;
  } finally {
    await client.end();
  }
}

/** Where in an answer the name stands as that of somebody who did something. */
function namedIn(value: unknown, plan: AnswerPlan, path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Readonly<Record<string, unknown>>;
  const { element } = plan;
  return [
    ...(element ? Object.values(holder).flatMap((one) => namedIn(one, element, `${path}[]`)) : []),
    ...plan.doers.filter((field) => holder[field] === name).map((field) => `${path}.${field}`),
    ...plan.members.flatMap(([member, inner]) => namedIn(holder[member], inner, `${path}.${member}`)),
  ];
}

async function placesIn(reader: TestClient): Promise<string[]> {
  const places: string[] = [];
  for (const read of reads.filter((one) => answersOwner(one))) {
    const { output } = read.resource.operations[read.name] as { output: Parameters<typeof answerPlanOf>[0] };
    for (const input of await inputsOf(side, read)) {
      const { body } = await reader.send(read.resource, read.name, input);
      places.push(...namedIn(body.result, answerPlanOf(output), permissionOf(read.resource.name, read.name)));
    }
  }
  return [...new Set(places)].sort();
}

/** Reads of the merchant's own side: of what the operator set up for everybody nothing was done by its people. */
const answersOwner = ({ resource, name: operation }: Read): boolean =>
  side.owner.permissions.has(permissionOf(resource.name, operation)) || resource.name === "sysHome";

describe("who did something, where everybody has one name", () => {
  test("is named to the merchant's people wherever the operator reads it, if it was one of them", async () => {
    expect(await doneBy(side.owner.userId)).toBeGreaterThan(20);
    const { app, place } = side.stage;
    const read = await placesIn(app.as(actor({ ...place })));
    expect(read.length).toBeGreaterThan(20);
    const told = await placesIn(owner);
    expect(read.filter((place) => !told.includes(place))).toEqual([]);
  });

  test("is not named to them if it was one of the operator's", async () => {
    await doneBy(operatorId);
    expect(await placesIn(owner)).toEqual([]);
  });

  const exported = (resources as readonly Resource[]).filter(({ operations }) => operations.export);
  test.each([
    ["one of them", () => side.owner.userId, true],
    ["one of the operator's", () => operatorId, false],
  ] as const)("stands in the exports of a merchant's people if it was %s alone", async (_who, userId, isNamed) => {
    await doneBy(userId());
    const { app } = side.stage;
    const sources = exportSourcesOf(buildModules(app.platform));
    const holding: string[] = [];
    for (const resource of exported.filter((one) => side.owner.permissions.has(permissionOf(one.name, "export")))) {
      const source = sources.get(resource.name);
      if (!source) throw new Error(`nothing to read ${resource.name} from`);
      const ctx = app.context(side.owner);
      const rows = exportRows(ctx, source, {});
      const [row = {}] = await sql<object>`SELECT * FROM (${rows}) AS t LIMIT 1`
        .execute(app.platform.db)
        .then((found) => found.rows);
      const columns = exportColumns(resource, Object.keys(resource.record.shape), {
        locale: "en",
        timeZone: "UTC",
        translator: buildTranslator(resources),
        dictionaries: new Map(),
        seesPersonal: true,
        merchantIds: side.owner.scope.merchantIds,
        present: new Set(Object.keys(row)),
      });
      if (JSON.stringify(await exportCells(ctx, rows, columns, "csv").execute()).includes(name))
        holding.push(resource.name);
    }
    expect(holding.length > 3).toBe(isNamed);
    if (!isNamed) expect(holding).toEqual([]);
  });
});
