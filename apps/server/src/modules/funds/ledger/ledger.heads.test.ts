import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildBookedMerchant, payOrder } from "../../../../test/booked-merchant.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { sealBook, sealKeys } from "../../../../test/ledger.ts";
import { ledgerWorkers } from "./index.ts";
import { createHeadFolder } from "./ledger.head-folder.service.ts";
import { compareWithPublished } from "./ledger.heads.service.ts";
import { readHeads } from "./ledger.heads.wire.ts";

/** An address that keeps what it is told. */
interface Listener {
  readonly url: string;
  readonly bodies: string[];
  answer: number;
  readonly server: Server;
}

const day = 86_400_000;
let app: TestApp;
let owner: pg.Client;
let folder: string;
let listener: Listener;
beforeAll(async () => {
  listener = await listen();
  folder = join(await mkdtemp(join(tmpdir(), "heads-")), "kept");
  app = await buildTestApp({
    environment: { COUNTINGHOUSE_LEDGER_HEADS: folder, COUNTINGHOUSE_LEDGER_HEADS_URL: listener.url },
  });
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
  listener.server.close();
  await rm(join(folder, ".."), { recursive: true });
});

async function listen(): Promise<Listener> {
  const bodies: string[] = [];
  const made = { bodies, answer: 204 };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(listener.answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(made, { server, url: `http://127.0.0.1:${port}/heads` });
}

const runWorker = (queue: string, data: object = {}, attempt = 0) => {
  const worker = ledgerWorkers(app.platform).find((one) => one.queue === queue);
  if (!worker) throw new Error(`no worker of ${queue}`);
  return worker.run({ ...jobContext(app), attempt }, data);
};
const today = () => app.clock.now().toISOString().slice(0, 10);
const pathOf = (date: string) => join(folder, `heads-${date}.json`);
const compare = async (tenantId: number) =>
  compareWithPublished(app.platform.db, tenantId, { keys: await sealKeys(app), stores: [createHeadFolder(folder)] });

describe("the heads of the chains", () => {
  test("are kept once for a day in a file that is not written again, and told to every address", async () => {
    const of = await buildBookedMerchant(app);
    await runWorker("ledger-seal");
    await runWorker("ledger-heads");
    const text = await readFile(pathOf(today()), "utf8");
    const told = readHeads(text, await sealKeys(app));
    const { rows } = await owner.query("SELECT hash FROM ledger_seals WHERE merchant_id = $1 AND seq = 9", [
      of.merchantId,
    ]);
    const { tenantId, merchantId } = of;
    expect(told?.chains).toContainEqual({ tenantId, merchantId, book: "live", length: 9, hash: rows[0].hash });
    expect((await stat(pathOf(today()))).mode & 0o222).toBe(0);
    expect(listener.bodies).toEqual([text]);

    await payOrder(app, of);
    await runWorker("ledger-seal");
    await runWorker("ledger-heads");
    expect(await readFile(pathOf(today()), "utf8")).toBe(text);
    expect(listener.bodies).toEqual([text]);
    await expect(createHeadFolder(folder).keep(today(), "other")).rejects.toThrow("EEXIST");
    expect(await readdir(folder)).toHaveLength(1);
  });

  test("are kept although an address does not take them, and the job fails so that they are told again", async () => {
    app.clock.forward(day);
    listener.answer = 500;
    await expect(runWorker("ledger-heads")).rejects.toThrow("answered 500");
    expect(await createHeadFolder(folder).days()).toContain(today());
    listener.answer = 200;
    await runWorker("ledger-heads", {}, 1);
    expect(listener.bodies).toHaveLength(3);
    expect(listener.bodies.at(-1)).toBe(await readFile(pathOf(today()), "utf8"));
  });

  test("are compared by every verification, which says how many days it saw", async () => {
    const of = await buildBookedMerchant(app);
    await runWorker("ledger-seal");
    app.clock.forward(day);
    await runWorker("ledger-heads");
    const who = actor({
      tenantId: of.tenantId,
      scope: { tenantId: of.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
    });
    const look = async () => {
      const [id = ""] = (await app.as(who).call(ledger, "verify", {})).ids;
      await runWorker("ledger-verify", { id });
      return (await app.as(who).call(ledger, "verificationPage", {})).find((run) => run.id === id);
    };
    const { length: heads } = await createHeadFolder(folder).days();
    expect(await look()).toMatchObject({ status: "passed", heads, seals: 9 });
    // All traces of the book, as if it had never been.
    for (const table of [
      "ledger_heads",
      "ledger_seals",
      "settlement_lines",
      "ledger_postings",
      "ledger_journals",
      "ledger_balances",
      "ledger_books",
      "payment_dues",
      "captures",
      "payment_attempts",
      "coin_order_particulars",
      "coin_orders",
    ])
      await owner.query(`DELETE FROM ${table} WHERE merchant_id = $1`, [of.merchantId]);
    const { status, violations } = (await look()) ?? {};
    expect(status).toBe("failed");
    expect(violations).toEqual([
      {
        law: "published",
        merchantId: of.merchantId,
        mode: "live",
        table: "ledger_seals",
        key: "9",
        column: null,
        expected: expect.stringMatching(/^[0-9a-f]{64}$/),
        found: null,
        place: "COUNTINGHOUSE_LEDGER_HEADS",
      },
    ]);
  });

  test("raise an alarm, once an hour, when a chain that is not what was told would be sealed", async () => {
    const of = await buildBookedMerchant(app);
    await runWorker("ledger-seal");
    await owner.query("DELETE FROM ledger_seals WHERE merchant_id = $1 AND seq > 3", [of.merchantId]);
    await owner.query("UPDATE ledger_books SET sealed_seq = 3 WHERE merchant_id = $1", [of.merchantId]);
    const alarms = async () =>
      (
        await owner.query(
          "SELECT level, merchant_id FROM event_exception_items WHERE event_type = 'ledger.sealRefused' AND merchant_id = $1",
          [of.merchantId],
        )
      ).rows;
    await runWorker("ledger-seal");
    await runWorker("ledger-seal");
    expect(await alarms()).toEqual([{ level: "critical", merchant_id: of.merchantId }]);
    const { rows } = await owner.query("SELECT max(seq) AS seq FROM ledger_seals WHERE merchant_id = $1", [
      of.merchantId,
    ]);
    expect(rows).toEqual([{ seq: "3" }]);
    app.clock.forward(3_600_000);
    await runWorker("ledger-seal");
    expect(await alarms()).toHaveLength(2);
  });

  test("are named when a file was altered, and when a day in the middle is gone", async () => {
    const of = await buildBookedMerchant(app);
    await sealBook(app, of.merchantId);
    const days = [];
    for (let index = 0; index < 3; index += 1) {
      app.clock.forward(day);
      await runWorker("ledger-heads");
      days.push(today());
    }
    const [first = "", second = "", third = ""] = days;
    expect((await compare(of.tenantId)).violations).toEqual([]);
    const text = await readFile(pathOf(second), "utf8");
    await rm(pathOf(second));
    const ofAll = {
      law: "published",
      merchantId: null,
      book: null,
      table: "published_heads",
      place: "COUNTINGHOUSE_LEDGER_HEADS",
    };
    expect((await compare(of.tenantId)).violations).toEqual([
      { ...ofAll, key: second, column: null, expected: JSON.parse(text).mac, found: null },
    ]);
    await writeFile(pathOf(second), text);
    expect((await compare(of.tenantId)).violations).toEqual([]);
    const latest = await readFile(pathOf(third), "utf8");
    await rm(pathOf(third));
    await writeFile(pathOf(third), latest.replace(/"length": 9/, '"length": 8'));
    expect((await compare(of.tenantId)).violations).toEqual([
      { ...ofAll, key: third, column: "mac", expected: null, found: null },
    ]);
    // A file of another day in its place.
    await rm(pathOf(third));
    await writeFile(pathOf(third), await readFile(pathOf(first), "utf8"));
    expect((await compare(of.tenantId)).violations).toHaveLength(1);
  });
});
