import { type JobRun, sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { DownloadsButton } from "../../app/downloads/downloads-button.tsx";
import { JobRunPage } from "../../modules/operations/job-run/job-run.page.tsx";
import { type OrderFile, withExportJob } from "./use-my-jobs.ts";

const titles = { en: "Orders", "zh-cn": "订单", "zh-tw": "訂單" };
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();

const buildRun = (last: string, parts: Partial<JobRun> = {}): JobRun => ({
  id: `run_0000000000000000000000000${last}`,
  kind: "coinOrder.export",
  titles,
  state: "done",
  progress: 100,
  rows: 2846,
  fileName: `Orders ${last}.csv`,
  fileBytes: 214_000,
  fileChecksum: null,
  error: null,
  createdAt: `2026-11-21T06:0${last}:00.000Z`,
  startedAt: `2026-11-21T06:0${last}:30.000Z`,
  finishedAt: null,
  expiresAt: inAWeek,
  ...parts,
});

const nothingYet = { fileName: null, fileBytes: null, expiresAt: null } as const;
const running = buildRun("1", { ...nothingYet, state: "running", progress: 62, rows: 5215 });
const failed = buildRun("2", { ...nothingYet, state: "failed", rows: null, error: "Start it again; quote run_2." });
const ready = buildRun("3");
const past = buildRun("4", { expiresAt: "2026-11-20T06:00:00.000Z" });

const unreadable: OrderFile = {
  id: "imp_00000000000000000000000001",
  fileName: "history.csv",
  merchantId: "mer_00000000000000000000000001",
  merchantName: "Lanting Tea House",
  mode: "live",
  status: "failed",
  fileBytes: 1_200_000,
  rowCount: null,
  doneRows: 0,
  newCount: 0,
  presentCount: 0,
  leftOutCount: 0,
  refusedCount: 0,
  importedCount: 0,
  failure: null,
  failureRow: null,
  checkTime: null,
  startTime: null,
  finishTime: null,
  version: 1,
  createTime: "2026-11-21T06:00:00.000Z",
  createUserName: "admin",
  updateTime: null,
  updateUserName: null,
};

let server: FakeServer;
const section = (name: string) => page.getByRole("list", { name });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysJobRun]);
  server = startFakeServer();
  server.answer(sysJobRun, "list", () => [running, failed, ready, past]);
  server.answer(sysJobRun, "cancel", () => null);
  server.answer(orderImport, "mine", () => []);
  server.answer(refundImport, "mine", () => []);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("JobRunPage", () => {
  test("tells how far an export is, how large a file is and until when, and what to do about a failure", async () => {
    await renderPage(<JobRunPage />);
    await expect
      .element(section("Running").getByText(/^62 % · 5,215 rows · Started 2026-11-21 14:01:30$/))
      .toBeVisible();
    await expect.element(section("Failed").getByText("Start it again; quote run_2.")).toBeVisible();
    await expect.element(section("Ready").getByText(/^2,846 rows · 214 kB · Started .* · Kept until /)).toBeVisible();
    await expect.element(section("Past").getByText(/Removed 2026-11-20 14:00:00$/)).toBeVisible();
    expect(page.getByRole("button", { name: /^Download: / }).elements()).toHaveLength(1);
  });

  test("cancels a running export", async () => {
    await renderPage(<JobRunPage />);
    await page.getByRole("button", { name: "Cancel: Export: Orders" }).click();
    await expect.poll(() => server.inputs(sysJobRun, "cancel")).toEqual([{ id: running.id }]);
  });

  test("lists imports with the way to them, and says what to do about a file that cannot be read", async () => {
    server.answer(sysJobRun, "list", () => []);
    server.answer(orderImport, "mine", () => [unreadable]);
    const running = { ...unreadable, id: "rim_00000000000000000000000001", fileName: "back.csv" };
    const refunds = { ...running, status: "running" as const, rowCount: 40, doneRows: 12, failure: null };
    server.answer(refundImport, "mine", () => [refunds]);
    await renderPage(<JobRunPage />);
    await expect.element(section("Failed").getByText(/Open the import to see where/)).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Open: Import: history.csv" }))
      .toHaveAttribute("href", "/trade/order-import/imp_00000000000000000000000001");
    await expect.element(section("Running").getByText(/^12 of 40 rows/)).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Open: Refunds: back.csv" }))
      .toHaveAttribute("href", "/trade/refund-import/rim_00000000000000000000000001");
  });

  test("says where exports are started while there is none, also on a phone", async () => {
    await page.viewport(390, 844);
    server.answer(sysJobRun, "list", () => []);
    await renderPage(<JobRunPage />);
    await expect.element(page.getByText(/^Nothing yet/)).toBeVisible();
  });
});

describe("DownloadsButton", () => {
  test("counts what is running and opens the list with the way to all", async () => {
    await renderPage(<DownloadsButton />);
    await page.getByRole("button", { name: "My downloads, 1 running" }).click();
    const panel = page.getByRole("dialog", { name: "My downloads" });
    await expect.element(panel.getByRole("button", { name: "Download: Orders 3.csv" })).toBeVisible();
    await expect
      .element(panel.getByRole("link", { name: "All downloads" }))
      .toHaveAttribute("href", "/system/downloads");
  });
});

describe("withRun", () => {
  test("takes the place of the run it tells of, and comes first where it is new", () => {
    const done = { ...running, state: "done" as const };
    expect(withExportJob([ready, running], done)).toEqual([ready, done]);
    expect(withExportJob([ready], running)).toEqual([running, ready]);
  });
});
