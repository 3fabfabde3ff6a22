import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { JobPage } from "./job.page.tsx";

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
    await renderPage(<JobPage />);
    const queues = await screen.findByRole("region", { name: "Queues" }, { timeout: 10_000 });
    await waitFor(() => expect(within(queues).getByText("1,234")).toBeTruthy());
    expect(within(queues).getByText("30 2 * * * Asia/Shanghai")).toBeTruthy();
    expect(within(queues).getByText("On demand")).toBeTruthy();
    expect(screen.getByText("1 min 5 s")).toBeTruthy();
    expect(screen.getByText("the printer is on fire")).toBeTruthy();
    expect(screen.getByText(/^Updated 18:00:00/)).toBeTruthy();
  });

  test("follows the language", async () => {
    await renderPage(<JobPage />);
    await screen.findByText("1 min 5 s", {}, { timeout: 10_000 });
    act(() => switchLanguage("zh-cn"));
    expect(await screen.findByRole("heading", { name: "作业看板" })).toBeTruthy();
    expect(await screen.findByText("1 分 5 秒")).toBeTruthy();
    expect(screen.getByText("失败", { selector: ".ch-chip *" })).toBeTruthy();
  });

  test("counts what was done from the reader's midnight", async () => {
    let since: unknown;
    server.answer(sysJob, "board", (input) => {
      since = (input as { since?: string }).since;
      return board;
    });
    await renderPage(<JobPage />);
    await waitFor(() => expect(since).toMatch(/T16:00:00\.000Z$/));
  });

  test("says so to whoever may not see it", async () => {
    server.answer(sysJob, "board", () => refusal({ status: 403, message: "no", bizCode: "platform.forbidden" }));
    await renderPage(<JobPage />);
    expect(await screen.findByText("You do not have access to this", {}, { timeout: 10_000 })).toBeTruthy();
  });
});
