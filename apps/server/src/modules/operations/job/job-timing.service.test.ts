import { describe, expect, test } from "vitest";
import { nextRunAfter, nextRuns, soundTiming, type Timing } from "./job-timing.service.ts";

const now = new Date("2026-03-27T12:00:00.000Z");
const cron = (parts: Partial<Timing>): Timing => ({ type: "cron", timeZone: "UTC", ...parts });
const runsOf = (timing: Timing, count = 3) =>
  nextRuns(soundTiming(timing), now, count).map((run) => run.toISOString().slice(0, 16));

describe("soundTiming", () => {
  test.each([
    [cron({ cron: "61 * * * *" }), "sysJob.cronUnreadable"],
    [cron({ cron: "* * * * * *" }), "sysJob.cronUnreadable"],
    [cron({ cron: "nonsense" }), "sysJob.cronUnreadable"],
    [cron({ cron: "0 0 * * *", timeZone: "Nowhere/Town" }), "sysJob.zoneUnknown"],
    [cron({}), "sysJob.timingMissing"],
    [{ type: "interval", timeZone: "UTC" } as Timing, "sysJob.timingMissing"],
    [{ type: "once", timeZone: "UTC" } as Timing, "sysJob.timingMissing"],
    [
      cron({ cron: "0 0 * * *", startTime: "2026-05-01T00:00:00Z", endTime: "2026-05-01T00:00:00Z" }),
      "sysJob.windowBackwards",
    ],
  ])("refuses %j as %s", (timing, code) => {
    expect(() => soundTiming(timing)).toThrow(code);
  });

  test("drops what belongs to another type", () => {
    expect(soundTiming({ ...cron({ cron: "0 0 * * *" }), intervalSeconds: 60, runAt: "2027-01-01T00:00:00Z" })).toEqual(
      {
        type: "cron",
        cron: "0 0 * * *",
        timeZone: "UTC",
        intervalSeconds: null,
        runAt: null,
        startTime: null,
        endTime: null,
      },
    );
  });
});

describe("nextRuns", () => {
  test("reads cron fields in the zone, over a change of summer time", () => {
    // In Berlin, clocks go from 02:00 to 03:00 on 29 March 2026.
    expect(runsOf(cron({ cron: "0 9 * * *", timeZone: "Europe/Berlin" }))).toEqual([
      "2026-03-28T08:00",
      "2026-03-29T07:00",
      "2026-03-30T07:00",
    ]);
  });

  test("counts an interval from now, or from its start", () => {
    const every = { type: "interval", timeZone: "UTC", intervalSeconds: 3_600 } as const;
    expect(runsOf(every, 2)).toEqual(["2026-03-27T13:00", "2026-03-27T14:00"]);
    expect(runsOf({ ...every, startTime: "2026-04-01T00:00:00Z" }, 2)).toEqual([
      "2026-04-01T00:00",
      "2026-04-01T01:00",
    ]);
  });

  test("runs once, and not in the past", () => {
    const once = { type: "once", timeZone: "UTC" } as const;
    expect(runsOf({ ...once, runAt: "2026-03-27T12:01:00Z" })).toEqual(["2026-03-27T12:01"]);
    expect(runsOf({ ...once, runAt: "2026-03-27T11:59:00Z" })).toEqual([]);
  });

  test("keeps to the window, its start included and its end not", () => {
    const daily = cron({ cron: "0 0 * * *", startTime: "2026-04-01T00:00:00Z", endTime: "2026-04-03T00:00:00Z" });
    expect(runsOf(daily, 5)).toEqual(["2026-04-01T00:00", "2026-04-02T00:00"]);
  });

  test("knows none for a day that never comes", () => {
    expect(nextRunAfter(soundTiming(cron({ cron: "0 0 30 2 *" })), now)).toBeNull();
  });
});
