import { type Region, type RegionNode, sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { RegionImport } from "./region.form.tsx";
import { RegionList } from "./region.list.tsx";

const node = (id: number, name: string, parts: Partial<RegionNode> = {}): RegionNode => ({
  id,
  pid: 0,
  code: "CN",
  name,
  level: 0,
  hasChildren: false,
  version: 1,
  ...parts,
});

const china = node(1, "China", { hasChildren: true });
const france = node(2, "France", { code: "FR" });
const hebei = node(3, "河北省", { pid: 1, code: "130000", level: 1 });

const row = (of: RegionNode): Region => ({
  ...of,
  names: null,
  shortName: null,
  mergerName: of.name,
  pinYin: null,
  zipCode: null,
  cityCode: null,
  lng: null,
  lat: null,
  orderNo: 100,
  remark: null,
  createTime: "2026-11-21T06:00:00.000Z",
  createUserName: null,
  updateTime: null,
  updateUserName: null,
});

const pageOf = (items: readonly Region[]) => ({
  items: [...items],
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  totalPages: 1,
  hasPrevPage: false,
  hasNextPage: false,
  nextCursor: null,
  prevCursor: null,
  limitedBy: null,
});

let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysRegion]);
  server = startFakeServer();
  server.answer(sysRegion, "list", ({ id }) => (Number(id) === 1 ? [hebei] : [china, france]));
  server.answer(sysRegion, "page", ({ pid }) => pageOf(pid === 1 ? [row(hebei)] : [row(china), row(france)]));
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("RegionList", () => {
  test("reads a branch when it is opened, and lists what lies below the region that is chosen", async () => {
    const { search } = await renderPage(<RegionList />);
    const tree = page.getByRole("region", { name: "Region tree" });
    await expect.element(tree.getByText("China", { exact: true })).toBeVisible();
    expect(server.inputs(sysRegion, "list")).toEqual([{ id: "0" }]);
    (document.querySelector(".ant-tree-switcher_close") as HTMLElement).click();
    await expect.element(tree.getByText("河北省")).toBeVisible();
    await tree.getByText("China", { exact: true }).click();
    await expect.poll(() => search().get("node")).toBe("1");
    await expect.poll(() => server.inputs(sysRegion, "page").at(-1)).toMatchObject({ pid: 1 });
    await tree.getByRole("button", { name: "All regions" }).click();
    await expect.poll(() => search().get("node")).toBeNull();
  });

  test("offers a copy that starts as the region it was made from", async () => {
    await renderPage(<RegionList />);
    const line = page.getByRole("row", { name: /France/ });
    await line.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Copy" }).click();
    await expect.element(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("France");
    await expect.element(page.getByRole("textbox", { name: "Code", exact: true })).toHaveValue("FR");
  });

  test("lets nobody drag who may not move", async () => {
    signInFor([sysRegion], ["page"]);
    await renderPage(<RegionList />);
    await expect.element(page.getByRole("region", { name: "Region tree" }).getByText("France")).toBeVisible();
    expect(document.querySelector(".ant-tree-treenode-draggable")).toBeNull();
    expect(page.getByRole("button", { name: "Import" }).elements()).toEqual([]);
  });
});

describe("RegionImport", () => {
  test("imports nothing while rows are refused, until somebody leaves them out", async () => {
    server.answer(sysRegion, "importCheck", () => ({
      added: 2,
      changed: 1,
      faultCount: 1,
      faults: [{ row: 5, code: "BAD", reason: "Code: no such form" }],
    }));
    server.answer(sysRegion, "import", () => ({ added: 2, changed: 1, leftOut: 1 }));
    await renderPage(<RegionImport record={undefined} onClose={() => {}} />);
    const file = new File(["code,name\n"], "regions.csv", { type: "text/csv" });
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    const choice = new DataTransfer();
    choice.items.add(file);
    if (input) input.files = choice.files;
    input?.dispatchEvent(new Event("change", { bubbles: true }));
    await expect.element(page.getByText("2 to add, 1 to change, 1 refused.")).toBeVisible();
    await expect.element(page.getByText("Code: no such form")).toBeVisible();
    const take = page.getByRole("button", { name: "Import" });
    await expect.element(take).toBeDisabled();
    await page.getByRole("checkbox", { name: "Leave out the refused rows" }).click();
    await take.click();
    await expect.poll(() => server.inputs(sysRegion, "import")).toMatchObject([{ leaveOutRefused: true }]);
  });
});
