import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { switchLanguage } from "../i18n/language.ts";
import { ListPage } from "./list-page.tsx";

type Pos = RecordOf<typeof sysPos>;
const pos = (id: number): Pos => ({
  id,
  name: `Position ${id}`,
  code: `p${id}`,
  orderNo: id,
  status: 1,
  remark: "first line\nsecond line",
  version: 4,
  createTime: "2026-11-21T06:05:09.000Z",
  createUserName: "admin",
  updateTime: null,
  updateUserName: null,
});
const List = () => <ListPage resource={sysPos} columns={["name", "code"]} rowActions={["delete"]} />;

let server: FakeServer;
const heading = (id: number) => page.getByRole("heading", { name: `Position ${id}`, exact: true });
const next = () => page.getByRole("button", { name: "Next record (J)" });
const previous = () => page.getByRole("button", { name: "Previous record (K)" });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysPos]);
  server = startFakeServer();
  server.answer(sysUserPreference, "list", () => []);
  server.answer(sysPos, "page", (input) => pageOfRows([1, 2, 3].map(pos), input));
  server.answer(sysPos, "detail", ({ id }) => pos(Number(id)));
});
afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("a row beside its list", () => {
  test("is walked by its buttons, which end with the list", async () => {
    const { search } = await renderPage(<List />, "/page?open=2");
    await expect.element(heading(2)).toBeVisible();
    await next().click();
    await expect.element(heading(3)).toBeVisible();
    await expect.element(next()).toBeDisabled();
    await previous().click();
    await previous().click();
    await expect.element(heading(1)).toBeVisible();
    await expect.element(previous()).toBeDisabled();
    expect(search().get("open")).toBe("1");
  });

  test("is walked by J and K and by the arrows, from the list, and left by Escape", async () => {
    const { search } = await renderPage(<List />, "/page?open=1");
    await expect.element(heading(1)).toBeVisible();
    await expect.element(page.getByRole("row").filter({ hasText: "Position 1" })).toBeVisible();
    document.querySelector<HTMLElement>("tr[data-row-key='1']")?.focus();
    for (const [key, id] of [
      ["j", "2"],
      ["{ArrowDown}", "3"],
      ["j", "3"],
      ["k", "2"],
      ["{Home}", "1"],
      ["{End}", "3"],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.element(heading(Number(id))).toBeVisible();
      expect(search().get("open")).toBe(id);
    }
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => search().get("open")).toBeNull();
  });

  test("leaves Escape to a question that stands in front of it", async () => {
    const { search } = await renderPage(<List />, "/page?open=2");
    await expect.element(heading(2)).toBeVisible();
    await page.getByRole("complementary").getByRole("button", { name: "Delete" }).click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(search().get("open")).toBe("2");
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => search().get("open")).toBeNull();
  });

  test("is read by itself where the list does not hold it, and has then no neighbours", async () => {
    await renderPage(<List />, "/page?open=77");
    await expect.element(heading(77)).toBeVisible();
    expect(server.inputs(sysPos, "detail")).toEqual([{ id: "77" }]);
    expect(next().elements()).toEqual([]);
  });

  test.each([
    [404, "This record is not there, or you may not see it."],
    [503, "Down for a moment."],
  ])("says after a %d what it is about: %s", async (status, words) => {
    server.answer(sysPos, "detail", () => refusal({ status, message: "Down for a moment." }));
    await renderPage(<List />, "/page?open=77");
    await expect.element(page.getByText(words)).toBeVisible();
  });

  test("is asked for again when told so", async () => {
    server.answer(sysPos, "detail", () => refusal({ status: 422, message: "Not now." }));
    await renderPage(<List />, "/page?open=77");
    await expect.element(page.getByText("Not now.")).toBeVisible();
    server.answer(sysPos, "detail", ({ id }) => pos(Number(id)));
    await page.getByRole("complementary").getByRole("button", { name: "Try again" }).click();
    await expect.element(heading(77)).toBeVisible();
  });

  test("says that it is not there to a reader who may not read it by itself", async () => {
    signInFor([sysPos], ["page"]);
    await renderPage(<List />, "/page?open=77");
    await expect.element(page.getByText("This record is not there, or you may not see it.")).toBeVisible();
    expect(server.inputs(sysPos, "detail")).toEqual([]);
  });

  test("tells its facts by their names in the reader's language, line ends kept", async () => {
    await renderPage(<List />, "/page?open=2");
    const remark = page.getByRole("complementary").getByText(/first line/);
    await expect.element(remark).toMatchTextContent("second line");
    expect(getComputedStyle(remark.element()).whiteSpace).toMatch(/pre/);
    switchLanguage("zh-cn");
    await expect.element(page.getByRole("complementary").getByText("备注")).toBeVisible();
  });

  test("takes the whole screen of a phone", async () => {
    await page.viewport(390, 844);
    await renderPage(<List />, "/page?open=2");
    await expect.element(heading(2)).toBeVisible();
    const { width } = page.getByRole("complementary").element().getBoundingClientRect();
    expect(width).toBe(390);
  });
});
