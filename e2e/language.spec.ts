import { expect, test } from "@playwright/test";
import { addPosition, adminTokens, fresh, front, openAs } from "./console.ts";

const words = {
  en: {
    name: "English",
    switcher: "Language",
    title: "Positions",
    add: "Add",
    code: "Code",
    field: "Name",
    save: "Save",
    refusal: "exists already",
    menu: "Organisations",
  },
  "zh-cn": {
    name: "简体中文",
    switcher: "语言",
    title: "职位管理",
    add: "新增",
    code: "编码",
    field: "名称",
    save: "保存",
    refusal: "已存在，请修改其一",
    menu: "机构管理",
  },
  "zh-tw": {
    name: "繁體中文",
    switcher: "語言",
    title: "職位管理",
    add: "新增",
    code: "代碼",
    field: "名稱",
    save: "儲存",
    refusal: "已存在，請修改其中之一",
    menu: "機構管理",
  },
} as const;

test("all three languages switch without a reload: menu, headings, labels, refusals and titles", async ({
  page,
  request,
}) => {
  const name = fresh("Usher");
  await addPosition(request, name);
  await openAs(page, await adminTokens(request), "/system/pos");
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  let switcher: string = words.en.switcher;
  for (const spoken of [words["zh-cn"], words["zh-tw"], words.en]) {
    await page.getByRole("button", { name: switcher, exact: true }).click();
    await page.getByRole("menuitemradio", { name: spoken.name }).click();
    switcher = spoken.switcher;
    await expect(page).toHaveTitle(`${spoken.title} - Countinghouse`);
    await expect(front(page).getByRole("heading", { level: 1, name: spoken.title })).toBeVisible();
    await expect(front(page).getByRole("columnheader", { name: spoken.code })).toBeVisible();
    await expect(page.getByRole("link", { name: spoken.menu })).toBeVisible();

    await front(page).getByRole("button", { name: spoken.add, exact: true }).click();
    const form = page.getByRole("dialog", { name: new RegExp(`^${spoken.add}`) });
    await form.getByRole("textbox", { name: spoken.field, exact: true }).fill(name);
    await form.getByRole("textbox", { name: spoken.code, exact: true }).fill(name);
    await form.getByRole("button", { name: spoken.save, exact: true }).click();
    await expect(form.getByText(spoken.refusal).first()).toBeVisible();
    await form.getByRole("textbox", { name: spoken.field, exact: true }).fill("");
    await form.getByRole("textbox", { name: spoken.code, exact: true }).fill("");
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
  }
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});
