import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const rights = ["page", "detail", "add", "update", "delete", "export"].map((name) => `businessDay:${name}`);
async function buildOperations() {
  const place = await buildTenant(app);
  return app.as(await buildOperator(app, { ...place, permissions: rights }));
}

const christmas = { calendar: "us", day: "2026-12-25", name: "Christmas Day" };

describe("businessDay.list", () => {
  test("tells whoever fills in a form which calendars of the own tenant list days", async () => {
    const [operator, neighbour] = [await buildOperations(), await buildOperations()];
    await neighbour.call(businessDay, "add", { ...christmas, calendar: "DE" });
    for (const day of ["2026-12-25", "2026-07-04"]) await operator.call(businessDay, "add", { ...christmas, day });
    await operator.call(businessDay, "add", { ...christmas, calendar: "CN" });
    await operator.call(businessDay, "add", { ...christmas, calendar: "FR", status: 2 });
    expect(await operator.call(businessDay, "list", {})).toEqual([
      { calendar: "CN", days: 1 },
      { calendar: "US", days: 2 },
    ]);
  });
});

describe("businessDay.add", () => {
  test("keeps a bank holiday under the calendar's code in capitals", async () => {
    const operator = await buildOperations();
    const id = await operator.call(businessDay, "add", { ...christmas, calendar: " eu-target " });
    expect(await operator.call(businessDay, "detail", { id })).toMatchObject({
      calendar: "EU-TARGET",
      day: "2026-12-25",
      kind: "closed",
      status: 1,
      version: 1,
    });
  });

  test("refuses a second entry of the day in the same calendar, at the field, and takes it in another", async () => {
    const [operator, neighbour] = [await buildOperations(), await buildOperations()];
    await operator.call(businessDay, "add", christmas);
    const answer = await operator.send(businessDay, "add", { ...christmas, calendar: "US", kind: "open" });
    expect(answer).toMatchObject({ status: 409, bizCode: "businessDay.duplicate" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "day" }]);
    await operator.call(businessDay, "add", { ...christmas, calendar: "CA" });
    await neighbour.call(businessDay, "add", christmas);
  });

  test("lets only one of two equal requests at the same moment succeed", async () => {
    const operator = await buildOperations();
    const answers = await Promise.all([1, 2].map(() => operator.send(businessDay, "add", christmas)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each([{ calendar: "1US" }, { calendar: "" }, { day: "2026-02-30" }, { kind: "half" }, { name: " " }])(
    "refuses %o",
    async (wrong) => {
      const operator = await buildOperations();
      expect(await operator.send(businessDay, "add", { ...christmas, ...wrong })).toMatchObject({
        status: 400,
        bizCode: "platform.invalidInput",
      });
    },
  );
});

describe("businessDay.update", () => {
  test("changes the entry of the version that was read, and not one that changed since", async () => {
    const operator = await buildOperations();
    const id = await operator.call(businessDay, "add", christmas);
    const moved = {
      id,
      version: 1,
      calendar: "CN",
      day: "2026-10-10",
      name: "National Day shift",
      kind: "open",
    } as const;
    await operator.call(businessDay, "update", moved);
    expect(await operator.call(businessDay, "detail", { id })).toMatchObject({ kind: "open", version: 2 });
    expect(await operator.send(businessDay, "update", moved)).toMatchObject({ status: 409, bizCode: "platform.stale" });
  });

  test("refuses to move an entry onto a day that has one", async () => {
    const operator = await buildOperations();
    await operator.call(businessDay, "add", christmas);
    const id = await operator.call(businessDay, "add", { ...christmas, day: "2026-12-28" });
    expect(await operator.send(businessDay, "update", { id, ...christmas })).toMatchObject({
      status: 409,
      bizCode: "businessDay.duplicate",
    });
  });
});

describe("businessDay.page", () => {
  test("begins with what comes next, goes on with what is over, and keeps the order of days where they are asked for", async () => {
    const operator = await buildOperations();
    const days = ["2026-12-25", "2025-12-25", "2026-11-26", "2027-01-01", "2026-07-04"];
    for (const day of days) await operator.call(businessDay, "add", { ...christmas, day });
    const first = await operator.call(businessDay, "page", { pageSize: 2 });
    const second = await operator.call(businessDay, "page", { pageSize: 2, cursor: first.nextCursor });
    const third = await operator.call(businessDay, "page", { pageSize: 2, cursor: second.nextCursor });
    const shown = [first, second, third].flatMap(({ items }) => items.map(({ day }) => day));
    expect(shown).toEqual(["2026-11-26", "2026-12-25", "2027-01-01", "2026-07-04", "2025-12-25"]);
    const back = await operator.call(businessDay, "page", { pageSize: 2, cursor: third.prevCursor });
    expect(back.items.map(({ day }) => day)).toEqual(shown.slice(2, 4));
    const asked = await operator.call(businessDay, "page", { field: "day", order: "desc" });
    expect(asked.items[0]?.day).toBe("2027-01-01");
    const span = await operator.call(businessDay, "page", { dayRange: ["2026-01-01", "2026-12-01"] });
    expect(span.items.map(({ day }) => day)).toEqual(["2026-07-04", "2026-11-26"]);
  });

  test("filters by calendar, days and kind, what comes next first", async () => {
    const operator = await buildOperations();
    for (const entry of [
      christmas,
      { ...christmas, day: "2027-01-01", name: "New Year's Day" },
      { ...christmas, calendar: "CN", day: "2026-10-10", name: "National Day shift", kind: "open" as const },
    ])
      await operator.call(businessDay, "add", entry);
    const found = async (filter: object) =>
      (await operator.call(businessDay, "page", filter)).items.map(({ day }) => day);
    expect(await found({})).toEqual(["2026-12-25", "2027-01-01", "2026-10-10"]);
    expect(await found({ calendar: "us", field: "day", order: "asc" })).toEqual(["2026-12-25", "2027-01-01"]);
    expect(await found({ dayRange: ["2026-10-01", "2027-01-01"] })).toEqual(["2026-10-10", "2026-12-25"]);
    expect(await found({ kind: ["open"] })).toEqual(["2026-10-10"]);
  });
});

describe("businessDay.delete", () => {
  test("frees the day for another entry", async () => {
    const operator = await buildOperations();
    const id = await operator.call(businessDay, "add", christmas);
    await operator.call(businessDay, "delete", { id, version: 1 });
    expect(await operator.send(businessDay, "detail", { id })).toMatchObject({ status: 404 });
    await operator.call(businessDay, "add", christmas);
  });
});
