import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { textFormats } from "@countinghouse/contract/text-formats.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type SheetField, sheet } from "../../../test/every-kind.ts";
import { type FakeServer, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { RecordForm } from "./record-form.tsx";

const onClose = vi.fn();
let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1440, 900);
  onClose.mockReset();
  signInFor([sheet, sysPos]);
  server = startFakeServer();
  server.answer(sheet, "add", () => 1);
  server.answer(sheet, "update", () => null);
  const clerk = { id: 7, name: "Clerk", code: "clerk", status: 1 };
  const teller = { id: 8, name: "Teller", code: "teller", status: 1 };
  server.answer(sysPos, "list", (({ keyword = "" }: { keyword?: string }) =>
    [clerk, teller].filter(({ name }) => name.toLowerCase().includes(keyword))) as never);
});
afterEach(() => {
  endPage();
  server.stop();
});

interface Opened {
  readonly fields: readonly SheetField[];
  readonly initial?: object;
  readonly record?: object;
}

const open = ({ fields, initial = {}, record }: Opened) =>
  renderPage(
    <RecordForm
      resource={sheet}
      operation={record ? "update" : "add"}
      fields={fields}
      {...(record ? { record } : { initial: { title: "Tea", ...initial } })}
      onClose={onClose}
    />,
  );
const box = (name: string) => page.getByRole("textbox", { name, exact: true });
const list = (name: string) => page.getByRole("combobox", { name, exact: true });
const save = () => page.getByRole("button", { name: "Save" }).click();
const place = (field: string) => document.querySelector<HTMLElement>(`[data-field="${field}"]`);
const told = (field: string) => place(field)?.querySelector(".ch-field-error")?.textContent ?? "";
const sent = (operation: "add" | "update" = "add") => server.inputs(sheet, operation).at(-1);

async function choose(name: string, text: string, choice: string): Promise<void> {
  await list(name).click();
  // A short list is chosen from as it stands.
  if (text !== "") await list(name).fill(text);
  await page.getByTitle(choice, { exact: true }).last().click();
}

const typing = (name: string, text: string) => () => box(name).fill(text);
const typingDay = (name: string, text: string) => async () => {
  await box(name).click();
  await box(name).fill(text);
  await userEvent.keyboard("{Enter}");
};

interface Edit {
  readonly field: SheetField;
  /** Values of the form that it depends on. */
  readonly initial?: object;
  edit(): Promise<unknown>;
  readonly sent: unknown;
}

const edits: readonly Edit[] = [
  { field: "title", edit: typing("Title", "Harbour"), sent: "Harbour" },
  { field: "note", edit: typing("Note", "one\ntwo"), sent: "one\ntwo" },
  { field: "count", edit: () => page.getByRole("spinbutton", { name: "Count" }).fill("7"), sent: 7 },
  { field: "share", edit: typing("Share", "2.9"), sent: 29_000 },
  { field: "isOn", edit: () => page.getByRole("switch", { name: "Switched on" }).click(), sent: true },
  { field: "amount", initial: { currency: "USD" }, edit: typing("Amount", "1,234.5"), sent: "123450" },
  { field: "amount", initial: { currency: "JPY" }, edit: typing("Amount", "1500"), sent: "1500" },
  { field: "amount", initial: { currency: "KWD" }, edit: typing("Amount", "1.234"), sent: "1234" },
  { field: "amount", initial: { currency: "USD" }, edit: typing("Amount", "１２。５"), sent: "1250" },
  { field: "day", edit: typingDay("Day", "2026-11-21"), sent: "2026-11-21" },
  { field: "moment", edit: typingDay("Moment", "2026-11-21 14:05:09"), sent: "2026-11-21T06:05:09.000Z" },
  { field: "settings", edit: typing("Settings", '{"a": "b"}'), sent: { a: "b" } },
  {
    field: "names",
    edit: () => page.getByRole("textbox", { name: "繁體中文" }).fill("海港"),
    sent: { "zh-tw": "海港" },
  },
  { field: "mode", edit: () => page.getByRole("radio", { name: "Test" }).click(), sent: "test" },
  { field: "code", edit: typing("Code", "local_wallet"), sent: "local_wallet" },
  { field: "lines", edit: typing("Lines", "one\ntwo, three"), sent: ["one", "two", "three"] },
  { field: "address", edit: typing("Address", "https://example.com/a"), sent: "https://example.com/a" },
  { field: "phone", edit: typing("Phone", "+44 20 7946 0018"), sent: "+44 20 7946 0018" },
  { field: "type", edit: () => choose("Type", "", "Payment link"), sent: "payment_link" },
  { field: "currency", edit: () => choose("Currency", "euro", "EUR Euro"), sent: "EUR" },
  { field: "country", edit: () => choose("Country", "united king", "United Kingdom · GB"), sent: "GB" },
  { field: "mcc", edit: () => choose("Category", "grocery", "5411 · Grocery stores and supermarkets"), sent: "5411" },
  { field: "positionId", edit: () => choosePosition("Position"), sent: 8 },
];

async function choosePosition(name: string): Promise<void> {
  await list(name).click();
  await list(name).fill("tell");
  await page.getByRole("listbox").getByText("Teller").or(page.getByText("Teller")).last().click();
}

const secretEdit: Edit = {
  field: "secret",
  edit: () => page.getByLabelText("Secret", { exact: true }).fill("river-Basin"),
  sent: "river-Basin",
};

describe("a field of a form", () => {
  test.each([...edits, secretEdit].map((one) => [`${one.field} ${JSON.stringify(one.initial ?? "")}`, one] as const))(
    "%s sends what was meant",
    async (_name, { field, initial, edit, sent: expected }) => {
      await open({ fields: [field], ...(initial ? { initial } : {}) });
      await edit();
      await save();
      await expect.poll(() => sent()?.[field]).toEqual(expected);
      expect(onClose).toHaveBeenCalledOnce();
    },
  );

  test("hides a secret while it is typed", async () => {
    await open({ fields: ["secret"] });
    await expect.element(page.getByLabelText("Secret", { exact: true })).toHaveAttribute("type", "password");
  });

  test("sends lines of amounts, each in its own currency", async () => {
    await open({ fields: ["limits"] });
    await page.getByRole("button", { name: "Add a line" }).click();
    await choose("Currency", "kuwaiti", "KWD Kuwaiti Dinar");
    await box("Minimum").fill("0.125");
    await page.getByRole("button", { name: "Add a line" }).click();
    await page.getByRole("button", { name: "Remove the line" }).last().click();
    await save();
    await expect.poll(() => sent()?.limits).toEqual([{ currency: "KWD", min: "125", max: null }]);
  });

  test("keeps every line's own text when a line above it is removed", async () => {
    const limits = [
      { currency: "USD", min: "100", max: "200" },
      { currency: "JPY", min: "7", max: null },
    ];
    await open({ fields: ["limits"], initial: { limits } });
    await page.getByRole("button", { name: "Remove the line" }).first().click();
    await expect.element(box("Minimum")).toHaveValue("7");
    await expect.element(box("Maximum")).toHaveValue("");
  });
});

interface Wrong {
  readonly field: SheetField;
  readonly initial?: object;
  edit(): Promise<unknown>;
  readonly told: string;
}

const wrongs: readonly Wrong[] = [
  { field: "title", edit: typing("Title", ""), told: "Title is missing." },
  { field: "count", edit: () => page.getByRole("spinbutton").fill("11"), told: "At most 10." },
  { field: "count", edit: () => page.getByRole("spinbutton").fill("0"), told: "At least 1." },
  {
    field: "share",
    edit: typing("Share", "abc"),
    told: "A share from 0 to 100 %, with at most four decimals, such as 2.9.",
  },
  { field: "share", edit: typing("Share", "12.5"), told: "At most 10 %." },
  { field: "amount", initial: { currency: "USD" }, edit: typing("Amount", "1.234"), told: textFormats.amount.en },
  { field: "amount", initial: { currency: "JPY" }, edit: typing("Amount", "15.5"), told: textFormats.amount.en },
  { field: "amount", initial: { currency: "USD" }, edit: typing("Amount", "1,5"), told: textFormats.amount.en },
  { field: "amount", initial: { currency: "USD" }, edit: typing("Amount", "-5"), told: textFormats.amount.en },
  {
    field: "secret",
    edit: () => page.getByLabelText("Secret", { exact: true }).fill("short"),
    told: "At least 8 characters.",
  },
  { field: "code", edit: typing("Code", "Local Wallet"), told: textFormats.snake.en },
  { field: "lines", edit: typing("Lines", "one toolong"), told: "Line 2: At most 5 characters." },
  { field: "lines", edit: typing("Lines", "a b c d"), told: "At most 3." },
  { field: "address", edit: typing("Address", "example"), told: textFormats.publicAddress.en },
  { field: "address", edit: typing("Address", "http://192.168.0.1/"), told: textFormats.publicAddress.en },
  { field: "settings", edit: typing("Settings", '{"a": 1}'), told: "This cannot be used here." },
  { field: "settings", edit: typing("Settings", "[]"), told: "This cannot be used here." },
];

describe("a field that holds what cannot be taken", () => {
  test.each(wrongs.map((one) => [`${one.field}: ${one.told}`, one] as const))(
    "says so once, where it is, and sends nothing — %s",
    async (_name, { field, initial, edit, told: sentence }) => {
      await open({ fields: [field], ...(initial ? { initial } : {}) });
      await edit();
      await save();
      await expect.poll(() => told(field)).toBe(sentence);
      expect(page.getByRole("alert").elements()).toHaveLength(1);
      expect(place(field)?.contains(document.activeElement)).toBe(true);
      expect(document.activeElement?.getAttribute("aria-describedby")).toBeTruthy();
      expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
      expect(sent()).toBeUndefined();
    },
  );

  test("is mended by typing: the sentence goes with the next letter", async () => {
    await open({ fields: ["code"] });
    await box("Code").fill("No");
    await save();
    await expect.poll(() => told("code")).toBe(textFormats.snake.en);
    await box("Code").fill("local_wallet");
    await expect.poll(() => told("code")).toBe("");
  });

  test("names the value of a line that is missing, and not the whole list", async () => {
    await open({ fields: ["fixed"] });
    await page.getByRole("button", { name: "Add a line" }).click();
    await choose("Currency", "euro", "EUR Euro");
    await save();
    await expect.poll(() => told("fixed")).toBe("Line 1: Amount is missing.");
  });

  test.each([
    [{ currency: "USD", min: "200", max: "100" }, undefined, "reversed"],
    [{ currency: "USD", min: "100", max: null }, { currency: "USD", min: null, max: "100" }, "named twice"],
  ])("says what is wrong with lines that contradict each other: %o %o", async (...given) => {
    const [first, second] = given;
    await open({ fields: ["limits"], initial: { limits: [first, ...(second ? [second] : [])] } });
    await save();
    await expect.poll(() => told("limits")).not.toBe("");
    expect(told("limits")).not.toContain("This cannot be used here.");
  });

  test("comes into view: the first of those refused, however far up it stands", async () => {
    await page.viewport(390, 600);
    await open({ fields: ["code", "note", "settings", "lines", "address", "limits", "fixed"] });
    await box("Code").fill("No");
    await box("Address").fill("no");
    await save();
    await expect.element(box("Code")).toHaveFocus();
    const { top, bottom } = (place("code") as HTMLElement).getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(600);
    expect(told("address")).toBe(textFormats.publicAddress.en);
  });

  test("breaks JSON where it says so, before anything is sent", async () => {
    await open({ fields: ["settings"] });
    await box("Settings").fill('{"a": ');
    await expect.element(page.getByText(/^This is not valid JSON: /)).toBeVisible();
    await expect.element(box("Settings")).toHaveAccessibleDescription(/^This is not valid JSON: /);
    await save();
    expect(sent()).toBeUndefined();
  });
});

describe("what was typed into a field", () => {
  const halves = [
    { field: "amount", initial: { currency: "USD" }, name: "Amount", text: "12." },
    { field: "share", initial: {}, name: "Share", text: "2.9x" },
    { field: "settings", initial: {}, name: "Settings", text: '{"a": ' },
    { field: "lines", initial: {}, name: "Lines", text: "one" },
  ] as const;

  test.each(halves)("stands there again after a reload, half written as it was: $field", async (half) => {
    const { field, initial, name, text } = half;
    await open({ fields: [field], initial });
    await box(name).fill(text);
    const kept = sessionStorage.getItem("countinghouse:drafts") ?? "";
    endPage();
    sessionStorage.setItem("countinghouse:drafts", kept);
    await open({ fields: [field], initial });
    await expect.element(box(name)).toHaveValue(text);
  });

  test("goes when the reader starts over, from every kind of input", async () => {
    const record = {
      id: 3,
      version: 1,
      title: "Tea",
      currency: "USD",
      amount: "1250",
      share: 29_000,
      settings: { a: "b" },
      lines: ["one"],
    };
    const fields = ["amount", "share", "settings", "lines", "title"] as const;
    await open({ fields, record });
    await box("Amount").fill("99");
    await box("Share").fill("1");
    await box("Settings").fill("{}");
    await box("Lines").fill("two");
    const kept = sessionStorage.getItem("countinghouse:drafts") ?? "";
    endPage();
    sessionStorage.setItem("countinghouse:drafts", kept);
    await open({ fields, record });
    await expect.element(box("Amount")).toHaveValue("99.00");
    await page.getByRole("button", { name: "Start over" }).click();
    await expect.element(box("Amount")).toHaveValue("12.50");
    await expect.element(box("Share")).toHaveValue("2.9");
    await expect.element(box("Lines")).toHaveValue("one");
    await expect.element(box("Settings")).toHaveValue('{\n  "a": "b"\n}');
  });

  test("stays after somebody else's change, and the fields left alone show that change", async () => {
    const record = { id: 3, version: 1, title: "Tea", currency: "USD", amount: "1250", share: 29_000 };
    server.answer(sheet, "update", ({ version }) =>
      version === 2 ? null : refusal({ status: 409, message: "Changed meanwhile.", bizCode: "platform.stale" }),
    );
    server.answer(sheet, "detail", (() => ({ ...record, version: 2, amount: "7700", share: 10_000 })) as never);
    await open({ fields: ["title", "amount", "share"], record });
    await box("Share").fill("5");
    await save();
    await page.getByRole("button", { name: "Reload, keep what I typed" }).click();
    await expect.element(box("Amount")).toHaveValue("77.00");
    await expect.element(box("Share")).toHaveValue("5");
    await save();
    await expect.poll(() => sent("update")).toMatchObject({ version: 2, amount: "7700", share: 50_000 });
  });

  test("is never a secret that the browser remembers", async () => {
    await open({ fields: ["title", "secret"] });
    await box("Title").fill("Harbour");
    await page.getByLabelText("Secret", { exact: true }).fill("river-Basin");
    expect(sessionStorage.getItem("countinghouse:drafts")).toContain("Harbour");
    expect(sessionStorage.getItem("countinghouse:drafts")).not.toContain("river");
  });
});

describe("an amount", () => {
  test("waits for its currency, then shows as many decimals as that has", async () => {
    await open({ fields: ["currency", "amount"] });
    await expect.element(box("Amount")).toBeDisabled();
    await choose("Currency", "dinar", "KWD Kuwaiti Dinar");
    await box("Amount").fill("1.5");
    await save();
    await expect.poll(() => sent()).toMatchObject({ currency: "KWD", amount: "1500" });
  });

  test("is shown by the record's currency where the form does not ask for one", async () => {
    await open({ fields: ["amount"], record: { id: 3, version: 1, title: "Tea", currency: "JPY", amount: "1500" } });
    await expect.element(box("Amount")).toHaveValue("1500");
  });
});

describe("an instant", () => {
  test("is the reader's now, whatever the clock of the machine says", async () => {
    document.documentElement.dataset.timeZone = "Asia/Shanghai";
    await open({ fields: ["moment"] });
    await box("Moment").click();
    const now = page.getByText("Now", { exact: true });
    if (now.elements().length > 0) {
      await now.click();
      await save();
      await expect.poll(() => Math.abs(Date.parse(String(sent()?.moment)) - Date.now())).toBeLessThan(300_000);
    }
  });
});
