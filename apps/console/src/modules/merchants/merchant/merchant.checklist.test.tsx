import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { type GoLiveItem, goLive, goLiveItems } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { merchantLifecycle } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { merchantDocument } from "@countinghouse/contract/merchants/merchant-file/merchant-document.ts";
import { merchantOwner } from "@countinghouse/contract/merchants/merchant-file/merchant-owner.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { MerchantChecklist } from "./merchant.checklist.part.tsx";

const id = `mer_${"0".repeat(26)}`;
const recordId = `rec_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";

const buildMerchant = (parts: object = {}): Merchant =>
  recordOf(Merchant, {
    id,
    merchantNo: "MC2026112100000001",
    name: "Harbour Tea",
    country: "GB",
    currency: "GBP",
    timezone: "Europe/London",
    status: "draft",
    createTime: at,
    version: 4,
    ...parts,
  });

type Told = Partial<Record<GoLiveItem["item"], Partial<GoLiveItem>>>;
const done: Omit<GoLiveItem, "item"> = {
  state: "done",
  isNeeded: true,
  note: "approvalDone",
  values: {},
  recordId: null,
  isOwn: false,
};

const everything = [
  merchant,
  goLive,
  merchantAccountCfg,
  merPaymentMethodCfg,
  merPaymentTypeCfg,
  merGatewayAccountCfg,
  merPayChannelCfg,
  coinApp,
  merchantOwner,
  merchantDocument,
];

let server: FakeServer;
const item = (name: GoLiveItem["item"]) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: labels[name] }) });
const labels: Record<GoLiveItem["item"], RegExp> = {
  particulars: /^Details/,
  owners: /^Owners and documents/,
  terms: /^Terms/,
  fees: /^Fees/,
  binding: /^Gateway binding/,
  checkout: /^Checkout channel/,
  key: /^App and key/,
  approval: /^Approval by a second person/,
  testPayment: /^Test payment/,
};
const buttonsOf = (name: GoLiveItem["item"]): string[] =>
  item(name)
    .getByRole("button")
    .elements()
    .map(({ textContent }) => textContent ?? "")
    .filter((text) => !labels[name].test(text));

async function show(told: Told, row = buildMerchant()): Promise<void> {
  server.answer(goLive, "checklist", () => ({
    merchantId: id,
    readTime: at,
    items: goLiveItems.map((one) => ({ ...done, item: one, ...told[one] })),
    testOrderId: null,
  }));
  await renderPage(<MerchantChecklist row={row} />);
  await expect.element(page.getByText(/of 9 ready\./)).toBeVisible();
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor(everything);
  server = startFakeServer();
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("how far a merchant is", () => {
  test("is told with what is missing and what waits, and each item by its state", async () => {
    await show({
      terms: { state: "waiting", note: "termsWaiting", values: { currencies: "GBP, EUR" } },
      fees: { state: "missing", note: "feesNone" },
      owners: { state: "missing", note: "ownersNone", isNeeded: false },
    });
    await expect.element(page.getByText("6 of 9 ready.")).toBeVisible();
    await expect.element(page.getByText("To do: Owners and documents · Terms · Fees.")).toBeVisible();
    await expect.element(item("terms").getByRole("img", { name: "Waiting" })).toBeVisible();
    await expect.element(item("fees").getByRole("img", { name: "Missing", exact: true })).toBeVisible();
    await expect.element(item("owners").getByRole("img", { name: "Missing, not needed to activate" })).toBeVisible();
    await expect.element(item("binding").getByRole("img", { name: "Done" })).toBeVisible();
    await expect.element(item("terms")).toMatchTextContent("A version for GBP, EUR waits for approval");
  });

  test("says that nothing is missing, and offers no way to the next that is", async () => {
    await show({});
    await expect.element(page.getByText("9 of 9 ready.")).toBeVisible();
    await expect.element(page.getByText("Nothing is missing.")).toBeVisible();
    expect(page.getByRole("button", { name: "Next missing" }).elements()).toEqual([]);
  });

  test("leads from one that is missing to the next, and round again", async () => {
    server.answer(merchantOwner, "ofMerchant", () => []);
    server.answer(merchantDocument, "ofMerchant", () => []);
    await show({ owners: { state: "missing", note: "ownersNone" }, fees: { state: "missing", note: "feesNone" } });
    const next = page.getByRole("button", { name: "Next missing" });
    await next.click();
    await expect.element(page.getByText("Nobody is entered yet.")).toBeVisible();
    await next.click();
    await expect.element(item("fees")).toHaveAttribute("data-open", "");
    await next.click();
    await expect.element(page.getByText("Nobody is entered yet.")).toBeVisible();
  });

  test("that cannot be read is said with its reason", async () => {
    server.answer(goLive, "checklist", () => refusal({ status: 503, message: "The database is away." }));
    await renderPage(<MerchantChecklist row={buildMerchant()} />);
    await expect.element(page.getByText("The database is away.")).toBeVisible();
  });
});

describe("what can be done about an item in place", () => {
  test.each([
    ["terms", "termsNone", "New version", merchantAccountCfg],
    ["fees", "feesNone", "New rule", merPaymentMethodCfg],
    ["fees", "feesShared", "New rule", merPaymentMethodCfg],
    ["binding", "bindingNone", undefined, merGatewayAccountCfg],
    ["binding", "bindingTest", undefined, merGatewayAccountCfg],
    ["checkout", "checkoutTypeNone", undefined, merPaymentTypeCfg],
    ["checkout", "checkoutChannelNone", undefined, merPayChannelCfg],
    ["key", "appNone", undefined, coinApp],
  ] as const)("%s, of which is said %s, begins with one button", async (name, note, label, resource) => {
    await show({ [name]: { state: "missing", note } });
    expect(buttonsOf(name)).toHaveLength(1);
    if (label) expect(buttonsOf(name)).toEqual([label]);
    endPage();
    // Whoever may not is told so, and is not left in front of nothing.
    signInFor(everything.filter((one) => one !== resource));
    await show({ [name]: { state: "missing", note } });
    await expect.element(item(name)).toMatchTextContent("Your role does not allow it.");
    expect(buttonsOf(name)).toEqual([]);
  });

  test.each(["terms", "fees", "binding", "checkout", "key"] as const)(
    "%s leads to its records, with the merchant",
    async (name) => {
      await show({ [name]: { note: "approvalDone" } });
      const href = item(name).getByRole("link").last().element().getAttribute("href");
      expect(href).toMatch(new RegExp(`^/\\S+\\?merchantId=${id}$`));
    },
  );

  test("a version that somebody else asked for is decided there, and read only then", async () => {
    server.answer(
      merchantAccountCfg,
      "detail",
      () => recordOf(merchantAccountCfg.record, { id: recordId, status: "pending", version: 2 }) as never,
    );
    await show({ terms: { state: "waiting", note: "termsWaiting", values: { currencies: "GBP" }, recordId } });
    await expect.poll(() => buttonsOf("terms")).toEqual(["Approve", "Reject"]);
    expect(server.inputs(merchantAccountCfg, "detail")).toEqual([{ id: recordId }]);
  });

  test("whoever may not decide a version is told so", async () => {
    signInFor([goLive, merchant]);
    await show({ terms: { state: "waiting", note: "termsWaiting", values: { currencies: "GBP" }, recordId } });
    await expect.element(item("terms")).toMatchTextContent("Your role does not allow it.");
    expect(item("terms").getByRole("link").elements()).toEqual([]);
  });
});

describe("whose turn it is to let a merchant in", () => {
  const steps = ["Submit", "Start review", "Approve", "Submit information", "Open again", "Activate"];

  test.each([
    ["draft", ["Submit"]],
    ["submitted", ["Start review"]],
    ["under_review", ["Approve"]],
    ["more_info", ["Submit information"]],
    ["rejected", ["Open again"]],
    ["approved", ["Activate"]],
    ["active", []],
    ["suspended", []],
    ["closing", []],
    ["closed", []],
  ])("of one that is %s: %j", async (status, wanted) => {
    expect(merchantLifecycle.states).toContain(status);
    await show(
      { approval: { state: "waiting", note: "approvalReview", values: { name: "Robin" } } },
      buildMerchant({ status }),
    );
    expect(buttonsOf("approval").filter((text) => steps.includes(text))).toEqual(wanted);
  });

  test.each([
    ["under_review", "You asked for it: somebody else decides.", []],
    ["approved", "You asked for it: somebody else decides.", []],
    ["submitted", "Submitted by Robin", ["Start review"]],
  ])("the same person is held off while it is %s", async (status, told, wanted) => {
    const approval = { state: "waiting", note: "approvalSubmitted", values: { name: "Robin" }, isOwn: true } as const;
    await show({ approval }, buildMerchant({ status }));
    await expect.element(item("approval")).toMatchTextContent(told);
    expect(buttonsOf("approval").filter((text) => steps.includes(text))).toEqual(wanted);
  });

  test("it is told what comes first in the place of the last step, and only what is needed", async () => {
    await show(
      {
        fees: { state: "missing", note: "feesNone" },
        terms: { state: "waiting", note: "termsWaiting", values: { currencies: "GBP" } },
        owners: { state: "missing", note: "ownersNone", isNeeded: false },
        approval: { state: "waiting", note: "approvalApproved", values: { name: "Robin" } },
      },
      buildMerchant({ status: "approved" }),
    );
    await expect.element(item("approval")).toMatchTextContent("First: Terms · Fees.");
    expect(buttonsOf("approval")).toEqual([]);
  });
});

describe("the key of a merchant's app", () => {
  const key = (mode: "test" | "live", parts: object = {}) => ({
    mode,
    secretTime: null,
    isEnabled: false,
    scopes: [],
    allowedIps: [],
    expireTime: null,
    ...parts,
  });

  test.each([
    ["keyNone", ["Make test key", "Make live key"]],
    ["keyTest", ["Make live key"]],
    ["keyLive", []],
  ] as const)("is offered as %s needs it", async (note, wanted) => {
    await show({ key: { state: note === "keyLive" ? "done" : "missing", note, values: { app: "Web" }, recordId } });
    expect(buttonsOf("key")).toEqual(wanted);
  });

  test("that has a secret already is only switched on: no secret is made anew", async () => {
    server.answer(
      coinApp,
      "keys",
      () => [key("test", { secretTime: at }), key("live", { secretTime: at, scopes: ["orders"] })] as never,
    );
    server.answer(coinApp, "updateKey", () => null);
    await show({ key: { state: "missing", note: "keyTest", values: { app: "Web" }, recordId } });
    await item("key").getByRole("button", { name: "Make live key" }).click();
    await expect
      .poll(() => server.inputs(coinApp, "updateKey"))
      .toMatchObject([{ id: recordId, mode: "live", isEnabled: true, scopes: ["orders"] }]);
    expect(server.inputs(coinApp, "rotateSecret")).toEqual([]);
  });

  test("whose secret could not be made is not shown, and why is said", async () => {
    server.answer(coinApp, "keys", () => [key("live")] as never);
    server.answer(coinApp, "rotateSecret", () => refusal({ status: 409, message: "The app is switched off." }));
    await show({ key: { state: "missing", note: "keyTest", values: { app: "Web" }, recordId } });
    await item("key").getByRole("button", { name: "Make live key" }).click();
    await expect.element(page.getByText("The app is switched off.", { exact: false })).toBeVisible();
    expect(page.getByRole("dialog").elements()).toEqual([]);
    expect(server.inputs(coinApp, "updateKey")).toEqual([]);
  });

  test("stays on screen though it could not be switched on: the secret is told only once", async () => {
    server.answer(coinApp, "keys", () => [key("live")] as never);
    server.answer(coinApp, "rotateSecret", () => ({ secret: "sk_live_once", previousUntil: null }));
    server.answer(coinApp, "updateKey", () =>
      refusal({ status: 422, message: "A live key sends payers to https only." }),
    );
    await show({ key: { state: "missing", note: "keyTest", values: { app: "Web" }, recordId } });
    await item("key").getByRole("button", { name: "Make live key" }).click();
    await expect.element(page.getByText("sk_live_once")).toBeVisible();
    await expect.element(page.getByText("A live key sends payers to https only.", { exact: false })).toBeVisible();
  });
});
