import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { ListPage } from "./list-page.tsx";

const columns = ["name", "code", "status"] as const;
const List = () => <ListPage resource={sysPos} columns={columns} />;

let server: FakeServer;
const lastSaved = () => server.inputs(sysUserPreference, "save").at(-1);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysPos]);
  server = startFakeServer();
  server.answer(sysPos, "page", (input) => pageOfRows([], input));
  server.answer(sysUserPreference, "list", () => []);
  server.answer(sysUserPreference, "save", () => null);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("SavedViews", () => {
  test("keeps filters and sort under a name, without page or open row", async () => {
    const { search } = await renderPage(<List />, "/page?status=2&sort=-name&page=3");
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("textbox", { name: "Name of the view" }).fill("Out of use");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(lastSaved).toMatchObject({
      key: "views:sysPos",
      value: [{ name: "Out of use", search: "status=2&sort=-name", isDefault: false }],
    });
    expect(search().get("view")).toBeTruthy();
  });

  test("offers to keep none while those there are could not be read: it would take their place", async () => {
    server.answer(sysUserPreference, "list", () => refusal({ status: 500, message: "It broke" }));
    await renderPage(<List />, "/page?status=2");
    await expect.element(page.getByText("Nothing matches these filters")).toBeVisible();
    expect(page.getByRole("button", { name: "Save view" }).elements()).toEqual([]);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Show the column Code" }).click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    await expect.element(page.getByRole("columnheader", { name: /^Code/ })).toBeVisible();
    expect(server.inputs(sysUserPreference, "save")).toEqual([]);
  });

  test("opens the list with the default view, but not where the address asks for something else", async () => {
    const view = { id: "v1", name: "Out of use", search: "status=2", isDefault: true };
    server.answer(sysUserPreference, "list", () => [{ key: "views:sysPos", value: [view] }]);
    const first = await renderPage(<List />);
    await expect.poll(() => first.search().toString()).toBe("status=2&view=v1");
    endPage();
    const second = await renderPage(<List />, "/page?name=clerk");
    await expect.element(page.getByText("Nothing matches these filters")).toBeVisible();
    expect(second.search().toString()).toBe("name=clerk");
  });
});

describe("ExportMenu", () => {
  test("warns, starts the job with filters, columns and zone, and still follows it after a reload", async () => {
    const run = { id: "run_01", kind: "sysPos.export", titles: null, state: "running" as const, progress: 42, rows: 7 };
    const noFile = { fileName: null, fileBytes: null, fileChecksum: null, error: null };
    const times = { createdAt: "2026-11-21T06:05:09.000Z", startedAt: null, finishedAt: null, expiresAt: null };
    server.answer(sysPos, "export", () => ({ jobId: "run_01" }));
    server.answer(sysJobRun, "detail", () => ({ ...run, ...noFile, ...times }));
    await renderPage(<List />, "/page?status=2");
    await page.getByRole("button", { name: "Export" }).click();
    await expect.element(page.getByText(/Do not refresh the browser/)).toBeVisible();
    await page.getByRole("radio", { name: "Excel workbook" }).click();
    await page.getByRole("button", { name: "Start export" }).click();
    await expect.element(page.getByText("Exporting, 42 %")).toBeVisible();
    expect(server.inputs(sysPos, "export")).toEqual([
      { format: "xlsx", columns: ["name", "code", "status"], timeZone: "Asia/Shanghai", filter: { status: [2] } },
    ]);
    const remembered = { ...sessionStorage };
    endPage();
    Object.assign(sessionStorage, remembered);
    await renderPage(<List />);
    await expect.element(page.getByText("Exporting, 42 %")).toBeVisible();
  });
});
