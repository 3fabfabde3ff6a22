import { nameMatchMin, payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { PayoutAccountList } from "./payout-account.list.tsx";

const id = `poa_${"0".repeat(26)}`;
const buildAccount = (parts: object = {}) =>
  recordOf(payoutAccount.record, {
    id,
    kind: "beneficiary",
    merchantName: "Corner shop",
    holderName: "Corner Shop Ltd",
    bankName: "Harbour Bank",
    last4: "0001",
    currency: "EUR",
    country: "DE",
    status: "enabled",
    verifyStatus: "pending",
    restsUntil: "2026-01-01T00:00:00.000Z",
    version: 3,
    ...parts,
  });

let server: FakeServer;
let account: ReturnType<typeof buildAccount>;
const dialog = page.getByRole("dialog");
const menuItem = (name: string) => page.getByRole("menuitem", { name, exact: true });

/** What a row offers, its first button and the rest of its menu. */
async function offered(): Promise<string[]> {
  await renderPage(<PayoutAccountList />);
  await expect.element(page.getByText("Harbour Bank").first()).toBeVisible();
  const row = page.getByRole("row", { name: /Harbour Bank/ });
  const first = row
    .getByRole("button")
    .elements()
    .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent ?? "");
  const more = row.getByRole("button", { name: "More" });
  if (more.elements().length > 0) await more.click();
  return [
    ...first,
    ...page
      .getByRole("menuitem")
      .elements()
      .map(({ textContent }) => textContent ?? ""),
  ];
}

/** Chooses one of what the row offers, in it or in its open menu. */
async function start(name: string): Promise<void> {
  const button = page.getByRole("row", { name: /Harbour Bank/ }).getByRole("button", { name, exact: true });
  await (button.elements().length > 0 ? button : menuItem(name)).click();
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([payoutAccount]);
  account = buildAccount();
  server = startFakeServer();
  server.answer(payoutAccount, "page", (input) => pageOfRows([account], input) as never);
  server.answer(payoutAccount, "detail", () => account as never);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("what is done with an account that money is sent to", () => {
  test.each([
    ["waits", {}, true],
    ["waits, changed by the reader", { isOwn: true }, false],
    ["waits, but is blocked", { status: "disabled" }, false],
    ["is verified", { verifyStatus: "verified" }, false],
  ])("one that %s is verified by the operator: %j", async (_what, parts, isOffered) => {
    account = buildAccount(parts);
    expect((await offered()).includes("Verify")).toBe(isOffered);
  });

  test.each([
    ["a merchant's by the operator", "beneficiary", false, false],
    ["ours by the operator", "funding", false, true],
    ["its own by a merchant", "beneficiary", true, true],
  ])("%s is changed only on its own side", async (_whose, kind, isOfMerchant, isOffered) => {
    if (isOfMerchant) signInOfMerchant([payoutAccount]);
    account = buildAccount({ kind, verifyStatus: "verified" });
    const actions = await offered();
    expect(actions.includes("Edit")).toBe(isOffered);
    expect(actions.includes("Make default")).toBe(isOffered);
  });

  test.each([
    ["is the default already", { verifyStatus: "verified", isDefault: true }],
    ["is not verified yet", { verifyStatus: "pending", isDefault: false }],
  ])("one that %s is not made the default", async (_what, parts) => {
    signInOfMerchant([payoutAccount]);
    account = buildAccount(parts);
    expect(await offered()).not.toContain("Make default");
  });

  test.each([
    [null, /^(?!.*differ)/, false],
    [nameMatchMin, /^(?!.*differ)/, false],
    [nameMatchMin - 1, /./, true],
  ])(
    "whoever verifies it is warned where the holder's name is another: a match of %s",
    async (nameMatch, _told, isWarned) => {
      account = buildAccount({ nameMatch });
      server.answer(payoutAccount, "verify", () => null as never);
      await offered();
      await start("Verify");
      await expect.element(dialog.getByRole("textbox")).toBeVisible();
      const note = document.querySelector(".payout-note");
      expect(note?.className.includes("ch-tone-warning")).toBe(isWarned);
      await dialog.getByRole("textbox").fill("Bank letter of 20 November");
      await dialog.getByRole("button", { name: "Verify" }).click();
      await expect
        .poll(() => server.inputs(payoutAccount, "verify"))
        .toMatchObject([{ id, version: 3, isVerified: true, evidence: "Bank letter of 20 November" }]);
    },
  );

  test("its whole number is asked for only when somebody wants to see it", async () => {
    server.answer(payoutAccount, "reveal", () => ({ number: "DE89370400440532013000" }) as never);
    await offered();
    expect(server.inputs(payoutAccount, "reveal")).toEqual([]);
    await start("Show the number");
    await expect.element(page.getByText("DE89370400440532013000")).toBeVisible();
    expect(server.inputs(payoutAccount, "reveal")).toEqual([{ id }]);
  });

  test("is edited without its number: it is entered anew or stays", async () => {
    signInOfMerchant([payoutAccount]);
    await offered();
    await start("Edit");
    await expect.element(dialog.getByLabelText(/^Account holder/)).toHaveValue("Corner Shop Ltd");
    await expect.element(dialog.getByLabelText(/^IBAN/)).toHaveValue("");
    expect(dialog.getByLabelText("Currency", { exact: true }).elements()).toEqual([]);
    expect(dialog.getByLabelText("Paid over gateway account").elements()).toEqual([]);
  });
});
