import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { JobRun, sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { fromWithoutFormulas, withoutFormulas } from "@countinghouse/contract/platform/spreadsheet-text.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../test/app.ts";
import { buildJobRunRoutes, exportRuns } from "../../modules/operations/job-run/index.ts";
import type { Actor } from "../access/actor.ts";
import { recordOperations } from "../db/table-operations.ts";
import type { FileStore } from "../files/file-store.ts";
import { folderFiles } from "../files/folder-files.ts";
import { implement } from "../http/implement.ts";
import { buildTranslator } from "../http/translate.ts";
import type { JobContext } from "../jobs/job-context.ts";
import type { JobWorker } from "../jobs/worker.ts";
import { exportWorker } from "./export-worker.ts";
import { exportSourcesOf } from "./exportable.ts";

const positions = implement(sysPos, {
  ...recordOperations({ table: "positions", resource: sysPos }),
  list: async () => [],
  importCheck: () => Promise.reject(new Error("not asked")),
  import: () => Promise.reject(new Error("not asked")),
});
const visits = implement(sysLogVis, {
  ...recordOperations({ table: "visits", resource: sysLogVis }),
  list: async () => [],
  clear: async () => null,
  clearing: async () => null,
  approveClear: async () => null,
  rejectClear: async () => null,
});

let app: TestApp;
let directory: string;
let files: FileStore;
let worker: JobWorker;
let users: Map<number, Actor | undefined>;

const one = actor({
  userId: 1,
  tenantId: 1,
  scope: { tenantId: 1, orgIds: "all", selfOnly: false, merchantIds: "all" },
});
const two = actor({
  userId: 2,
  tenantId: 2,
  scope: { tenantId: 2, orgIds: "all", selfOnly: false, merchantIds: "all" },
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "exports-"));
  files = folderFiles(directory);
  const routes = [positions, visits, buildJobRunRoutes(files)];
  app = await buildTestApp({ modules: () => routes });
  worker = exportWorker({
    db: app.platform.db,
    runs: exportRuns(app.platform.db),
    clock: app.clock,
    translator: buildTranslator(routes.map(({ resource }) => resource)),
    files,
    sources: exportSourcesOf(routes),
    urlOf: () => app.database.appUrl,
    actorOf: async ({ userId }) => users.get(userId),
    progressMs: 20,
  });
  const owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  await owner.query("ALTER TABLE positions DISABLE TRIGGER ALL");
  await owner.end();
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

beforeEach(async () => {
  users = new Map([
    [1, one],
    [2, two],
  ]);
  await app.platform.db.deleteFrom("positions").execute();
  await app.platform.db.deleteFrom("jobRuns").execute();
});

const addPosition = (tenantId: number, name: string, parts: object = {}) =>
  app.platform.db
    .insertInto("positions")
    .values({ tenantId, name, code: name.slice(0, 3), createTime: "2026-11-20T20:30:00.000Z", ...parts } as never)
    .execute();

/** Works the newest job as a worker node would. */
async function workJob(parts: Partial<JobContext> = {}): Promise<void> {
  const { logger, db } = app.platform;
  const job = {
    jobId: "job",
    attempt: 0,
    now: app.clock.now(),
    db,
    logger,
    signal: new AbortController().signal,
    ...parts,
  } as JobContext;
  await worker.run(job, app.jobs.at(-1)?.data);
}

interface Asked {
  readonly format?: "csv" | "xlsx";
  readonly columns?: string[];
  readonly filter?: object;
  readonly timeZone?: string;
  readonly locale?: "en" | "zh-cn" | "zh-tw";
}

async function start(who: Actor, { locale = "en", ...asked }: Asked = {}): Promise<string> {
  const input = { format: "csv" as const, columns: ["name", "status"], filter: {}, ...asked };
  return (await app.as(who).call(sysPos, "export", input, { locale })).jobId;
}

async function exported(who: Actor, asked: Asked = {}): Promise<{ run: JobRun; text: string; bytes: Buffer }> {
  const id = await start(who, asked);
  await workJob();
  const run = await app.as(who).call(sysJobRun, "detail", { id });
  const response = await app.server.inject({
    method: "GET",
    url: `/api/sysJobRun/download?id=${id}`,
    headers: app.as(who).headers,
  });
  return { run, text: response.body, bytes: response.rawPayload };
}

describe("export as CSV", () => {
  test("holds the rows of the asker's tenant alone, with headings and words in the language", async () => {
    await addPosition(1, "Teller");
    await addPosition(1, "Cashier", { status: 2 });
    await addPosition(2, "Auditor");
    expect((await exported(one)).text).toBe('\uFEFF"Name","Status"\nTeller,Enabled\nCashier,Disabled\n');
    expect((await exported(two, { locale: "zh-tw" })).text).toBe('\uFEFF"名稱","狀態"\nAuditor,啟用\n');
  });

  test("answers with a run that tells rows, size, checksum, name and expiry", async () => {
    await addPosition(1, "Teller");
    const { run, bytes } = await exported(one);
    expect(run).toMatchObject({
      kind: "sysPos.export",
      state: "done",
      progress: 100,
      rows: 1,
      fileBytes: bytes.length,
      fileChecksum: createHash("sha256").update(bytes).digest("hex"),
      fileName: "Positions 20261121-100000.csv",
      expiresAt: "2026-11-28T10:00:00.000Z",
    });
    expect(JobRun.parse(run)).toEqual(run);
  });

  test("follows the filters and the sort of the list", async () => {
    for (const name of ["Alpha", "Beta", "Betamax"]) await addPosition(1, name);
    const { text } = await exported(one, { columns: ["name"], filter: { name: "beta", field: "name", order: "desc" } });
    expect(text).toBe('\uFEFF"Name"\nBetamax\nBeta\n');
  });

  test("writes instants in the zone and form that were asked for", async () => {
    await addPosition(1, "Teller");
    const utc = await exported(one, { columns: ["createTime"] });
    expect(utc.text).toBe('\uFEFF"Created (UTC)"\n2026-11-20 20:30:00\n');
    const taipei = await exported(one, { columns: ["createTime"], timeZone: "Asia/Taipei", locale: "zh-tw" });
    expect(taipei.text).toContain("\n2026/11/21 04:30:00\n");
  });

  test("makes text of every formula, in whatever country the file is opened", async () => {
    const formulas = [
      ...["=1+1", "+cmd|' /C calc'!A0", "-1+2", "@SUM(1)", "\t=1", "\r=1", "＝1", " =1", '"=1', "\u00a0=1", "'=1"],
      ...["a;=HYPERLINK(1)", "a;b;=1;c", "a\t=1", "a\n=1", "a\u2028=1", "a| +1", "plain; text", "10-20"],
    ];
    for (const name of formulas) await addPosition(1, name);
    const { text } = await exported(one, { columns: ["name"] });
    const cells = (parse(text.replace("\uFEFF", "")) as string[][]).slice(1).map(([cell = ""]) => cell);
    expect(cells.toSorted()).toEqual(formulas.map(withoutFormulas).toSorted());
    expect(cells.map(fromWithoutFormulas).toSorted()).toEqual(formulas.toSorted());
  });

  test("leaves numbers numbers", async () => {
    await addPosition(1, "Teller", { orderNo: -5 });
    expect((await exported(one, { columns: ["orderNo"] })).text).toBe('\uFEFF"Order"\n-5\n');
  });

  test.each([
    "'; DELETE FROM positions; --",
    "\\'; SELECT pg_sleep(9) --",
    "%' OR '1'='1",
    "$1",
    "') TO PROGRAM 'id' --",
  ])("takes the filter text %j for nothing else than text", async (name) => {
    await addPosition(1, "Teller");
    await addPosition(1, `x${name}x`);
    await addPosition(2, `x${name}x`);
    const { run } = await exported(one, { filter: { name } });
    expect(run).toMatchObject({ state: "done", rows: 1 });
    expect(await app.platform.db.selectFrom("positions").select("id").execute()).toHaveLength(3);
  });
});

describe("export as XLSX", () => {
  test("holds the same rows, times as numbers of the zone and texts as texts", async () => {
    await addPosition(1, "=1+1");
    const { bytes, run } = await exported(one, {
      format: "xlsx",
      columns: ["name", "orderNo", "createTime"],
      timeZone: "Asia/Taipei",
    });
    expect(run).toMatchObject({ state: "done", rows: 1, fileName: "Positions 20261121-180000.xlsx" });
    const sheet = strFromU8(unzipSync(bytes)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet).toContain("Created (Asia/Taipei)");
    // 2026-11-21 04:30 is day 46347 and 4.5 hours.
    expect(sheet).toContain(
      '<t xml:space="preserve">=1+1</t></is></c><c><v>100</v></c><c s="1"><v>46347.18750000</v></c>',
    );
  });
});

describe("sysPos.export", () => {
  test("refuses a column the record does not have, and a zone nobody knows", async () => {
    const input = { format: "csv" as const, filter: {}, columns: ["name"] };
    const client = app.as(one);
    expect((await client.send(sysPos, "export", { ...input, columns: ["password"] })).bizCode).toBe(
      "sysJobRun.unknownColumn",
    );
    expect((await client.send(sysPos, "export", { ...input, timeZone: "Mars/Base" })).bizCode).toBe(
      "sysJobRun.unknownTimeZone",
    );
  });

  test("lets one user have five unfinished exports", async () => {
    for (let count = 0; count < 5; count += 1) await start(one);
    const refused = await app.as(one).send(sysPos, "export", { format: "csv", filter: {}, columns: ["name"] });
    expect(refused).toMatchObject({ status: 409, bizCode: "sysJobRun.tooMany" });
    await start(two);
  });

  test("makes nothing for a user who may no longer export", async () => {
    for (const now of [undefined, actor({ ...one, holdsAll: false, permissions: new Set(["sysPos:page"]) })]) {
      const id = await start(one);
      users.set(1, now);
      await workJob();
      const run = await app.as(one).call(sysJobRun, "detail", { id });
      expect(run).toMatchObject({ state: "failed", error: "You may no longer export this list.", fileName: null });
    }
  });

  test("goes by the scope the user has when it runs", async () => {
    await addPosition(1, "Teller");
    await addPosition(2, "Auditor");
    const id = await start(one, { columns: ["name"] });
    users.set(1, two);
    await workJob();
    const { headers } = app.as({ ...two, userId: 1 });
    const response = await app.server.inject({ url: `/api/sysJobRun/download?id=${id}`, headers });
    expect(response.body).toBe('\uFEFF"Name"\nAuditor\n');
  });

  test("tells its user how far it is", async () => {
    await sql`INSERT INTO positions (tenant_id, name) SELECT 1, 'p' || n FROM generate_series(1, 3000) n`.execute(
      app.platform.db,
    );
    await app.platform.db.deleteFrom("outboxEvents").execute();
    const { run } = await exported(one);
    const events = await app.platform.db
      .selectFrom("outboxEvents")
      .selectAll()
      .where("topic", "=", "job")
      .orderBy("id")
      .execute();
    expect(events.every(({ audience }) => JSON.stringify(audience) === '{"userIds":[1]}')).toBe(true);
    expect(events.at(0)?.payload).toMatchObject({ id: run.id, state: "running", progress: 0 });
    expect(events.at(-1)?.payload).toMatchObject({ id: run.id, state: "done", rows: 3000 });
  });
});

describe("export worker", () => {
  test("gives the run back when its node stops, and another node makes the file", async () => {
    await sql`INSERT INTO positions (tenant_id, name) SELECT 1, 'p' || n FROM generate_series(1, 20000) n`.execute(
      app.platform.db,
    );
    const id = await start(one);
    const stop = new AbortController();
    stop.abort();
    await expect(workJob({ signal: stop.signal })).rejects.toThrow();
    expect(await app.as(one).call(sysJobRun, "detail", { id })).toMatchObject({ state: "waiting" });
    await workJob({ attempt: 1 });
    expect(await app.as(one).call(sysJobRun, "detail", { id })).toMatchObject({ state: "done", rows: 20_000 });
  });

  test("tries again after an error, and says so when the last try fails", async () => {
    const id = await start(one);
    users.get = () => {
      throw new Error("no connection");
    };
    await expect(workJob({ attempt: 0 })).rejects.toThrow("no connection");
    expect(await app.as(one).call(sysJobRun, "detail", { id })).toMatchObject({ state: "waiting" });
    await workJob({ attempt: 2 });
    const run = await app.as(one).call(sysJobRun, "detail", { id });
    expect(run).toMatchObject({ state: "failed" });
    expect(run.error).toContain(id);
    expect(run.error).not.toContain("no connection");
  });
});

describe("sysJobRun.cancel", () => {
  test("stops a waiting run for good", async () => {
    const id = await start(one);
    await app.as(one).call(sysJobRun, "cancel", { id });
    await workJob();
    expect(await app.as(one).call(sysJobRun, "detail", { id })).toMatchObject({ state: "cancelled", fileName: null });
    expect(await app.as(one).send(sysJobRun, "cancel", { id })).toMatchObject({
      status: 409,
      bizCode: "sysJobRun.ended",
    });
  });

  test("stops a running run and leaves no file", async () => {
    await sql`INSERT INTO visits (tenant_id, create_time, visit_type, status, account) SELECT 1, now(), 1, '200', repeat('x', 2000) FROM generate_series(1, 60000) n`.execute(
      app.platform.db,
    );
    const { jobId: id } = await app
      .as(one)
      .call(sysLogVis, "export", { format: "xlsx", columns: ["account", "status"], filter: {} });
    const working = workJob();
    for (;;) {
      const { state, rows } = await app.as(one).call(sysJobRun, "detail", { id });
      if (state === "running" && (rows ?? 0) > 0) break;
      if (state === "done") throw new Error("ended before it could be cancelled");
    }
    const asked = Date.now();
    await app.as(one).call(sysJobRun, "cancel", { id });
    await working;
    expect(Date.now() - asked).toBeLessThan(2_000);
    expect(await app.as(one).call(sysJobRun, "detail", { id })).toMatchObject({ state: "cancelled" });
    expect(await files.read(`exports/${id}.xlsx`)).toBeUndefined();
  }, 60_000);
});

describe("sysJobRun.download", () => {
  test("gives a file to the user who asked for it alone", async () => {
    const { run } = await exported(one);
    expect(await app.as(two).send(sysJobRun, "download", { id: run.id })).toMatchObject({
      status: 404,
      bizCode: "platform.notFound",
    });
    expect(await app.as(two).send(sysJobRun, "detail", { id: run.id })).toMatchObject({ status: 404 });
    expect(await app.as(two).send(sysJobRun, "cancel", { id: run.id })).toMatchObject({ status: 404 });
    expect(await app.as(two).call(sysJobRun, "list", {})).toEqual([]);
    expect(await app.as(one).call(sysJobRun, "list", {})).toHaveLength(1);
  });

  test.each<readonly [string, Partial<Actor>]>([
    ["the right to export it", { holdsAll: false }],
    ["sight of the tenant", { scope: { ...one.scope, tenantId: 2 } }],
    ["sight of every merchant", { scope: { ...one.scope, merchantIds: ["mer_1"] } }],
    ["sight of every organisation", { scope: { ...one.scope, orgIds: [1] } }],
    ["sight of what others made", { scope: { ...one.scope, selfOnly: true } }],
    ["sight of personal data", { holdsAll: false, permissions: new Set(["sysPos:export"]) }],
  ])("gives no file to a user who lost %s since it was made", async (_what, less) => {
    const { run } = await exported(one);
    const later = app.as({ ...one, ...less });
    expect(await later.send(sysJobRun, "download", { id: run.id })).toMatchObject({
      status: 403,
      bizCode: "sysJobRun.noLongerAllowed",
    });
    expect(await later.call(sysJobRun, "list", {})).toEqual([]);
    expect((await app.as(one).send(sysJobRun, "download", { id: run.id })).status).toBe(200);
  });

  test("refuses a run that has not ended, and a file that is no longer kept", async () => {
    const waiting = await start(one);
    expect(await app.as(one).send(sysJobRun, "download", { id: waiting })).toMatchObject({
      status: 409,
      bizCode: "sysJobRun.notReady",
    });
    const { run } = await exported(one);
    await files.remove(`exports/${run.id}.csv`);
    expect(await app.as(one).send(sysJobRun, "download", { id: run.id })).toMatchObject({
      status: 410,
      bizCode: "sysJobRun.expired",
    });
  });
});
