import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { switchLanguage } from "../i18n/language.ts";
import { ListPage } from "./list-page.tsx";

type Pos = RecordOf<typeof sysPos>;
let all: Pos[];
let server: FakeServer;

const pos = (id: number): Pos => ({
  id,
  name: `Position ${id}`,
  code: `p${id}`,
  orderNo: id,
  status: 1,
  remark: null,
  version: 4,
  createTime: "2026-11-21T06:05:09.000Z",
  createUserName: "admin",
  updateTime: null,
  updateUserName: null,
});

const copy = { action: "copy" } as const;
const List = () => (
  <ListPage
    resource={sysPos}
    columns={["name", "code", "status"]}
    fields={["name", "code", "status"]}
    rowActions={["update", copy, "delete"]}
    bulkActions={["delete"]}
  />
);
const row = (id: number) => page.getByRole("row").filter({ hasText: `Position ${id}` });
const more = async (id: number, name: string) => {
  await row(id).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name }).click();
};
const dialog = () => page.getByRole("dialog");

beforeEach(async () => {
  await page.viewport(1440, 900);
  all = [1, 2, 3].map(pos);
  signInFor([sysPos, merchant]);
  server = startFakeServer();
  server.answer(sysUserPreference, "list", () => []);
  server.answer(sysPos, "page", (input) => pageOfRows(all, input));
  server.answer(sysPos, "delete", ({ id }) => {
    all = all.filter((one) => one.id !== id);
    return null;
  });
});
afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("an action that takes something away", () => {
  test("asks by the record's name, says that it is for good, and sends the version that was read", async () => {
    await renderPage(<List />);
    await more(2, "Delete");
    await expect.element(dialog()).toMatchTextContent("Delete: Position 2?");
    await expect.element(dialog()).toMatchTextContent("This cannot be undone.");
    await dialog().getByRole("button", { name: "Delete" }).click();
    await expect.element(row(2)).not.toBeInTheDocument();
    expect(server.inputs(sysPos, "delete")).toEqual([{ id: 2, version: 4 }]);
    await expect.element(page.getByText("Delete: done")).toBeVisible();
  });

  test("is not done by an Enter too many: the focus is not on its button", async () => {
    await renderPage(<List />);
    await more(2, "Delete");
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog()).toBeVisible();
    expect(server.inputs(sysPos, "delete")).toEqual([]);
  });

  test("leaves the row where it was refused, and says why", async () => {
    server.answer(sysPos, "delete", () =>
      refusal({ status: 409, message: "3 users hold it.", bizCode: "sysPos.inUse" }),
    );
    await renderPage(<List />);
    await more(2, "Delete");
    await dialog().getByRole("button", { name: "Delete" }).click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("3 users hold it.");
    await expect.element(row(2)).toBeVisible();
  });

  test("closes the drawer of the row that is gone", async () => {
    const { search } = await renderPage(<List />, "/page?open=2");
    await expect.element(page.getByRole("heading", { name: "Position 2" })).toBeVisible();
    await page.getByRole("complementary").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => search().get("open")).toBeNull();
  });

  test.each([
    ["zh-cn", "确定删除“Position 2”吗？", "此操作不可恢复。"],
    ["zh-tw", "確定要刪除「Position 2」嗎？", "此操作無法復原。"],
  ] as const)("asks in %s", async (locale, title, text) => {
    switchLanguage(locale);
    await renderPage(<List />);
    await row(2).getByRole("button").last().click();
    await page.getByRole("menuitem").last().click();
    await expect.element(dialog()).toMatchTextContent(title);
    await expect.element(dialog()).toMatchTextContent(text);
  });
});

describe("an action that starts from a row", () => {
  test("copies it as a record of its own", async () => {
    server.answer(sysPos, "add", () => 9);
    await renderPage(<List />);
    await more(2, "Copy");
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("Position 2");
    await page.getByRole("textbox", { name: "Name" }).fill("Position 9");
    await page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(() => server.inputs(sysPos, "add"))
      .toMatchObject([{ name: "Position 9", code: "p2", orderNo: 2 }]);
    expect(server.inputs(sysPos, "add")[0]).not.toHaveProperty("id");
  });

  test("puts a refusal at the field it is about, with the form still open", async () => {
    server.answer(sysPos, "update", () =>
      refusal({
        status: 409,
        message: "Taken.",
        bizCode: "sysPos.duplicate",
        fields: [{ field: "name", message: "Taken." }],
      }),
    );
    await renderPage(<List />);
    await row(2).getByRole("button", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Position 1");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("Taken.");
    await expect.element(dialog()).toBeVisible();
  });

  test("is reached by the keyboard alone", async () => {
    await renderPage(<List />);
    await expect.element(row(2)).toBeVisible();
    (row(2).getByRole("button", { name: "Edit" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog()).toBeVisible();
    expect(server.inputs(sysPos, "page").length).toBeGreaterThan(0);
  });
});

describe("what is done with several rows", () => {
  const tick = async (...ids: number[]) => {
    for (const id of ids) await row(id).getByRole("checkbox").click();
  };

  test("asks how many, does each with its own version and says that it is done", async () => {
    await renderPage(<List />);
    await tick(1, 3);
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await expect.element(dialog()).toMatchTextContent("Delete: 2 records?");
    await dialog().getByRole("button", { name: "Delete" }).click();
    await expect.element(row(1)).not.toBeInTheDocument();
    expect(server.inputs(sysPos, "delete")).toEqual([
      { id: 1, version: 4 },
      { id: 3, version: 4 },
    ]);
    await expect.element(page.getByText("1 record", { exact: true })).toBeVisible();
  });

  test("says one record of one", async () => {
    await renderPage(<List />);
    await tick(1);
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await expect.element(dialog()).toMatchTextContent("Delete: 1 record?");
  });

  test("can go on after the connection was lost on the way", async () => {
    let isDown = true;
    server.answer(sysPos, "delete", () => {
      if (isDown) throw new TypeError("connection lost");
      return null;
    });
    await renderPage(<List />);
    await tick(1);
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("0 of 1 done, 1 refused:");
    isDown = false;
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => server.inputs(sysPos, "delete").length).toBe(2);
    await expect.element(page.getByText("Delete: done")).toBeVisible();
  });

  test("takes all of a page by the box in its head, and lets go of all of them", async () => {
    await renderPage(<List />);
    await expect.element(row(1)).toBeVisible();
    const head = page.getByRole("checkbox", { name: "Select all rows on this page" });
    await head.click();
    await expect.element(page.getByText("3 selected")).toBeVisible();
    await row(2).getByRole("checkbox").click();
    await expect.element(page.getByText("2 selected")).toBeVisible();
    expect((head.element() as HTMLInputElement).indeterminate).toBe(true);
    await page.getByRole("button", { name: "Clear selection" }).click();
    expect(page.getByText("2 selected").elements()).toEqual([]);
  });

  test("lets go of rows that a new filter leaves out", async () => {
    const { router } = await renderPage(<List />);
    await tick(1, 2);
    await expect.element(page.getByText("2 selected")).toBeVisible();
    await router.navigate("/page?name=other");
    await expect.poll(() => page.getByText("2 selected").elements().length).toBe(0);
  });
});
