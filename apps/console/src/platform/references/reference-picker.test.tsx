import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { references } from "@countinghouse/contract/references.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { switchLanguage } from "../i18n/language.ts";
import { emptySession, session } from "../session/session.ts";
import { ReferenceLink } from "./reference-link.tsx";
import { ReferencePicker, ReferencesPicker } from "./reference-picker.tsx";

const facts = { id: "picked", isInvalid: false, describedBy: undefined };
const harbour = `mer_${"0".repeat(26)}`;
let chosen: unknown;

type Target = keyof typeof references;

function One({ to, start, values = {} }: { to: Target; start?: string | number; values?: object }) {
  const [value, setValue] = useState<string | number | null>(start ?? null);
  const put = (next: string | number | null) => {
    chosen = next;
    setValue(next);
  };
  return (
    <>
      <label htmlFor="picked">Picked</label>
      <ReferencePicker
        facts={facts}
        of={{ kind: "reference", target: references[to] }}
        value={value}
        values={values as never}
        onChange={put}
      />
    </>
  );
}

function Several({ to, start = [] }: { to: Target; start?: readonly (string | number)[] }) {
  const [value, setValue] = useState<readonly (string | number)[] | null>(start);
  const put = (next: readonly (string | number)[] | null) => {
    chosen = next;
    setValue(next);
  };
  return (
    <>
      <label htmlFor="picked">Picked</label>
      <ReferencesPicker
        facts={facts}
        of={{ kind: "reference", target: references[to] }}
        value={value}
        values={{}}
        onChange={put}
      />
    </>
  );
}

let server: FakeServer;
const box = () => page.getByRole("combobox", { name: "Picked" });
const shown = () => document.querySelector(".ant-select")?.textContent ?? "";
const offered = () => [...document.querySelectorAll(".ant-select-item-option")].map((one) => one.textContent);

beforeEach(async () => {
  await page.viewport(1440, 900);
  chosen = undefined;
  signInFor([sysPos, merchant, coinApp]);
  server = startFakeServer();
  const all = [
    { id: 7, name: "Clerk", code: "clerk", status: 1 },
    { id: 8, name: "Teller", code: "teller", status: 1 },
    { id: 9, name: "Bookkeeper", code: "book", status: 2 },
  ];
  server.answer(sysPos, "list", (({ keyword = "", ids }: { keyword?: string; ids?: unknown }) =>
    all.filter(({ id, name }) =>
      ids ? String(ids).split(",").includes(String(id)) : name.toLowerCase().includes(keyword),
    )) as never);
  server.answer(merchant, "list", (() => [{ id: harbour, name: "Harbour Tea", merchantNo: "M1" }]) as never);
});
afterEach(() => {
  endPage();
  server.stop();
  session.set(emptySession);
  switchLanguage("en");
});

describe("a record that is chosen", () => {
  test("is found by what was typed, on the server, and told apart by its code", async () => {
    await renderPage(<One to="sysPos" />);
    await box().click();
    await box().fill("tell");
    await expect.poll(offered).toEqual(["Tellerteller"]);
    expect(server.inputs(sysPos, "list").at(-1)).toMatchObject({ keyword: "tell" });
    await userEvent.keyboard("{Enter}");
    expect(chosen).toBe(8);
    expect(shown()).toContain("Teller");
  });

  test("is called by its name although nobody has opened the list", async () => {
    await renderPage(<One to="sysPos" start={8} />);
    await expect.poll(shown).toContain("Teller");
  });

  test("stays, called by its name, when it can no longer be chosen anew", async () => {
    await renderPage(<One to="sysPos" start={9} />);
    await expect.poll(shown).toContain("Bookkeeper");
    await box().click();
    await expect.poll(() => offered().length).toBe(3);
  });

  test("cannot be one that has ended", async () => {
    await renderPage(<One to="sysPos" />);
    await box().click();
    await box().fill("book");
    await expect.poll(() => document.querySelectorAll(".ant-select-item-option-disabled").length).toBe(1);
    await userEvent.keyboard("{Enter}");
    expect(chosen).toBeUndefined();
  });

  test("is let go of again", async () => {
    await renderPage(<One to="sysPos" start={8} />);
    await expect.poll(shown).toContain("Teller");
    await page
      .getByRole("img", { name: /close/ })
      .or(page.getByLabelText("close-circle"))
      .first()
      .click({ force: true });
    expect(chosen).toBeNull();
  });

  test("says that nothing was found, and that it could not be looked for", async () => {
    await renderPage(<One to="sysPos" />);
    await box().click();
    await box().fill("zzz");
    await expect.element(page.getByText("No match")).toBeVisible();
    server.answer(sysPos, "list", (() => refusal({ status: 422, message: "No." })) as never);
    await box().fill("yyy");
    await expect.element(page.getByText("This could not be loaded.")).toBeVisible();
  });

  test("is an id, typed, for somebody who may not list such records", async () => {
    signInFor([sysPos]);
    await renderPage(<One to="merchant" />);
    await expect.element(page.getByText("You may not list these records. Enter the id.")).toBeVisible();
    await page.getByRole("textbox", { name: "Picked" }).fill(harbour);
    expect(chosen).toBe(harbour);
    expect(server.inputs(merchant, "list")).toEqual([]);
  });

  test("waits for what it belongs to, and is looked for there alone", async () => {
    server.answer(coinApp, "list", (() => [{ id: "app_1", name: "Web shop", appNo: "A1" }]) as never);
    await renderPage(<One to="coinApp" />);
    await expect.element(page.getByText("Choose the merchant first")).toBeVisible();
    await expect.element(box()).toBeDisabled();
    expect(server.inputs(coinApp, "list")).toEqual([]);
    endPage();
    await renderPage(<One to="coinApp" values={{ merchantId: harbour }} />);
    await box().click();
    await expect.poll(offered).toEqual(["Web shopA1"]);
    expect(server.inputs(coinApp, "list").at(-1)).toMatchObject({ merchantId: harbour });
  });

  test.each([
    ["zh-cn", "名称或编号"],
    ["zh-tw", "名稱或編號"],
  ] as const)("asks in %s", async (locale, words) => {
    switchLanguage(locale);
    await renderPage(<One to="sysPos" />);
    await expect.element(page.getByText(words)).toBeVisible();
  });
});

describe("several records", () => {
  test("are added one after the other and taken away by the last key", async () => {
    await renderPage(<Several to="sysPos" start={[7]} />);
    await expect.poll(shown).toContain("Clerk");
    await box().fill("tell");
    await expect.poll(offered).toContain("Tellerteller");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => chosen).toEqual([7, 8]);
    await box().fill("");
    // For 250 ms after something was typed, and after each press in that time, the key takes nothing away: held down it stops there.
    const taken = async () => {
      if (Array.isArray(chosen) && chosen.length > 1) await userEvent.keyboard("{Backspace}");
      return chosen;
    };
    await expect.poll(taken, { interval: 400 }).toEqual([7]);
  });
});

describe("the name of a record", () => {
  const menu = [{ name: "merchant", path: "/merchant/merchant", children: [] }];
  const link = (
    <ReferenceLink facts={{ kind: "reference", target: references.merchant }} value={harbour} name="Harbour Tea" />
  );

  test("leads to it for a reader who has its page", async () => {
    session.set({ ...emptySession, menu: menu as never });
    await renderPage(link);
    await expect
      .element(page.getByRole("link", { name: "Harbour Tea" }))
      .toHaveAttribute("href", `/merchant/merchant?open=${harbour}`);
  });

  test("leads nowhere for another", async () => {
    await renderPage(link);
    await expect.element(page.getByText("Harbour Tea")).toBeVisible();
    expect(page.getByRole("link").elements()).toEqual([]);
  });
});
