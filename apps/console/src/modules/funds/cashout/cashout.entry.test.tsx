import { type CashoutPreview, CashoutTerms, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { CashoutEntry } from "./cashout.entry.part.tsx";

const past = "2026-01-01T00:00:00.000Z";
const accountId = (no: number) => `poa_${String(no).repeat(26)}`;

const buildAccount = (no: number, parts: object = {}) =>
  recordOf(payoutAccount.record, {
    id: accountId(no),
    bankName: `Bank ${no}`,
    last4: `000${no}`,
    holderName: "Corner shop",
    currency: "USD",
    status: "enabled",
    verifyStatus: "verified",
    restsUntil: past,
    version: 1,
    ...parts,
  });

const buildTerms = (parts: object = {}): CashoutTerms =>
  recordOf(CashoutTerms, {
    currency: "USD",
    withdrawable: "100050",
    available: "110050",
    minRetained: "10000",
    min: "1000",
    step: "1",
    ...parts,
  });

/** What a withdrawal of 1,000.50 USD to an account in dollars comes to. */
const buildPreview = (parts: object = {}): CashoutPreview =>
  ({
    currency: "USD",
    amount: "100050",
    feeMode: "inside",
    feeAmount: "500",
    debitedAmount: "100050",
    sentAmount: "99550",
    targetCurrency: "USD",
    targetAmount: "99550",
    midAmount: "99550",
    fxMid: null,
    fxMarkup: null,
    fxRate: null,
    availableAfter: "10000",
    takesApproval: true,
    quoteId: null,
    expireTime: null,
    ...parts,
  }) as unknown as CashoutPreview;

let server: FakeServer;
let accounts: ReturnType<typeof buildAccount>[];
let terms: CashoutTerms;
let preview: CashoutPreview;
const onClose = vi.fn();
const dialog = page.getByRole("dialog");
const amount = dialog.getByLabelText("Amount");
const button = (name: string | RegExp) => dialog.getByRole("button", { name, exact: true });
const account = (no: number) => dialog.getByRole("radio", { name: new RegExp(`^Bank ${no}`) });
const ladder = (): string => (document.querySelector(".cashout-ladder")?.textContent ?? "").replace(/\s/g, " ");
const result = (): string => (document.querySelector(".cashout-result")?.textContent ?? "").replace(/\s/g, " ");
const balanceIn = (currency: string, availableAmount: string) =>
  recordOf(merchantBalance.record, { id: currency, currency, availableAmount });

let balances: ReturnType<typeof balanceIn>[];

async function show(record?: object): Promise<void> {
  await renderPage(<CashoutEntry record={record as never} onClose={onClose} />);
}

async function showAmount(typed: string): Promise<void> {
  await show();
  await amount.fill(typed);
  await expect.poll(() => server.inputs(cashout, "preview").length).toBeGreaterThan(0);
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInOfMerchant([cashout, merchantBalance, payoutAccount], "USD");
  onClose.mockClear();
  accounts = [buildAccount(1)];
  balances = [balanceIn("USD", "110050")];
  terms = buildTerms();
  preview = buildPreview();
  server = startFakeServer();
  server.answer(merchantBalance, "page", (input) => pageOfRows(balances, input) as never);
  server.answer(payoutAccount, "page", (input) => pageOfRows(accounts, input) as never);
  server.answer(cashout, "terms", () => terms);
  server.answer(cashout, "preview", () => preview);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("of which balance money is withdrawn", () => {
  test("the one that holds something is chosen first, and another reads its own terms", async () => {
    balances = [balanceIn("JPY", "0"), balanceIn("USD", "110050")];
    server.answer(cashout, "terms", ({ currency }) => buildTerms({ currency, min: "1000" }));
    await show();
    await expect.element(dialog.getByText("from 10.00 USD")).toBeVisible();
    await dialog.getByText("JPY", { exact: true }).click();
    await expect.element(dialog.getByText("from 1,000 JPY")).toBeVisible();
    expect(server.inputs(cashout, "terms").map(({ currency }) => currency)).toEqual(["USD", "JPY"]);
  });

  test("opened on a balance there is nothing to choose", async () => {
    balances = [balanceIn("JPY", "0"), balanceIn("USD", "110050")];
    server.answer(cashout, "terms", ({ currency }) => buildTerms({ currency }));
    await show({ currency: "JPY" });
    await expect.element(dialog.getByText("from 1,000 JPY")).toBeVisible();
    expect(dialog.getByText("USD", { exact: true }).elements()).toEqual([]);
  });

  test("none: that is said", async () => {
    balances = [];
    await show();
    await expect.element(dialog.getByText("There is no balance to withdraw from yet.")).toBeVisible();
  });

  test.each([
    ["withdrawalsSuspended", /^Withdrawals are not open to you now/],
    ["otherCurrencyNegative", /^Another currency is further below zero/],
    ["termsMissing", /^No terms are agreed for withdrawals in USD/],
  ])("%s is said in place of a form", async (blockedBy, told) => {
    terms = buildTerms({ blockedBy });
    await show();
    await expect.element(dialog.getByText(told)).toBeVisible();
    expect(amount.elements()).toEqual([]);
  });
});

describe("how much is withdrawn", () => {
  test.each([
    ["USD", { withdrawable: "100051", step: "1" }, "All 1,000.51", "1000.51", "Half 500.25", "500.25"],
    ["USD", { withdrawable: "100051", step: "100" }, "All 1,000.00", "1000.00", "Half 500.00", "500.00"],
    ["JPY", { withdrawable: "100051", step: "1000" }, "All 100,000", "100000", "Half 50,000", "50000"],
    ["KWD", { withdrawable: "1501", step: "0" }, "All 1.501", "1.501", "Half 0.750", "0.750"],
  ])("all and half of %s are whole steps: %j", async (currency, parts, all, allValue, half, halfValue) => {
    balances = [balanceIn(currency, "1")];
    terms = buildTerms({ currency, ...parts });
    await show();
    await button(all).click();
    await expect.element(amount).toHaveValue(allValue);
    await button(half).click();
    await expect.element(amount).toHaveValue(halfValue);
  });

  test("nothing is a click away where nothing may be withdrawn", async () => {
    terms = buildTerms({ withdrawable: "-500" });
    await show();
    await expect.element(amount).toBeVisible();
    expect(button(/^(All|Half) /).elements()).toEqual([]);
  });

  test("says every limit there is, and what has to stay", async () => {
    terms = buildTerms({ max: "500000", dailyLeft: "250000" });
    await show();
    await expect
      .element(dialog.getByText("from 10.00 USD · up to 5,000.00 USD · 2,500.00 USD left today"))
      .toBeVisible();
    await expect.element(dialog.getByText("you keep at least 100.00 USD")).toBeVisible();
  });
});

describe("to which account", () => {
  test("the default one of the currency comes first", async () => {
    accounts = [
      buildAccount(1),
      buildAccount(2, { isDefault: true, currency: "EUR" }),
      buildAccount(3, { isDefault: true }),
    ];
    await show();
    await expect.element(account(3)).toBeChecked();
  });

  test.each([
    ["rests", { restsUntil: "2999-01-01T00:00:00.000Z" }],
    ["is switched off", { status: "disabled" }],
    ["waits to be verified", { verifyStatus: "pending" }],
  ])("one that %s cannot be chosen, and is not chosen beforehand where another can be", async (_what, parts) => {
    accounts = [buildAccount(1, { ...parts, isDefault: true }), buildAccount(2)];
    await show();
    await expect.element(account(1)).toBeDisabled();
    await expect.element(account(2)).toBeChecked();
    await amount.fill("100");
    await expect.poll(() => server.inputs(cashout, "preview").at(-1)).toMatchObject({ payoutAccountId: accountId(2) });
  });

  test("none can be chosen: nothing is priced, and nothing can be applied for", async () => {
    accounts = [buildAccount(1, { restsUntil: "2999-01-01T00:00:00.000Z" })];
    await show();
    await amount.fill("100");
    await expect.element(dialog.getByText(/^A changed account rests for 24 hours/)).toBeVisible();
    await expect.element(dialog.getByText("from 2999-01-01 08:00:00")).toBeVisible();
    await expect.element(button("Apply for withdrawal")).toBeDisabled();
    expect(server.inputs(cashout, "preview")).toEqual([]);
  });

  test("there is none yet: the way to one is told", async () => {
    accounts = [];
    await show();
    await expect.element(dialog.getByText(/^There is no account yet/)).toBeVisible();
    await expect.element(dialog.getByRole("link", { name: "Add account" })).toBeVisible();
    await expect.element(button("Apply for withdrawal")).toBeDisabled();
  });
});

describe("what arrives", () => {
  test("is told step by step, the fee taken from it", async () => {
    await showAmount("1000.50");
    await expect.poll(ladder).toBe("You withdraw1,000.50USDFee, taken from it−5.00USDSent995.50USD");
    expect(result()).toBe("Bank 1 ·· 0001 receives995.50USD");
    await expect
      .element(
        dialog.getByText(/1,000\.50 USD leaves what is available at once; 100\.00 USD stays\. It waits for approval\./),
      )
      .toBeVisible();
  });

  test("is told with the fee on top", async () => {
    preview = buildPreview({
      feeMode: "on_top",
      debitedAmount: "100550",
      sentAmount: "100050",
      targetAmount: "100050",
      takesApproval: false,
    });
    await showAmount("1000.50");
    await expect
      .poll(ladder)
      .toBe("You withdraw1,000.50USDFee, on top5.00USDLeaves the balance1,005.50USDSent1,000.50USD");
    await expect.element(dialog.getByText(/Nobody has to approve it: it is paid at once\./)).toBeVisible();
  });

  test("is told in another currency with mid rate and markup, and warns of the rate", async () => {
    accounts = [buildAccount(1, { currency: "JPY" })];
    preview = buildPreview({
      targetCurrency: "JPY",
      midAmount: "150000",
      targetAmount: "149250",
      fxMid: "150.678",
      fxMarkup: 5_000,
      fxRate: "149.92",
    });
    await showAmount("1000.50");
    await expect.poll(ladder).toContain("Rate, 1 USD =mid 150.678 less 0.5 %149.92");
    expect(ladder()).toContain("At the mid rate150,000JPYOur markup in it−750JPY");
    expect(result()).toContain("149,250JPY");
    await expect.element(dialog.getByText(/you are asked again only where it is more than 1 % worse/)).toBeVisible();
  });

  test("that is refused is said, and cannot be applied for", async () => {
    server.answer(cashout, "preview", () =>
      refusal({ status: 422, message: "At most 1,000.50 USD may be withdrawn." }),
    );
    await showAmount("5000");
    await expect.element(dialog.getByText("At most 1,000.50 USD may be withdrawn.")).toBeVisible();
    await expect.element(button("Apply for withdrawal")).toBeDisabled();
  });
});

describe("a withdrawal that is applied for", () => {
  test("is sent in minor units with its account, and closes the form", async () => {
    server.answer(cashout, "add", () => ({ id: `cso_${"0".repeat(26)}` }) as never);
    await showAmount("1000.50");
    await button("Apply for withdrawal").click();
    await expect
      .poll(() => server.inputs(cashout, "add"))
      .toMatchObject([{ currency: "USD", amount: "100050", payoutAccountId: accountId(1) }]);
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  test("takes the rate that was held, and lets it go with another amount", async () => {
    accounts = [buildAccount(1, { currency: "EUR" })];
    preview = buildPreview({ targetCurrency: "EUR", fxMid: "0.9", fxMarkup: 5_000, fxRate: "0.8955" });
    const expireTime = new Date(Date.now() + 29 * 60_000).toISOString();
    server.answer(cashout, "quote", () => ({ ...preview, quoteId: "quo_1", expireTime }) as never);
    server.answer(cashout, "add", () => ({ id: `cso_${"0".repeat(26)}` }) as never);
    await showAmount("100");
    await button("Hold the rate").click();
    await expect.element(dialog.getByText(/^held 2[89]:\d\d/)).toBeVisible();
    await amount.fill("200");
    await expect.element(button("Hold the rate")).toBeVisible();
    await button("Hold the rate").click();
    await expect.element(dialog.getByText(/^held/)).toBeVisible();
    await button("Apply for withdrawal").click();
    await expect.poll(() => server.inputs(cashout, "add")).toMatchObject([{ amount: "20000", quoteId: "quo_1" }]);
    expect(server.inputs(cashout, "quote").map((one) => one.amount)).toEqual(["10000", "20000"]);
  });

  test("stays open with what was typed where it is refused", async () => {
    server.answer(cashout, "add", () => refusal({ status: 409, message: "The balance has changed." }));
    await showAmount("100");
    await button("Apply for withdrawal").click();
    await expect.element(page.getByText("The balance has changed.", { exact: false }).first()).toBeVisible();
    await expect.element(amount).toHaveValue("100");
    expect(onClose).not.toHaveBeenCalled();
  });
});
