import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { formatFxRate } from "@countinghouse/money/fx.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { findRate, rateWorkers } from "./index.ts";
import { configuredFeed, feedAt } from "./rate.feed.service.ts";
import { appendRates } from "./rate.store.ts";

let app: TestApp;
let operator: TestClient;
beforeEach(async () => {
  // Rates are the same for all tenants: each test has a database of its own.
  app = await buildTestApp();
  operator = app.as(actor({ provenAt: app.clock.now() }));
});
afterEach(() => app.close());

const usd = { baseCurrency: "EUR", quoteCurrency: "USD", rate: "1.0800" } as const;

const work = (queue: string, data: object, ctx = jobContext(app)) => {
  const worker = rateWorkers(app.platform).find((one) => one.queue === queue);
  if (!worker) throw new Error(`no worker of ${queue}`);
  return worker.run(ctx, data);
};

const stored = async () =>
  (await operator.call(sysRate, "page", {})).items.map(({ pair, rate, source, revision }) => [
    pair,
    rate,
    source,
    revision,
  ]);

describe("sysRate.add", () => {
  test("keeps the exact rate from now on and dates it", async () => {
    const id = await operator.call(sysRate, "add", { ...usd, rate: "0.0000394120" });
    expect(await operator.call(sysRate, "detail", { id })).toMatchObject({
      pair: "EUR/USD",
      rate: "0.000039412",
      source: "manual",
      effectiveTime: "2026-11-21T10:00:00.000Z",
      revision: 1,
      createUserName: "Test Operator",
    });
  });

  test("adds a correction as the next revision and never changes what was there", async () => {
    const first = await operator.call(sysRate, "add", usd);
    await operator.call(sysRate, "add", { ...usd, rate: "1.09" });
    expect(await operator.call(sysRate, "detail", { id: first })).toMatchObject({ rate: "1.08", revision: 1 });
    expect(await stored()).toEqual([["EUR/USD", "1.09", "manual", 2]]);
    await expect(
      app.platform.db.updateTable("rates").set({ rate: "2" }).where("id", "=", first).execute(),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test.each([
    [{ quoteCurrency: "EUR" }, "sysRate.samePair"],
    [{ effectiveTime: "2026-11-21T10:00:01.000Z" }, "sysRate.inFuture"],
    [{ rate: "0.0" }, "platform.invalidInput"],
    [{ rate: "1.00000000001" }, "platform.invalidInput"],
    [{ rate: "-1" }, "platform.invalidInput"],
    [{ quoteCurrency: "XXX" }, "platform.invalidInput"],
  ])("refuses %o with %s", async (wrong, bizCode) => {
    expect(await operator.send(sysRate, "add", { ...usd, ...wrong })).toMatchObject({ status: 400, bizCode });
  });

  test("refuses what is stored already, and one of two equal rates at the same moment", async () => {
    const answers = await Promise.all([1, 2].map(() => operator.send(sysRate, "add", usd)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await operator.send(sysRate, "add", { ...usd, rate: "1.08" })).toMatchObject({
      bizCode: "sysRate.unchanged",
    });
  });
});

describe("sysRate.page and history", () => {
  test("show the newest rate of each pair and source, whether it is stale, and what it was before", async () => {
    await operator.call(sysRate, "add", { ...usd, effectiveTime: "2026-11-18T08:00:00.000Z", rate: "1.07" });
    await operator.call(sysRate, "add", { ...usd, effectiveTime: "2026-11-20T08:00:00.000Z" });
    await operator.call(sysRate, "add", { ...usd, quoteCurrency: "JPY", effectiveTime: "2026-11-18T08:00:00.000Z" });
    const { items, total } = await operator.call(sysRate, "page", {});
    expect(total).toBe(2);
    expect(items.map(({ pair, rate, isStale }) => [pair, rate, isStale])).toEqual([
      ["EUR/JPY", "1.08", true],
      ["EUR/USD", "1.08", false],
    ]);
    expect((await operator.call(sysRate, "page", { pair: "usd" })).items).toHaveLength(1);
    const history = await operator.call(sysRate, "history", { id: items[1]?.id ?? 0 });
    expect(history.items.map(({ rate }) => rate)).toEqual(["1.08", "1.07"]);
    expect(history.hasMore).toBe(false);
    const [newest] = history.items;
    const before = await operator.call(sysRate, "history", { id: newest?.id ?? 0, beforeId: newest?.id ?? 0 });
    expect(before.items.map(({ rate }) => rate)).toEqual(["1.07"]);
  });
});

describe("findRate and sysRate.convert", () => {
  test("convert at the mid rate over the euro and at the rate with the markup", async () => {
    await operator.call(sysRate, "add", { ...usd, rate: "1.25" });
    await operator.call(sysRate, "add", { ...usd, quoteCurrency: "JPY", rate: "150" });
    await app.platform.db.updateTable("configs").set({ value: "100" }).where("code", "=", "sys_rate_markup").execute();
    expect(
      await operator.call(sysRate, "convert", { baseCurrency: "USD", quoteCurrency: "JPY", amount: "10000" }),
    ).toMatchObject({
      mid: "120",
      markup: 100,
      rate: "118.8",
      midValue: "12000",
      received: "11880",
      markupAmount: "120",
      route: "cross",
      via: "EUR",
      legs: [{ pair: "EUR/USD" }, { pair: "EUR/JPY" }],
    });
  });

  test("refuses a pair without a rate and a rate that is too old at that time, and takes it at its own time", async () => {
    const asked = { baseCurrency: "EUR", quoteCurrency: "USD", amount: "100" } as const;
    expect(await operator.send(sysRate, "convert", asked)).toMatchObject({ status: 409, bizCode: "sysRate.noRate" });
    const { effectiveTime } = { effectiveTime: "2026-11-18T08:00:00.000Z" };
    await operator.call(sysRate, "add", { ...usd, effectiveTime });
    expect(await operator.send(sysRate, "convert", asked)).toMatchObject({ status: 409, bizCode: "sysRate.stale" });
    expect(await operator.call(sysRate, "convert", { ...asked, time: effectiveTime })).toMatchObject({
      received: "108",
    });
    const found = await findRate(app.context(), { base: "EUR", quote: "USD" }, app.clock.now(), { limitHours: 168 });
    expect(formatFxRate(found.rate)).toBe("1.08");
  });
});

/** A file of some working days that ends on 2026-11-20, the newest first. */
function referenceFile(days: number, rate = "1.08"): string {
  const end = Date.parse("2026-11-20T00:00:00Z");
  const rows = Array.from({ length: days }, (_none, at) => {
    const day = new Date(end - at * 86_400_000).toISOString().slice(0, 10);
    return `${day},${rate},N/A,150.${String(at).padStart(3, "0")},`;
  });
  return ["Date,USD,GBP,JPY,", ...rows, ""].join("\n");
}

describe("sysRate.preview", () => {
  test("says row by row what would change and stores nothing", async () => {
    const text = `${referenceFile(2)}yesterday,1,1,1\n`;
    const preview = await operator.call(sysRate, "preview", { text });
    expect(preview.rows).toEqual([
      { line: 2, day: "2026-11-20", added: 2, corrected: 0, unchanged: 0, missing: 1, problem: null },
      { line: 3, day: "2026-11-19", added: 2, corrected: 0, unchanged: 0, missing: 1, problem: null },
      { line: 4, day: null, added: 0, corrected: 0, unchanged: 0, missing: 0, problem: "dayMalformed" },
    ]);
    expect(await stored()).toEqual([]);
  });

  test("refuses any other file", async () => {
    expect(await operator.send(sysRate, "preview", { text: "a,b\n1,2" })).toMatchObject({
      status: 400,
      bizCode: "sysRate.notReferenceFile",
    });
  });
});

describe("sysRate.import", () => {
  async function importFile(text: string) {
    const { runId } = await operator.call(sysRate, "import", { part: 1, parts: 1, text });
    await work("rate-import", { runId });
    return operator.call(sysJobRun, "detail", { id: runId });
  }
  const counted = async () =>
    Number(
      (
        await app.platform.db
          .selectFrom("rates")
          .select(({ fn }) => fn.countAll().as("n"))
          .executeTakeFirst()
      )?.n,
    );

  test("stores a file in batches, and a second import of it changes nothing", async () => {
    expect(await importFile(referenceFile(120))).toMatchObject({ state: "done", progress: 100, rows: 120 });
    expect(await counted()).toBe(240);
    expect(await importFile(referenceFile(120))).toMatchObject({ state: "done" });
    expect(await counted()).toBe(240);
    const again = await operator.call(sysRate, "preview", { text: referenceFile(120) });
    expect(again.rows.every(({ added, corrected, unchanged }) => added + corrected === 0 && unchanged === 2)).toBe(
      true,
    );
  });

  test("stores a differing rate as a correction beside the one before", async () => {
    await importFile(referenceFile(1));
    await importFile(referenceFile(1, "1.09"));
    expect(await stored()).toEqual([
      ["EUR/JPY", "150", "ecb", 1],
      ["EUR/USD", "1.09", "ecb", 2],
    ]);
  });

  test("takes a file in parts and only in their order", async () => {
    const [one, two] = [referenceFile(1), "Date,USD\n2026-11-18,1.06\n"];
    const { runId } = await operator.call(sysRate, "import", { part: 1, parts: 2, text: one });
    expect(app.jobs).toEqual([]);
    for (const wrong of [
      { part: 1, parts: 2, runId },
      { part: 2, parts: 3, runId },
      { part: 2, parts: 2, runId: "run_of_nobody" },
    ])
      expect(await operator.send(sysRate, "import", { ...wrong, text: two })).toMatchObject({
        status: 409,
        bizCode: "sysRate.partOutOfOrder",
      });
    await operator.call(sysRate, "import", { part: 2, parts: 2, runId, text: two });
    expect(app.jobs).toEqual([{ queue: "rate-import", data: { runId } }]);
    await work("rate-import", { runId });
    expect(await operator.call(sysJobRun, "detail", { id: runId })).toMatchObject({ state: "done", rows: 2 });
  });

  test("goes on after a node stopped in the middle", async () => {
    const { runId } = await operator.call(sysRate, "import", { part: 1, parts: 1, text: referenceFile(120) });
    const stopping = new AbortController();
    const ctx = jobContext(app, stopping.signal);
    const stopped = work(
      "rate-import",
      { runId },
      {
        ...ctx,
        inCommand: async (run, options) => {
          const result = await ctx.inCommand(run, options);
          stopping.abort();
          return result;
        },
      },
    );
    await expect(stopped).rejects.toThrow();
    expect(await counted()).toBe(100);
    expect(await operator.call(sysJobRun, "detail", { id: runId })).toMatchObject({ state: "waiting" });
    await work("rate-import", { runId });
    expect(await counted()).toBe(240);
  });

  test("stops when it is cancelled and when its user may no longer import", async () => {
    const cancelled = await operator.call(sysRate, "import", { part: 1, parts: 1, text: referenceFile(1) });
    await operator.call(sysJobRun, "cancel", { id: cancelled.runId });
    await work("rate-import", cancelled);
    expect(await counted()).toBe(0);
    const place = await buildTenant(app);
    const made = await buildOperator(app, { ...place, permissions: ["sysRate:import"] });
    const clerk = { ...made, provenAt: app.clock.now() };
    const { runId } = await app.as(clerk).call(sysRate, "import", { part: 1, parts: 1, text: referenceFile(1) });
    await app.platform.db.deleteFrom("userRoles").where("userId", "=", clerk.userId).execute();
    await work("rate-import", { runId }, { ...jobContext(app), attempt: 2 });
    expect(await app.as(clerk).call(sysJobRun, "detail", { id: runId })).toMatchObject({ state: "failed" });
    expect(await counted()).toBe(0);
  });
});

describe("sysRate.fetch", () => {
  const configure = (value: string) =>
    app.platform.db.updateTable("configs").set({ value }).where("code", "=", "sys_rate_feed_url").execute();

  test("asks no feed until one is configured, and none inside", async () => {
    expect(await configuredFeed(app.context())).toBeUndefined();
    await work("rate-fetch", {});
    expect(await operator.send(sysRate, "fetch", {})).toMatchObject({ status: 409, bizCode: "sysRate.noFeed" });
    // What no setting can be counts as none; what a setting can be and no call goes to is refused.
    for (const [address, bizCode] of [
      ["http://example.org/rates", "sysRate.noFeed"],
      ["https://127.0.0.1/rates", "sysRate.noFeed"],
      ["https://localhost/rates", "sysRate.noFeed"],
      ["https://example.org:8443/rates", "sysRate.feedRefused"],
      ["https://93.184.215.14/rates", "sysRate.feedRefused"],
    ] as const) {
      await configure(address);
      expect(await operator.send(sysRate, "fetch", {})).toMatchObject({ status: 409, bizCode });
    }
    expect(app.jobs).toEqual([]);
    await configure("https://example.org/rates");
    await operator.call(sysRate, "fetch", {});
    expect(app.jobs).toEqual([{ queue: "rate-fetch", data: {} }]);
  });

  test("stores what a feed publishes once", async () => {
    const feed = feedAt("https://example.org/rates", async () => "Date,USD\n2026-11-20,1.08\n");
    const published = await feed.fetch(app.clock.now().getTime(), new AbortController().signal);
    const add = () =>
      jobContext(app).inCommand((ctx) => appendRates(ctx, "feed", published), { event: "sysRate.fetch" });
    expect([await add(), await add()]).toEqual([1, 0]);
    expect(await stored()).toEqual([["EUR/USD", "1.08", "feed", 1]]);
  });

  test("fails on an answer without rates", async () => {
    const feed = feedAt("https://example.org/rates", async () => "<html>busy</html>");
    await expect(feed.fetch(0, new AbortController().signal)).rejects.toThrow("holds no rates");
  });
});
