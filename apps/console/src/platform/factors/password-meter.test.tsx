import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { switchLanguage } from "../i18n/language.ts";
import { PasswordMeter } from "./password-meter.tsx";

beforeEach(() => switchLanguage("en"));
afterEach(cleanup);
const says = (text: RegExp) =>
  vi.waitFor(() => expect(page.getByRole("status").element().textContent).toMatch(text), 12_000);

test("nothing typed shows nothing", async () => {
  render(<PasswordMeter password="" />);
  await expect.element(page.getByRole("status")).not.toBeInTheDocument();
});

test("a weak password is told why, in the language in use, and a strong one that it is", async () => {
  const { rerender } = render(<PasswordMeter password="Password123456!" />);
  await says(/^Too weak · This password is made of words and passwords that guessers try first/);
  switchLanguage("zh-tw");
  await says(/^強度不足 · 密碼由常用字詞/);
  switchLanguage("en");
  rerender(<PasswordMeter password="violet otter 93 lantern" />);
  await says(/^Very strong$/);
});

test("names of its owner count as words", async () => {
  render(<PasswordMeter password="wenzhao2026" names={["wenzhao"]} />);
  await says(/contains “wenzhao”/);
});
