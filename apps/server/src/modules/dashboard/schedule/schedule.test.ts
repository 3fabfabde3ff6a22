import { sysSchedule } from "@countinghouse/contract/dashboard/schedule/schedule.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { actorOf, buildTenant, buildUser } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const someone = async () => {
  const place = await buildTenant(app);
  return app.as(await actorOf(app, await buildUser(app, place)));
};
const entry = { scheduleTime: "2026-11-21", startTime: "09:00", endTime: "10:00", content: "Call" };

describe("sysSchedule.page", () => {
  test("lists the caller's days, both ends included, by day and time", async () => {
    const me = await someone();
    await me.call(sysSchedule, "add", { ...entry, scheduleTime: "2026-11-23" });
    await me.call(sysSchedule, "add", { ...entry, startTime: "14:00", endTime: null });
    await me.call(sysSchedule, "add", { ...entry, startTime: null, endTime: null, content: "All day" });
    await me.call(sysSchedule, "add", { ...entry, scheduleTime: "2026-11-24" });
    const found = await me.call(sysSchedule, "page", { startTime: "2026-11-21", endTime: "2026-11-23" });
    expect(found.map(({ scheduleTime, startTime }) => [scheduleTime, startTime])).toEqual([
      ["2026-11-21", null],
      ["2026-11-21", "14:00"],
      ["2026-11-23", "09:00"],
    ]);
  });
});

describe("sysSchedule.add and update", () => {
  test("refuse an end before the start and times that are none, at their field", async () => {
    const me = await someone();
    const answer = await me.send(sysSchedule, "add", { ...entry, endTime: "08:59" });
    expect(answer).toMatchObject({ status: 400, bizCode: "sysSchedule.endsBeforeStart" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "endTime" }]);
    for (const wrong of [
      { startTime: "24:00" },
      { startTime: "9:00" },
      { scheduleTime: "2026-02-30" },
      { content: " " },
    ]) {
      expect((await me.send(sysSchedule, "add", { ...entry, ...wrong })).body.extras?.fields).toMatchObject([
        { field: Object.keys(wrong)[0] },
      ]);
    }
  });
});

describe("an entry of somebody else", () => {
  test("is not found by any operation, and stays", async () => {
    const [me, you] = [await someone(), await someone()];
    const id = await you.call(sysSchedule, "add", entry);
    const attempts = [
      ["detail", { id }],
      ["update", { ...entry, id }],
      ["delete", { id }],
      ["setStatus", { id, status: 1 }],
    ] as const;
    for (const [name, input] of attempts)
      expect(await me.send(sysSchedule, name, input)).toMatchObject({ status: 404, bizCode: "platform.notFound" });
    expect(await you.call(sysSchedule, "detail", { id })).toMatchObject({ version: 1 });
  });
});

describe("sysSchedule.setStatus and delete", () => {
  test("finish and remove an entry; an unknown status is refused", async () => {
    const me = await someone();
    const id = await me.call(sysSchedule, "add", entry);
    await me.call(sysSchedule, "setStatus", { id, status: 1 });
    expect(await me.call(sysSchedule, "detail", { id })).toMatchObject({ status: 1 });
    expect(await me.send(sysSchedule, "setStatus", { id, status: 2 })).toMatchObject({ status: 400 });
    await me.call(sysSchedule, "delete", { id });
    expect(await me.call(sysSchedule, "page", {})).toEqual([]);
  });
});
