import { rateTopic, sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { because, buildDeciders } from "../../../../test/two-people.ts";
import { rateWorkers } from "./index.ts";

let app: TestApp;
let clerk: TestClient;
let checker: TestClient;

beforeAll(async () => {
  app = await buildTestApp();
  const people = await buildDeciders(app, 2, [
    [sysRate, "add"],
    [sysRate, "import"],
    [sysRate, "page"],
    [sysRate, "fetch"],
  ]);
  [clerk, checker] = people.map((person) => app.as(person)) as [TestClient, TestClient];
}, 60_000);
afterAll(() => app?.close());

const stored = async () =>
  (await clerk.call(sysRate, "page", {})).items.map(({ pair, rate, source, createUserName }) => [
    pair,
    rate,
    source,
    createUserName,
  ]);
const idOf = ({ result }: { readonly result: unknown }) =>
  (result as { readonly changeRequestId: string }).changeRequestId;
const file = (rate: string) => `Date,USD,JPY,\n2026-11-20,${rate},150,\n2026-11-19,1.07,149,\n`;
const send = (text: string, more: object = {}) =>
  clerk.send(sysRate, "import", { part: 1, parts: 1, text, ...more }, because("No feed today"));
const work = async (runId: string) =>
  rateWorkers(app.platform)
    .find(({ queue }) => queue === "rate-import")
    ?.run(jobContext(app), { runId });

/** How often open lists were told of new rates so far. */
const told = async () =>
  (await app.platform.db.selectFrom("outboxEvents").select("id").where("topic", "=", rateTopic).execute()).length;

test("nobody enters a rate without a fresh factor", async () => {
  const stale = app.as(actor({ provenAt: null }));
  const rate = { baseCurrency: "EUR", quoteCurrency: "USD", rate: "1.08" };
  for (const asked of [
    stale.send(sysRate, "add", rate),
    stale.send(sysRate, "import", { part: 1, parts: 1, text: file("1.08") }),
  ])
    expect((await asked).bizCode).toBe("platform.stepUpRequired");
});

test("a rate by hand converts nothing before somebody else agreed to it", async () => {
  const rate = { baseCurrency: "EUR", quoteCurrency: "CNY", rate: "78.5" };
  const asked = await clerk.send(sysRate, "add", rate, because("The bank's word"));
  expect(asked.status).toBe(202);
  expect(await stored()).toEqual([]);
  expect(await told()).toBe(0);
  expect((await clerk.send(changeRequest, "approve", { id: idOf(asked) })).bizCode).toBe("changeRequest.ownChange");
  app.clock.forward(60_000);
  await checker.call(changeRequest, "approve", { id: idOf(asked) });
  expect(await stored()).toMatchObject([["EUR/CNY", "78.5", "manual", expect.any(String)]]);
  expect(await told()).toBe(1);
});

test("a file of rates is stored once somebody else agreed to that very file, shown by what becomes of each rate", async () => {
  const asked = await send(file("1.08"));
  expect(asked.status).toBe(202);
  expect(await app.platform.db.selectFrom("jobRuns").select("id").execute()).toEqual([]);
  const shown = await checker.call(changeRequest, "detail", { id: idOf(asked) });
  expect(JSON.stringify(shown)).toContain("EUR/USD");
  expect(JSON.stringify(shown)).toContain("1.08");
  await checker.call(changeRequest, "approve", { id: idOf(asked) });
  const job = app.jobs.at(-1);
  const before = await told();
  await work((job?.data as { readonly runId: string } | undefined)?.runId ?? "");
  expect((await stored()).filter(([, , source]) => source === "ecb").map(([pair, rate]) => [pair, rate])).toEqual([
    ["EUR/JPY", "150"],
    ["EUR/USD", "1.08"],
  ]);
  expect(await told()).toBeGreaterThan(before);
});

test("of a file in parts the last one waits, and says what a rate was before", async () => {
  const first = await send(file("1.2"), { parts: 2 });
  expect(first.status).toBe(200);
  const { runId } = first.result as { readonly runId: string };
  const asked = await send("Date,USD\n2026-11-18,1.06\n", { part: 2, parts: 2, runId });
  expect(asked.status).toBe(202);
  const { changes } = await checker.call(changeRequest, "detail", { id: idOf(asked) });
  expect(changes.find(({ id }) => id === "EUR/USD")).toMatchObject({
    before: { rate: "1.08" },
    after: { rate: "1.2" },
  });
  await checker.call(changeRequest, "approve", { id: idOf(asked) });
  await work(runId);
  expect((await stored()).find(([pair]) => pair === "EUR/USD")).toMatchObject([
    "EUR/USD",
    "1.2",
    "ecb",
    expect.any(String),
  ]);
});

test("a file whose stored parts somebody altered meanwhile, on a day long gone, is not what was agreed to", async () => {
  const { result } = await send(file("1.3"), { parts: 2 });
  const { runId } = result as { readonly runId: string };
  const asked = await send("Date,USD\n2026-11-17,1.05\n", { part: 2, parts: 2, runId });
  await app.platform.db
    .updateTable("rateImportParts")
    .set({ content: file("1.3").replace("1.07", "107") })
    .where("runId", "=", runId)
    .execute();
  expect((await checker.send(changeRequest, "approve", { id: idOf(asked) })).bizCode).toBe("changeRequest.overtaken");
});
