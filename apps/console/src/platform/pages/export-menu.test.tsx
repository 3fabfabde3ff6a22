import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { switchLanguage } from "../i18n/language.ts";
import { ExportMenu } from "./export-menu.tsx";

let server: FakeServer;
let job: Record<string, unknown>;

const Menu = ({ columns = ["name", "code"] }: { readonly columns?: readonly string[] }) => (
  <ExportMenu
    resource={sysPos}
    columns={columns}
    all={["name", "code", "remark"]}
    filter={{ status: [1], field: "name" }}
  />
);
const begin = () => page.getByRole("button", { name: "Start export" });
const openMenu = async () => {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect.element(begin()).toBeVisible();
};
const asked = () => server.inputs(sysPos, "export").at(-1);

beforeEach(async () => {
  await page.viewport(1440, 900);
  sessionStorage.clear();
  signInFor([sysPos, sysJobRun]);
  server = startFakeServer();
  job = { id: "job_1", state: "running", progress: 40, rows: null, error: null, fileName: "positions.csv" };
  server.answer(sysPos, "export", (() => ({ jobId: "job_1" })) as never);
  server.answer(sysJobRun, "detail", (() => job) as never);
});
afterEach(() => {
  endPage();
  server.stop();
  vi.useRealTimers();
  switchLanguage("en");
});

describe("an export", () => {
  test("holds the columns shown and the rows that the filters leave, in the reader's zone", async () => {
    await renderPage(<Menu />);
    await openMenu();
    await expect.element(page.getByText("Times are written in Asia/Shanghai (UTC+8).")).toBeVisible();
    await begin().click();
    await expect.poll(asked).toEqual({
      format: "csv",
      columns: ["name", "code"],
      timeZone: "Asia/Shanghai",
      filter: { status: [1], field: "name" },
    });
    await expect.element(page.getByRole("status")).toMatchTextContent("Exporting, 40 %");
  });

  test("holds every column as a workbook, when told so", async () => {
    await renderPage(<Menu />);
    await openMenu();
    await page.getByRole("radio", { name: "Excel workbook" }).click();
    await page.getByRole("radio", { name: "All columns (3)" }).click();
    await begin().click();
    await expect.poll(asked).toMatchObject({ format: "xlsx", columns: ["name", "code", "remark"] });
  });

  test("holds every column where none of those shown is a field", async () => {
    await renderPage(<Menu columns={[]} />);
    await openMenu();
    await expect.element(page.getByRole("radio", { name: "Columns shown (0)" })).toBeDisabled();
    await begin().click();
    await expect.poll(asked).toMatchObject({ columns: ["name", "code", "remark"] });
  });

  test("says where it was refused why, and can be begun again", async () => {
    server.answer(sysPos, "export", () => refusal({ status: 409, message: "Two exports run already." }));
    await renderPage(<Menu />);
    await openMenu();
    await begin().click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("Two exports run already.");
    server.answer(sysPos, "export", (() => ({ jobId: "job_1" })) as never);
    await begin().click();
    await expect.element(page.getByRole("status")).toMatchTextContent("Exporting, 40 %");
    expect(page.getByText("Two exports run already.").elements()).toEqual([]);
  });

  test.each([
    [{ state: "waiting" }, "Waiting for its turn"],
    [{ state: "done", rows: 12_345 }, "The file is ready. Rows: 12,345"],
    [{ state: "failed", error: "The disk is full." }, "The disk is full."],
    [{ state: "failed" }, "The export failed"],
    [{ state: "cancelled" }, "The export was cancelled"],
  ])("that is %o says: %s", async (more, words) => {
    Object.assign(job, more);
    sessionStorage.setItem("countinghouse:export:sysPos", '"job_1"');
    await renderPage(<Menu />);
    await expect.element(page.getByRole("status")).toMatchTextContent(words);
  });

  test("is followed again after a reload, and no more once it is put away", async () => {
    Object.assign(job, { state: "done", rows: 3 });
    sessionStorage.setItem("countinghouse:export:sysPos", '"job_1"');
    await renderPage(<Menu />);
    await expect.element(page.getByRole("button", { name: "Download" })).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    expect(page.getByRole("status").elements()).toEqual([]);
    expect(sessionStorage.getItem("countinghouse:export:sysPos")).toBeNull();
  });

  test("that is gone is not followed", async () => {
    server.answer(sysJobRun, "detail", () => refusal({ status: 404, message: "No such run." }));
    sessionStorage.setItem("countinghouse:export:sysPos", '"job_1"');
    await renderPage(<Menu />);
    await expect.poll(() => sessionStorage.getItem("countinghouse:export:sysPos")).toBeNull();
  });

  test("that goes on is called off by its own button", async () => {
    server.answer(sysJobRun, "cancel", (() => null) as never);
    sessionStorage.setItem("countinghouse:export:sysPos", '"job_1"');
    await renderPage(<Menu />);
    await expect.element(page.getByRole("progressbar", { name: "Export" })).toHaveAttribute("value", "40");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => server.inputs(sysJobRun, "cancel")).toEqual([{ id: "job_1" }]);
  });

  test.each(["zh-cn", "zh-tw"] as const)("speaks %s", async (locale) => {
    switchLanguage(locale);
    await renderPage(<Menu />);
    await page.getByRole("button").first().click();
    await expect.element(page.getByText(locale === "zh-cn" ? "开始导出" : "開始匯出")).toBeVisible();
    const words = document.querySelector(".ch-export")?.textContent?.replace(/Asia\/Shanghai|Excel/g, "");
    expect(words).not.toMatch(/[a-z]{4,}/);
  });
});
