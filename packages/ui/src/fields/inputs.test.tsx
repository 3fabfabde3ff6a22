import "../theme/base.css";
import "../tokens.css";
import { cleanup, render } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DayInput, InstantInput } from "./date-inputs.tsx";
import type { DateRange } from "./date-range.ts";
import { DateRangePresets } from "./date-range-presets.tsx";
import { Field, type InputFacts } from "./field.tsx";
import {
  BooleanInput,
  ChoiceInput,
  ChoicesInput,
  type InputProps,
  IntegerInput,
  LongTextInput,
  SecretInput,
  TextInput,
} from "./inputs.tsx";
import { JsonInput } from "./json-input.tsx";
import { MoneyInput } from "./money-input.tsx";
import { PercentInput } from "./percent-input.tsx";
import { PlainSelect } from "./plain-select.tsx";

let told: unknown;
type Input = (props: InputProps<never>) => React.ReactNode;

function Held({
  input,
  start,
  error,
  more = {},
}: {
  input: Input;
  start?: unknown;
  error?: string | undefined;
  more?: object;
}) {
  const [value, setValue] = useState(start);
  const Given = input as unknown as (props: Readonly<Record<string, unknown>>) => React.ReactNode;
  const put = (next: unknown) => {
    told = next;
    setValue(next);
  };
  return (
    <Field label="Held" error={error} hint="As on the card">
      {(facts: InputFacts) => <Given facts={facts} value={value} onChange={put} {...more} />}
    </Field>
  );
}
const show = (input: unknown, start?: unknown, more: { error?: string; more?: object } = {}) =>
  render(<Held input={input as Input} start={start} {...more} />);
const zone = (name: string) => {
  document.documentElement.dataset.timeZone = name;
};

beforeEach(async () => {
  document.documentElement.lang = "en";
  zone("Asia/Shanghai");
  told = "nothing yet";
  await page.viewport(1000, 700);
});
afterEach(cleanup);

const currency = { currency: "EUR" };
const choices = ["Red", "Green", "Blue"].map((label, value) => ({ value, label }));
const many = Array.from({ length: 12 }, (_, value) => ({ value, label: `Choice ${value}` }));

/** Every input of one control, with something that makes it refuse. */
const inputs = [
  ["a text", TextInput, "x", {}],
  ["a long text", LongTextInput, "x", {}],
  ["a secret", SecretInput, "x", {}],
  ["a number", IntegerInput, 1, {}],
  ["a switch", BooleanInput, true, {}],
  ["an amount", MoneyInput, "1250", currency],
  ["a share", PercentInput, 29_000, {}],
  ["JSON", JsonInput, { a: 1 }, {}],
  ["a day", DayInput, "2026-11-21", {}],
  ["an instant", InstantInput, "2026-11-21T06:05:09.000Z", {}],
  ["one of many", ChoiceInput, 1, { choices: many }],
  ["several of many", ChoicesInput, [1], { choices: many }],
] as const;

describe("every input", () => {
  test.each(inputs)(
    "%s is named by its label and explained by its hint and its refusal",
    async (_name, input, value, more) => {
      show(input, value, { error: "Not this one.", more });
      const control = () => document.querySelector<HTMLElement>(`[id="${document.querySelector("label")?.htmlFor}"]`);
      await expect.poll(control).not.toBeNull();
      await expect.poll(() => control()?.getAttribute("aria-describedby")?.split(" ").length).toBe(2);
      await expect.element(control() as HTMLElement).toHaveAccessibleName(/^Held/);
      await expect.element(control() as HTMLElement).toHaveAccessibleDescription("As on the card Not this one.");
      expect(control()?.getAttribute("aria-invalid")).toBe("true");
    },
  );

  test.each(inputs)("%s takes nothing while it is off", async (_name, input, value, more) => {
    show(input, value, { more: { ...more, isDisabled: true } });
    const control = () =>
      document.querySelector<HTMLInputElement>(`[id="${document.querySelector("label")?.htmlFor}"]`);
    await expect.poll(() => control()?.disabled || control()?.getAttribute("aria-disabled") === "true").toBe(true);
  });
});

describe("a choice of few", () => {
  test("is a group that is called by its label, each choice by its own word", async () => {
    show(ChoiceInput, 0, { more: { choices, isRequired: true } });
    await expect.element(page.getByRole("radiogroup", { name: "Held" })).toBeVisible();
    await expect.element(page.getByRole("radio", { name: "Red", exact: true })).toBeChecked();
    await page.getByRole("radio", { name: "Blue", exact: true }).click();
    expect(told).toBe(2);
  });

  test("is a list where it need not be made, so that it can be taken back", async () => {
    show(ChoiceInput, 0, { more: { choices } });
    await expect.element(page.getByRole("combobox", { name: "Held" })).toBeVisible();
  });
});

describe("an amount", () => {
  test.each([
    ["1250", "EUR", "12.50"],
    ["0", "EUR", "0.00"],
    ["1250", "JPY", "1250"],
    ["1250", "KWD", "1.250"],
    [null, "EUR", ""],
    ["12.345", "EUR", "12.345"],
    ["abc", "EUR", "abc"],
  ])("%s in %s stands as “%s”", async (wire, code, text) => {
    show(MoneyInput, wire, { more: { currency: code } });
    await expect.element(page.getByRole("textbox", { name: "Held" })).toHaveValue(text);
  });

  test.each([
    ["1,234.5", "123450"],
    [" 12 ", "1200"],
    ["12.345", "12.345"],
    ["", null],
    ["   ", null],
    ["−5", "-500"],
  ])("“%s” is passed on as %s", async (text, wire) => {
    show(MoneyInput, "100", { more: currency });
    await page.getByRole("textbox", { name: "Held" }).fill(text);
    expect(told).toBe(wire);
    await expect.element(page.getByRole("textbox", { name: "Held" })).toHaveValue(text);
  });
});

describe("a share", () => {
  test.each([
    [29_000, "2.9"],
    [0, "0"],
    [1_000_000, "100"],
    [12_345, "1.2345"],
    [null, ""],
    ["2.9x", "2.9x"],
  ])("%s stands as “%s” per cent", async (rate, text) => {
    show(PercentInput, rate);
    await expect.element(page.getByRole("textbox", { name: "Held" })).toHaveValue(text);
  });

  test.each([
    ["2.9", 29_000],
    ["100", 1_000_000],
    ["100.1", "100.1"],
    ["2.99999", "2.99999"],
    ["", null],
  ])("“%s” is passed on as %s", async (text, rate) => {
    show(PercentInput, 10_000);
    await page.getByRole("textbox", { name: "Held" }).fill(text);
    expect(told).toBe(rate);
  });
});

describe("an instant", () => {
  const type = async (text: string) => {
    const box = page.getByRole("textbox", { name: "Held" });
    await box.click();
    await box.fill(text);
    await userEvent.keyboard("{Enter}");
  };

  test.each([
    ["Asia/Shanghai", "2026-11-21 14:05:09", "2026-11-21T06:05:09.000Z"],
    ["America/New_York", "2026-11-21 14:05:09", "2026-11-21T19:05:09.000Z"],
    // Clocks go forward at two: the day has 23 hours.
    ["Europe/Berlin", "2026-03-29 10:00:00", "2026-03-29T08:00:00.000Z"],
    // Clocks go back at three: it has 25.
    ["Europe/Berlin", "2026-10-25 10:00:00", "2026-10-25T09:00:00.000Z"],
    ["America/New_York", "2026-03-08 12:30:00", "2026-03-08T16:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04 12:00:00", "2026-10-04T01:00:00.000Z"],
  ])("in %s at %s is %s", async (name, wall, instant) => {
    zone(name);
    show(InstantInput);
    await type(wall);
    await expect.poll(() => told).toBe(instant);
    await expect.element(page.getByRole("textbox", { name: "Held" })).toHaveValue(wall);
  });

  test("is shown by the clock of the reader, on days that clocks change as well", async () => {
    zone("Europe/Berlin");
    show(InstantInput, "2026-03-29T08:00:00.000Z");
    await expect.element(page.getByRole("textbox", { name: "Held" })).toHaveValue("2026-03-29 10:00:00");
  });
});

let range: DateRange | undefined;
function Range() {
  const [value, setValue] = useState<DateRange>();
  range = value;
  return <DateRangePresets label="Ordered" value={value} onChange={setValue} />;
}

describe("a range of days", () => {
  test("is one of the usual ones, or begins as the days of the one before", async () => {
    render(<Range />);
    await page.getByRole("radio", { name: "Last 30 days" }).click();
    expect(range).toBe("last30Days");
    await page.getByRole("radio", { name: "Custom" }).click();
    const [from, to] = range as unknown as [string, string];
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29);
    await expect.element(page.getByRole("radiogroup", { name: "Ordered" })).toBeVisible();
  });

  test("has a name for each of its ends, in the reader's language", async () => {
    render(<Range />);
    await page.getByRole("radio", { name: "Custom" }).click();
    for (const [locale, from, to] of [
      ["en", "Ordered, from", "Ordered, to"],
      ["zh-CN", "Ordered，起始日期", "Ordered，截止日期"],
      ["zh-TW", "Ordered，起始日期", "Ordered，截止日期"],
    ] as const) {
      document.documentElement.lang = locale;
      await expect.element(page.getByRole("textbox", { name: from, exact: true })).toHaveValue(range?.[0] ?? "");
      await expect.element(page.getByRole("textbox", { name: to, exact: true })).toHaveValue(range?.[1] ?? "");
    }
  });
});

describe("a plain list of choices", () => {
  test("stands for any until one is chosen", async () => {
    let chosen = "";
    render(
      <PlainSelect
        label="State"
        value=""
        choices={[{ value: "a", label: "Active" }]}
        onChange={(value) => (chosen = value)}
      />,
    );
    const box = page.getByRole("combobox", { name: "State" });
    await expect.element(box).toHaveAttribute("data-any");
    await box.selectOptions("a");
    expect(chosen).toBe("a");
  });
});
