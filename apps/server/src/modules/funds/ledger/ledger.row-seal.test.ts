import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { type BookedMerchant, buildBookedMerchant } from "../../../../test/booked-merchant.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { findingsOf, sealKeys } from "../../../../test/ledger.ts";
import { buildPayoutAccount } from "../../../../test/payouts.ts";
import { publishRate } from "../../../../test/rates.ts";
import { buildAccountTerms, buildFeeRule } from "../../../../test/terms.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { newSeal, priceTables, rowDigest } from "../../../platform/seals/row-seal.ts";
import { keepSealKeys, readSealKeys } from "../../../platform/seals/seal-keys.ts";
import { sealedColumns } from "../../../platform/seals/sealed-columns.ts";
import { checkPriceSeals, sealExistingPrices } from "./ledger.row-seal.service.ts";
import { sealedTables } from "./ledger.row-seal.store.ts";
import { sealWorker } from "./ledger.seal.worker.ts";

let app: TestApp;
let of: BookedMerchant;
beforeAll(async () => {
  app = await buildTestApp();
  of = await buildBookedMerchant(app);
});
afterAll(() => app?.close());

const withoutSeals = async () => {
  for (const table of sealedTables) await sql`UPDATE ${sql.table(table)} SET seal = NULL`.execute(app.platform.db);
};
const runJob = () => sealWorker(app.platform).run(jobContext(app), {});
const unsealed = async () => (await findingsOf(app, of.merchantId)).map(({ table, column }) => `${table} ${column}`);
const told = () =>
  app.platform.db
    .selectFrom("eventExceptionItems")
    .select(["level", "payload"])
    .where("eventType", "=", "ledger.rowsAdopted")
    .execute();
const everyRow = [
  ...Array(3).fill("coin_orders seal"),
  ...Array(3).fill("payment_attempts seal"),
  ...Array(3).fill("captures seal"),
  "payment_dues seal",
];

describe("rows from before rows had seals", () => {
  test("are named until they are sealed as they stand, marked so, and told of", async () => {
    await withoutSeals();
    expect(await unsealed()).toEqual(everyRow);
    await runJob();
    expect(await unsealed()).toEqual([]);
    expect(await told()).toEqual([
      { level: "warning", payload: { rows: 7 } },
      { level: "warning", payload: { orders: 3 } },
    ]);
    const rows = await app.platform.db.selectFrom("captures").select("seal").execute();
    expect(rows.map(({ seal }) => seal?.slice(0, 2))).toEqual(["u2", "u2", "u2"]);
  });

  test("that nodes of the release before still wrote are sealed within the hour, and none after it", async () => {
    app.clock.forward(3_600_000);
    await withoutSeals();
    await runJob();
    expect(await unsealed()).toEqual([]);
    app.clock.forward(1);
    await withoutSeals();
    await runJob();
    expect(await unsealed()).toEqual(everyRow);
    expect(await told()).toHaveLength(4);
  });

  test("are not taken over again where the audit trail was altered, nor where the time of it was altered or taken out", async () => {
    const { db } = app.platform;
    const owner = new pg.Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
    await owner.query("UPDATE audit_entries SET operation = 'job.other' WHERE operation = 'job.ledger-adopt'");
    await runJob();
    expect(await unsealed()).toEqual(everyRow);
    const kept = await db.selectFrom("rowAdoptions").selectAll().where("id", "=", "rows").executeTakeFirstOrThrow();
    await owner.query("UPDATE row_adoptions SET adopted_at = now() + interval '1 year'");
    await runJob();
    expect(await unsealed()).toEqual([...Array(3).fill("row_adoptions mac"), ...everyRow]);
    await owner.query("DELETE FROM row_adoptions");
    app.clock.forward(24 * 3_600_000 + 1);
    const { seals } = installationKeys(app.platform.secret);
    const [first] = await db.selectFrom("paymentAttempts").selectAll().orderBy("id").execute();
    if (!first) throw new Error("there is no attempt");
    const seal = seals.made("paymentAttempts", first);
    await db.updateTable("paymentAttempts").set({ seal }).where("id", "=", first.id).execute();
    const [order] = await db.selectFrom("coinOrders").selectAll().orderBy("id").execute();
    if (!order) throw new Error("there is no order");
    await db
      .updateTable("coinOrders")
      .set({ seal: seals.made("coinOrders", order) })
      .where("id", "=", order.id)
      .execute();
    await runJob();
    expect(await unsealed()).toEqual(everyRow.toSpliced(3, 1).slice(1));
    const alarms = db
      .selectFrom("eventExceptionItems")
      .select("level")
      .where("eventType", "=", "ledger.adoptionAltered");
    expect(await alarms.execute()).toEqual([{ level: "critical" }, { level: "critical" }]);
    await db.insertInto("rowAdoptions").values(kept).execute();
    await owner.end();
  });

  test("are named where they were begun after rows were taken over", async () => {
    const { db, secret } = app.platform;
    const keys = await readSealKeys(db, installationKeys(secret).ring);
    const capture = await db.selectFrom("captures").selectAll().orderBy("id").executeTakeFirstOrThrow();
    const later = { ...capture, askedTime: new Date(app.clock.now().getTime() + 90 * 86_400_000).toISOString() };
    const seal = newSeal({ mark: "u", keyId: keys.active.id }, "captures", later, keys.active.hmac);
    const write = (values: object) => db.updateTable("captures").set(values).where("id", "=", capture.id).execute();
    await write({ askedTime: later.askedTime, seal });
    const named = { table: "captures", column: "seal", key: capture.id, found: seal };
    expect(await findingsOf(app, of.merchantId)).toContainEqual(expect.objectContaining(named));
    await write({ askedTime: capture.askedTime, seal: null });
  });
});

describe("prices from before they had seals", () => {
  const { start, during } = { start: true, during: false };
  const adopt = async (isStart: boolean) =>
    sealExistingPrices(app.platform.db, await sealKeys(app), { now: app.clock.now(), isStart });
  const named = async () =>
    (await checkPriceSeals(app.platform.db, { tenantId: of.tenantId, withRates: true }, await sealKeys(app))).map(
      ({ finding: { table, column } }) => `${table} ${column}`,
    );
  const withoutPriceSeals = async () => {
    for (const table of priceTables) await sql`UPDATE ${sql.table(table)} SET seal = NULL`.execute(app.platform.db);
  };
  const everyPrice = ["fee_rules seal", "account_terms seal", "rates seal"];

  test("are sealed as they stand by the first start, and in the hour after it; later ones are named and stay", async () => {
    const owner = new pg.Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
    const owned = { tenantId: of.tenantId, merchantId: of.merchantId };
    const createTime = app.clock.now().toISOString();
    await buildFeeRule(app, owned, {
      createTime,
      tiers: JSON.stringify([{ from: "0", percent: 1 }]),
      tierMode: "whole",
    });
    await buildAccountTerms(app, owned, { createTime, calendars: ["EU-TARGET", "US"] });
    await publishRate(app, "1.2");
    expect(await named()).toEqual([]);
    await owner.query("DELETE FROM row_adoptions WHERE id = 'prices'");
    expect(await adopt(start)).toEqual({ isAltered: true, rows: 0 });
    await withoutPriceSeals();
    expect(await adopt(during)).toEqual({ isAltered: true, rows: 0 });
    expect(await named()).toEqual(everyPrice);
    expect(await adopt(start)).toEqual({ isAltered: false, rows: 3 });
    expect(await named()).toEqual([]);
    await withoutPriceSeals();
    app.clock.forward(3_600_000);
    expect(await adopt(during)).toEqual({ isAltered: false, rows: 3 });
    app.clock.forward(1);
    await withoutPriceSeals();
    for (const isStart of [start, during]) expect(await adopt(isStart)).toEqual({ isAltered: false, rows: 0 });
    expect(await named()).toEqual(everyPrice);
    await owner.query("UPDATE row_adoptions SET adopted_at = now() + interval '1 year' WHERE id = 'prices'");
    expect(await adopt(start)).toEqual({ isAltered: true, rows: 0 });
    expect(await named()).toEqual(["row_adoptions mac", ...everyPrice]);
    await owner.end();
  });

  test("leave captures whose seal covers what they were charged", async () => {
    const { db, secret } = app.platform;
    const row = await db
      .selectFrom("captures")
      .selectAll()
      .where("id", "=", of.captureIds[1] ?? "")
      .executeTakeFirstOrThrow();
    const { fee, feeTax, ...older } = row.feeRule as Record<string, unknown>;
    const feeRule = JSON.stringify(older);
    const seal = installationKeys(secret).seals.made("captures", { ...row, feeRule });
    await db.updateTable("captures").set({ feeRule, seal }).where("id", "=", row.id).execute();
    const named = { table: "captures", key: row.id, column: "fee_amount", expected: null };
    expect(await findingsOf(app, of.merchantId)).toContainEqual(expect.objectContaining(named));
    const owner = new pg.Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
    await owner.query("DELETE FROM row_adoptions WHERE id = 'prices'");
    expect(await adopt(start)).toMatchObject({ isAltered: false });
    await owner.end();
    const after = db.selectFrom("captures").select("feeRule").where("id", "=", row.id);
    expect((await after.executeTakeFirstOrThrow()).feeRule).toMatchObject({ fee, feeTax });
    expect((await findingsOf(app, of.merchantId)).filter(({ key }) => key === row.id)).toEqual([]);
  });

  test.each(priceTables)("carry seals over every column that decides: %s", async (table) => {
    const { rows } = await sql<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns WHERE table_name = ${sqlName(table)}`.execute(
      app.platform.db,
    );
    const covered = sealedColumns[table].map(sqlName);
    const beside = ["seal", "version", "remark", "decision_reason", "pair", "create_user_name"];
    const left = rows.map(({ name }) => name).filter((name) => !covered.includes(name) && !beside.includes(name));
    expect(left.filter((name) => !/^(update|approve_user_name)/.test(name))).toEqual(
      table === "rates" ? ["id", "create_user_id"] : [],
    );
  });
});

const sqlName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe("the seal of a row", () => {
  test("follows a change of what it covers, and no other; a row that was altered is not sealed again", async () => {
    const { db, secret } = app.platform;
    const { seals } = installationKeys(secret);
    const capture = await db.selectFrom("captures").selectAll().executeTakeFirstOrThrow();
    const row = { ...capture, seal: seals.made("captures", capture) };
    const upstreamId = "up_9";
    expect(await seals.changed(db, "captures", row, { sendCount: 1 })).toEqual({});
    const { seal } = await seals.changed(db, "captures", row, { upstreamId });
    expect(await seals.isGenuine(db, "captures", { ...row, upstreamId, seal: seal ?? null })).toBe(true);
    const altered = { ...row, gatewayKey: "key_9" };
    expect(await seals.changed(db, "captures", altered, { upstreamId })).toEqual({});
  });

  test("of the first scheme stays genuine over what it covered, and is made anew by the latest with a change", async () => {
    const { db, secret } = app.platform;
    const { seals, ring } = installationKeys(secret);
    const keys = await readSealKeys(db, ring);
    const attempt = await db.selectFrom("paymentAttempts").selectAll().executeTakeFirstOrThrow();
    const naming = { mark: "w", keyId: keys.active.id, scheme: 1 } as const;
    const digest = rowDigest(naming, "paymentAttempts", attempt, keys.active.hmac);
    const row = { ...attempt, seal: `w:${keys.active.id}:${digest}`, upstreamAttemptId: "sim_1" };
    expect(await seals.isGenuine(db, "paymentAttempts", row)).toBe(true);
    expect(await seals.isGenuine(db, "paymentAttempts", { ...row, cardCountry: "SG" })).toBe(false);
    const { seal } = await seals.changed(db, "paymentAttempts", row, { upstreamAttemptId: "sim_2" });
    expect(seal).toMatch(/^w4:/);
    const isGenuine = (upstreamAttemptId: string) =>
      seals.isGenuine(db, "paymentAttempts", { ...row, seal: seal ?? null, upstreamAttemptId });
    expect([await isGenuine("sim_2"), await isGenuine("sim_3")]).toEqual([true, false]);
  });

  test("of the second scheme leaves out what came later, and covers it from the next change on", async () => {
    const { db, secret } = app.platform;
    const { seals, ring } = installationKeys(secret);
    const keys = await readSealKeys(db, ring);
    await buildPayoutAccount(app, { tenantId: 1, merchantId: null }, { last4: "0001", isDefault: true });
    const account = await db.selectFrom("payoutAccounts").selectAll().executeTakeFirstOrThrow();
    const naming = { mark: "w", keyId: keys.active.id, scheme: 2 } as const;
    const before = `w2:${keys.active.id}:${rowDigest(naming, "payoutAccounts", account, keys.active.hmac)}`;
    const row = { ...account, seal: before };
    expect(await seals.isGenuine(db, "payoutAccounts", row)).toBe(true);
    expect(await seals.isGenuine(db, "payoutAccounts", { ...row, holderName: "Other" })).toBe(false);
    const { seal = null } = await seals.changed(db, "payoutAccounts", row, { isDefault: false });
    expect(seal).toMatch(/^w3:/);
    const isGenuine = (parts: object) =>
      seals.isGenuine(db, "payoutAccounts", { ...row, isDefault: false, seal, ...parts });
    expect([await isGenuine({}), await isGenuine({ last4: "0002" })]).toEqual([true, false]);
    expect(await isGenuine({ isDefault: true })).toBe(false);
  });

  test("is known when the secret it was made with has been replaced twice", async () => {
    const { db, clock } = app.platform;
    const capture = await db.selectFrom("captures").selectAll().executeTakeFirstOrThrow();
    const secrets = ["Zx9Lw4Vt8Kd1", "Hq8Rt2Yb6Nc0", "Pm5Gd3Jf7Ws2"].map(
      (end) => `an-installation-secret-${end}-9Qk4Tz`,
    );
    const rings = secrets.map((current, index) => installationKeys({ current, previous: secrets[index - 1] }));
    const row = { ...capture, seal: rings[0]?.seals.made("captures", capture) ?? null };
    for (const { ring } of rings) await db.transaction().execute((tx) => keepSealKeys(tx, ring, clock.now()));
    expect(await rings[2]?.seals.isGenuine(db, "captures", row)).toBe(true);
    expect(await rings[2]?.seals.isGenuine(db, "captures", { ...row, dueDate: "2026-11-25" })).toBe(false);
  });
});

describe("columns that earlier seals did not cover", () => {
  const scheme = { coinOrders: 2, paymentAttempts: 2 } as const;
  /** Puts the seals of a release that covered fewer columns where they were. */
  async function sealedBefore(table: keyof typeof scheme): Promise<void> {
    const { db } = app.platform;
    const { active } = await sealKeys(app);
    const naming = { mark: "w", keyId: active.id, scheme: scheme[table] } as const;
    for (const row of await db.selectFrom(table).selectAll().execute()) {
      const seal = `w2:${active.id}:${rowDigest(naming, table, row as never, active.hmac)}`;
      await db.updateTable(table).set({ seal }).where("id", "=", row.id).execute();
    }
  }
  const schemes = async (table: keyof typeof scheme) =>
    (await app.platform.db.selectFrom(table).select("seal").orderBy("id").execute()).map(({ seal }) =>
      seal?.slice(0, 3),
    );
  const namedIn = async (name: string) =>
    (await findingsOf(app, of.merchantId)).filter(({ table, law }) => table === name && law === "sealed");

  test("are sealed as they stand in one hour, where the seal before matches; an older seal is named after it", async () => {
    const { db } = app.platform;
    const owner = new pg.Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
    for (const table of ["coinOrders", "paymentAttempts"] as const) await sealedBefore(table);
    await owner.query("DELETE FROM row_adoptions WHERE id IN ('columns', 'columnsEnd')");
    const [altered] = await db.selectFrom("paymentAttempts").select(["id", "cardCountry"]).orderBy("id").execute();
    await owner.query("UPDATE payment_attempts SET card_country = 'SG' WHERE id = $1", [altered?.id]);
    await runJob();
    expect(await schemes("coinOrders")).toEqual(["w4:", "w4:", "w4:"]);
    expect(await schemes("paymentAttempts")).toEqual(["w2:", "w4:", "w4:"]);
    expect(await namedIn("payment_attempts")).toMatchObject([{ key: altered?.id, column: null }]);
    await owner.query("UPDATE payment_attempts SET card_country = $2 WHERE id = $1", [
      altered?.id,
      altered?.cardCountry,
    ]);
    expect(await namedIn("payment_attempts")).toEqual([]);
    app.clock.forward(3_600_001);
    await runJob();
    expect(await schemes("paymentAttempts")).toEqual(["w2:", "w4:", "w4:"]);
    expect(await namedIn("payment_attempts")).toMatchObject([{ key: altered?.id, column: "seal" }]);
    // The time of it taken out is told, and nothing is sealed anew.
    await owner.query("DELETE FROM row_adoptions WHERE id IN ('columns', 'columnsEnd')");
    app.clock.forward(24 * 3_600_000 + 1);
    await runJob();
    expect(await schemes("paymentAttempts")).toEqual(["w2:", "w4:", "w4:"]);
    await owner.end();
  });
});
