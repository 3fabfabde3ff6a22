import { type AppKey, coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { AppBrand } from "./coin-app.brand.detail.tsx";
import { CoinAppDetail } from "./coin-app.detail.tsx";
import { AppKeys } from "./coin-app.keys.detail.tsx";

const id = `app_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";
const far = "2999-01-01T00:00:00.000Z";

const buildKey = (parts: object = {}): AppKey =>
  ({
    mode: "live",
    appKey: "ak_live_1",
    publishableKey: "pk_live_1",
    isEnabled: true,
    scopes: [],
    allowedIps: [],
    expireTime: null,
    lastUsedTime: null,
    secretTime: at,
    previousUntil: null,
    ...parts,
  }) as AppKey;
const buildApp = (parts: object = {}) =>
  recordOf(coinApp.record, { id, name: "Web shop", version: 1, ...parts }) as never;

let server: FakeServer;
let key: AppKey;
const card = () => page.getByRole("article");
const dialog = page.getByRole("dialog");
const button = (name: string) => card().getByRole("button", { name, exact: true });
const show = () => renderPage(<AppKeys appId={id} />);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinApp]);
  key = buildKey();
  server = startFakeServer();
  server.answer(coinApp, "keys", () => [key]);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("a key of an app", () => {
  test.each([
    ["has no secret yet, whatever else is said of it", { secretTime: null, isEnabled: true }, "No secret yet"],
    ["takes calls", {}, "Takes calls"],
    ["is switched off", { isEnabled: false }, "Switched off"],
    ["has expired, though it is switched on", { expireTime: "2020-01-01T00:00:00.000Z" }, "Expired"],
    ["takes calls until its day", { expireTime: far }, "Takes calls"],
  ])("%s", async (_what, parts, told) => {
    key = buildKey(parts);
    await show();
    await expect.poll(() => card().element().querySelector(".ch-chip")?.textContent).toBe(told);
  });

  test("without limits says that it has none: every scope but paying out, from everywhere, for ever", async () => {
    await show();
    for (const text of ["Everything but paying out", "From everywhere", "No expiry", "Never"])
      await expect.element(card().getByText(text, { exact: true })).toBeVisible();
  });

  test("may be limited and made anew only by those who may", async () => {
    signInFor([coinApp], ["keys"]);
    key = buildKey({ previousUntil: far });
    await show();
    await expect.element(card().getByText(/^The previous secret is accepted until/)).toBeVisible();
    expect(
      card()
        .getByRole("button", { name: /secret|Limit/ })
        .elements(),
    ).toEqual([]);
  });

  test("is limited with its mode and its app", async () => {
    server.answer(coinApp, "updateKey", () => null);
    key = buildKey({ allowedIps: ["203.0.113.0/24"] });
    await show();
    await button("Limit key").click();
    await dialog.getByRole("switch").click();
    await dialog.getByRole("button", { name: /^(Save|Limit key)$/ }).click();
    await expect
      .poll(() => server.inputs(coinApp, "updateKey"))
      .toMatchObject([{ id, mode: "live", isEnabled: false, allowedIps: ["203.0.113.0/24"] }]);
  });
});

describe("a new secret", () => {
  test.each([
    [null, "Make secret", /^Servers sign their calls with this secret\.$/],
    [at, "New secret", /^Servers that sign with the present secret go on working until \d{4}-/],
  ])("is made after a question that says what becomes of the one before: %s", async (secretTime, label, lead) => {
    server.answer(coinApp, "rotateSecret", () => ({ secret: "sk_live_once", previousUntil: null }));
    key = buildKey({ secretTime });
    await show();
    await button(label).click();
    await expect.element(dialog.getByText(lead)).toBeVisible();
    expect(server.inputs(coinApp, "rotateSecret")).toEqual([]);
    await dialog.getByRole("button", { name: label, exact: true }).click();
    await expect.element(page.getByText("sk_live_once")).toBeVisible();
    expect(server.inputs(coinApp, "rotateSecret")).toEqual([{ id, mode: "live" }]);
  });

  test("is not made where the question is answered with no, and nothing is shown where it is refused", async () => {
    server.answer(coinApp, "rotateSecret", () => refusal({ status: 409, message: "The app is switched off." }));
    await show();
    await button("New secret").click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(server.inputs(coinApp, "rotateSecret")).toEqual([]);
    await button("New secret").click();
    await dialog.getByRole("button", { name: "New secret", exact: true }).click();
    await expect.element(page.getByText("The app is switched off.", { exact: false })).toBeVisible();
    await expect.poll(() => page.getByText("Copy the secret now", { exact: false }).elements().length).toBe(0);
  });

  test("ends the one before at once only after a question", async () => {
    server.answer(coinApp, "endPreviousSecret", () => null);
    key = buildKey({ previousUntil: far });
    await show();
    await button("End previous secret").click();
    await expect.element(dialog.getByText(/refused at once/)).toBeVisible();
    await dialog.getByRole("button", { name: "End previous secret" }).click();
    await expect.poll(() => server.inputs(coinApp, "endPreviousSecret")).toEqual([{ id, mode: "live" }]);
  });
});

describe("how an app shows itself to payers", () => {
  const logo = "data:image/png;base64,iVBORw0KGgo=";

  test("says that there is no logo, and offers to take away only one that is there", async () => {
    server.answer(coinApp, "logo", () => null);
    await renderPage(<AppBrand row={buildApp()} />);
    await expect.element(page.getByText("None: the name alone")).toBeVisible();
    expect(page.getByRole("button", { name: "Take away" }).elements()).toEqual([]);
    endPage();
    server.answer(coinApp, "logo", () => logo);
    server.answer(coinApp, "setLogo", () => null);
    await renderPage(<AppBrand row={buildApp()} />);
    await expect.element(page.getByRole("img", { name: "Web shop" })).toBeInTheDocument();
    await page.getByRole("button", { name: "Take away" }).click();
    await expect.poll(() => server.inputs(coinApp, "setLogo")).toEqual([{ id, logo: null }]);
  });

  test("sends what was chosen as it is, and says why it is refused", async () => {
    server.answer(coinApp, "logo", () => null);
    server.answer(coinApp, "setLogo", () => refusal({ status: 422, message: "The logo is larger than 12 kB." }));
    await renderPage(<AppBrand row={buildApp()} />);
    await expect.element(page.getByRole("button", { name: "Choose a file" })).toBeVisible();
    const input = document.querySelector("input[type=file]") as HTMLInputElement;
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array([137, 80, 78, 71])], "logo.png", { type: "image/png" }));
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await expect
      .poll(() => server.inputs(coinApp, "setLogo"))
      .toEqual([{ id, logo: "data:image/png;base64,iVBORw==" }]);
    await expect.element(page.getByText("The logo is larger than 12 kB.", { exact: false })).toBeVisible();
  });

  test("in the languages that it has names in, and none of the others", async () => {
    signInFor([coinApp], ["page"]);
    await renderPage(
      <AppBrand row={buildApp({ payerNames: { en: "Harbour Tea", "zh-cn": "港湾茶" }, brandColor: "#1f5b4a" })} />,
    );
    await expect.element(page.getByText("港湾茶")).toBeVisible();
    await expect.element(page.getByText("#1f5b4a")).toBeVisible();
    expect(page.getByText("繁體中文").elements()).toEqual([]);
    expect(server.inputs(coinApp, "logo")).toEqual([]);
  });

  test("asks for neither keys nor logo where they may not be read", async () => {
    signInFor([coinApp], ["page", "detail"]);
    await renderPage(<CoinAppDetail row={buildApp()} />);
    await expect.element(page.getByText("None: no page of yours")).toBeVisible();
    expect(server.inputs(coinApp, "keys")).toEqual([]);
    expect(page.getByRole("article").elements()).toEqual([]);
  });
});
