import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { currentLocale, switchLanguage } from "./language.ts";
import { useWords } from "./use-words.ts";

const messages = {
  "zh-cn": { amount: "金额" },
  en: { amount: "Amount" },
  "zh-tw": { amount: "金額" },
};

function AmountField() {
  const words = useWords({ messages });
  return (
    <label>
      {words.amount}
      <input />
    </label>
  );
}

beforeEach(() => switchLanguage("en"));
afterEach(cleanup);

test("a switch of language renames what is shown and keeps what was typed", async () => {
  render(<AmountField />);
  await page.getByLabelText("Amount").fill("12.50");
  act(() => switchLanguage("zh-tw"));
  await expect.element(page.getByLabelText("金額")).toHaveValue("12.50");
  act(() => switchLanguage("zh-cn"));
  await expect.element(page.getByLabelText("金额")).toHaveValue("12.50");
  expect([currentLocale(), document.documentElement.lang]).toEqual(["zh-cn", "zh-CN"]);
});
