import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { JobBoard } from "./job.board.part.tsx";
import { JobList } from "./job.list.part.tsx";
import { JobDashboardPage } from "./job-dashboard.page.tsx";

const queue = {
  waiting: 0,
  active: 0,
  failed: 0,
  completedToday: 0,
  lastRun: null,
  nextRun: null,
  schedules: [],
};
const board = {
  now: "2026-11-21T10:00:00.000Z",
  queues: [
    { ...queue, name: "webhooks", waiting: 1_234 },
    {
      ...queue,
      name: "nightly",
      nextRun: "2026-11-21T18:30:00.000Z",
      schedules: [{ cron: "30 2 * * *", timeZone: "Asia/Shanghai", nextRun: "2026-11-21T18:30:00.000Z" }],
    },
  ],
  runs: [
    {
      id: "0193a5a0-0000-7000-8000-000000000001",
      queue: "webhooks",
      state: "failed" as const,
      startedAt: "2026-11-21T09:59:00.000Z",
      finishedAt: "2026-11-21T10:00:05.400Z",
      elapsed: 65_400,
      error: "the printer is on fire",
    },
  ],
};

let server: FakeServer;
beforeEach(() => {
  server = startFakeServer();
  signInFor([sysJob]);
  server.answer(sysJob, "board", () => board);
});
afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("the job board", () => {
  test("shows every queue with its time table, and the latest runs with why they failed", async () => {
    await renderPage(<JobBoard />);
    const queues = await screen.findByRole("region", { name: "Queues" }, { timeout: 10_000 });
    await waitFor(() => expect(within(queues).getByText("1,234")).toBeTruthy());
    expect(within(queues).getByText("30 2 * * * Asia/Shanghai")).toBeTruthy();
    expect(within(queues).getByText("On demand")).toBeTruthy();
    expect(screen.getByText("1 min 5 s")).toBeTruthy();
    expect(screen.getByText("the printer is on fire")).toBeTruthy();
    expect(screen.getByText(/^Updated 18:00:00/)).toBeTruthy();
  });

  test("follows the language", async () => {
    await renderPage(<JobBoard />);
    await screen.findByText("1 min 5 s", {}, { timeout: 10_000 });
    act(() => switchLanguage("zh-cn"));
    expect(await screen.findByRole("heading", { name: "队列" })).toBeTruthy();
    expect(await screen.findByText("1 分 5 秒")).toBeTruthy();
    expect(screen.getByText("失败", { selector: ".ch-chip *" })).toBeTruthy();
  });

  test("counts what was done from the reader's midnight", async () => {
    let since: unknown;
    server.answer(sysJob, "board", (input) => {
      since = (input as { since?: string }).since;
      return board;
    });
    await renderPage(<JobBoard />);
    await waitFor(() => expect(since).toMatch(/T16:00:00\.000Z$/));
  });

  test("says so to whoever may not see it", async () => {
    server.answer(sysJob, "board", () => refusal({ status: 403, message: "no", bizCode: "platform.forbidden" }));
    await renderPage(<JobBoard />);
    expect(await screen.findByText("You do not have access to this", {}, { timeout: 10_000 })).toBeTruthy();
  });
});

const job = {
  jobId: "retention",
  title: "Archive and remove what is over",
  groupName: "Operations",
  description: null,
  isPaused: false,
  pauseUserName: null,
  pauseTime: null,
  waiting: 0,
  active: 0,
  failed: 0,
  lastRun: null,
  nextRun: "2026-11-21T10:17:00.000Z",
  triggers: [
    {
      id: null,
      jobId: "retention",
      triggerId: "built-in",
      description: null,
      type: "cron" as const,
      cron: "17 * * * *",
      timeZone: "UTC",
      intervalSeconds: null,
      runAt: null,
      startTime: null,
      endTime: null,
      maxRuns: null,
      numberOfRuns: 0,
      lastRun: null,
      nextRun: "2026-11-21T10:17:00.000Z",
      status: "ready" as const,
      version: 1,
    },
  ],
};

describe("the jobs", () => {
  beforeEach(() => {
    server.answer(sysJob, "pageJobDetail", () => [job]);
    server.answer(sysJob, "listJobGroup", () => ["Operations"]);
    server.answer(sysJob, "pageJobTriggerRecord", () => ({
      items: [
        {
          id: "0193a5a0-0000-7000-8000-000000000002",
          jobId: "retention",
          triggerId: null,
          state: "completed" as const,
          createdAt: "2026-11-21T09:17:00.000Z",
          startedAt: "2026-11-21T09:17:01.000Z",
          finishedAt: "2026-11-21T09:17:02.000Z",
          elapsed: 1_000,
          output: ["no longer kept what=visits removed=12"],
        },
      ],
      hasNextPage: false,
    }));
  });

  test("open with what starts them and how they went, and run when they are told to", async () => {
    server.answer(sysJob, "runJob", () => null);
    await renderPage(<JobList />);
    fireEvent.click(await screen.findByText("Archive and remove what is over", {}, { timeout: 10_000 }));
    expect(await screen.findByText("no longer kept what=visits removed=12")).toBeTruthy();
    expect(screen.getByText("Built in")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Run now" }));
    const question = await screen.findByRole("dialog");
    fireEvent.click(within(question).getByRole("button", { name: "Run now" }));
    await waitFor(() => expect(server.inputs(sysJob, "runJob")).toEqual([{ jobId: "retention" }]));
  });

  test("show the next runs of a trigger before it is kept, and what is wrong with it", async () => {
    server.answer(sysJob, "nextRuns", (input) =>
      (input as { cron?: string }).cron === "61 * * * *"
        ? refusal({ status: 400, message: "no time table", bizCode: "sysJob.cronUnreadable" })
        : ["2026-11-22T01:00:00.000Z"],
    );
    await renderPage(<JobList />);
    fireEvent.click(await screen.findByText("Archive and remove what is over", {}, { timeout: 10_000 }));
    fireEvent.click(await screen.findByRole("button", { name: "Add trigger" }));
    const cron = await screen.findByLabelText(/Schedule \(cron\)/);
    fireEvent.change(cron, { target: { value: "0 9 * * *" } });
    expect(
      await within(await screen.findByRole("region", { name: "Next runs" })).findByText(/2026-11-22/),
    ).toBeTruthy();
    fireEvent.change(cron, { target: { value: "61 * * * *" } });
    expect(await screen.findByText("no time table")).toBeTruthy();
  });
});

describe("the board by itself", () => {
  test("asks for a ticket and frames the server's page, with no token in the address", async () => {
    server.answer(sysJob, "boardTicket", () => null);
    await renderPage(<JobDashboardPage />);
    const frame = await screen.findByTitle("Job board", {}, { timeout: 10_000 });
    expect(server.inputs(sysJob, "boardTicket")).toHaveLength(1);
    expect(frame.getAttribute("src")).toBe("/schedule?lang=en&theme=light");
  });
});
