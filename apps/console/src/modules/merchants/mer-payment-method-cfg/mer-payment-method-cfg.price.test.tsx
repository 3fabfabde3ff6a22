import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { PriceCell, ScopeCell } from "./fee-price.part.tsx";
import { MerPaymentMethodCfgApprove, MerPaymentMethodCfgDetail } from "./mer-payment-method-cfg.detail.tsx";
import { MerPaymentMethodCfgList } from "./mer-payment-method-cfg.list.tsx";

const id = `fee_${"0".repeat(26)}`;
const merchantId = `mer_${"0".repeat(26)}`;

/** 2.9 % and 0.30 EUR for every method of Corner shop. */
const buildRule = (parts: object = {}) =>
  ({
    ...recordOf(merPaymentMethodCfg.record),
    id,
    merchantId,
    merchantName: "Corner shop",
    method: null,
    methodCategory: null,
    gatewayAccountId: null,
    currency: "EUR",
    cardRegion: "any",
    percent: 29_000,
    fixed: "30",
    minFee: null,
    maxFee: null,
    tiers: [],
    status: "active",
    validFrom: "2026-11-01T00:00:00.000Z",
    version: 2,
    ...parts,
  }) as never;

let server: FakeServer;
let inForce: unknown[];
const cell = () => (document.querySelector("[data-testid=cell]")?.textContent ?? "").replace(/\s/g, " ");
const showCell = (Cell: typeof PriceCell, parts: object) =>
  renderPage(
    <div data-testid="cell">
      <Cell row={buildRule(parts)} />
    </div>,
  );

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merPaymentMethodCfg]);
  inForce = [];
  server = startFakeServer();
  server.answer(paymentMethod, "list", () => []);
  server.answer(merPaymentMethodCfg, "page", (input) => pageOfRows(inForce, input) as never);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("a price as a price list has it", () => {
  test.each([
    ["share and fixed part", {}, "2.9 % + 0.30 EUR"],
    ["a share alone", { fixed: "0" }, "2.9 %"],
    ["a fine share", { percent: 1, fixed: "0" }, "0.0001 %"],
    ["yen", { currency: "JPY" }, "2.9 % + 30 JPY"],
    ["dinars", { currency: "KWD" }, "2.9 % + 0.030 KWD"],
    ["limits", { fixed: "0", minFee: "50", maxFee: "100000" }, "2.9 %at least 0.50 EUR · at most 1,000.00 EUR"],
    [
      "tiers",
      {
        fixed: "0",
        tiers: [
          { from: "0", percent: 29_000 },
          { from: "10000000", percent: 24_000 },
        ],
      },
      "2.9 %from 0.00 EUR: 2.9 % · from 100,000.00 EUR: 2.4 %",
    ],
  ])("of %s", async (_what, parts, told) => {
    await showCell(PriceCell, parts);
    await expect.poll(cell).toBe(told);
  });

  test.each([
    ["everything", {}, "Every method · EURCorner shop"],
    ["any currency", { currency: null }, "Every method · Every currencyCorner shop"],
    ["the standard fees", { merchantId: null, merchantName: null }, "Every method · EURStandard fees"],
    ["domestic cards", { methodCategory: "card", cardRegion: "domestic" }, /^Cards? · Domestic.* · EUR/],
  ])("names what is priced: %s", async (_what, parts, told) => {
    await showCell(ScopeCell as typeof PriceCell, parts);
    if (typeof told === "string") await expect.poll(cell).toBe(told);
    else await expect.poll(cell).toMatch(told);
  });

  test("names no owner to whoever sees one merchant alone", async () => {
    signInOfMerchant([merPaymentMethodCfg]);
    await showCell(ScopeCell as typeof PriceCell, {});
    await expect.poll(cell).toBe("Every method · EUR");
  });
});

describe("a price that waits for a second person", () => {
  test("is compared with the rule in force of exactly the same scope", async () => {
    inForce = [
      buildRule({ id: "fee_other", cardRegion: "domestic", percent: 10_000 }),
      buildRule({ id: "fee_same", percent: 34_000, validFrom: "2026-10-01T00:00:00.000Z" }),
    ];
    await renderPage(<MerPaymentMethodCfgDetail row={buildRule({ status: "pending" })} />);
    await expect.element(page.getByText("Replaces the rule in force since 2026-10-01 08:00:00.")).toBeVisible();
    const row = page.getByRole("row", { name: /^Fee rate/ });
    await expect.element(row).toMatchTextContent(/3\.4 ?%.*2\.9 ?%/);
    expect(page.getByRole("row", { name: /^Fixed fee/ }).elements()).toEqual([]);
    expect(server.inputs(merPaymentMethodCfg, "page")[0]).toMatchObject({ status: ["active"], merchantId });
  });

  test("is the first of its kind where only other scopes have one", async () => {
    inForce = [buildRule({ currency: "USD" }), buildRule({ gatewayAccountId: `ga_${"1".repeat(26)}` })];
    await renderPage(<MerPaymentMethodCfgDetail row={buildRule({ status: "pending" })} />);
    await expect.element(page.getByText("The first price of its kind")).toBeVisible();
  });

  test("says that nothing changes where nothing does", async () => {
    inForce = [buildRule({ id: "fee_same" })];
    await renderPage(<MerPaymentMethodCfgDetail row={buildRule({ status: "pending" })} />);
    await expect.element(page.getByText("Nothing changes.")).toBeVisible();
  });

  test("of the standard fees is not compared with a merchant's", async () => {
    inForce = [buildRule({ percent: 34_000 })];
    await renderPage(
      <MerPaymentMethodCfgDetail row={buildRule({ status: "pending", merchantId: null, merchantName: null })} />,
    );
    await expect.element(page.getByText("The first price of its kind")).toBeVisible();
  });

  test.each([
    ["2020-01-01T00:00:00.000Z", /^Payments captured after the approval cost this much/],
    ["2999-01-01T00:00:00.000Z", /^Payments captured from 2999-01-01 08:00:00 on cost this much/],
  ])("is agreed to with what it means from %s on", async (validFrom, told) => {
    const onClose = vi.fn();
    server.answer(merPaymentMethodCfg, "approve", () => null);
    await renderPage(
      <MerPaymentMethodCfgApprove record={buildRule({ status: "pending", validFrom })} onClose={onClose} />,
    );
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText(told)).toBeVisible();
    await expect.element(dialog.getByText("Approve · Corner shop · Every method · EUR")).toBeVisible();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect.poll(() => server.inputs(merPaymentMethodCfg, "approve")).toEqual([{ id, version: 2 }]);
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  test("stays open where it is refused, and says why", async () => {
    const onClose = vi.fn();
    server.answer(merPaymentMethodCfg, "approve", () =>
      refusal({ status: 403, message: "You asked for this change yourself." }),
    );
    await renderPage(<MerPaymentMethodCfgApprove record={buildRule({ status: "pending" })} onClose={onClose} />);
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect.element(page.getByText("You asked for this change yourself.", { exact: false })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("the list of prices", () => {
  const buttons = async (parts: object): Promise<string[]> => {
    inForce = [buildRule(parts)];
    await renderPage(<MerPaymentMethodCfgList />);
    await expect.element(page.getByText("2.9 % + 0.30 EUR").first()).toBeVisible();
    const row = page.getByRole("row", { name: /Every method/ });
    const more = row.getByRole("button", { name: "More" });
    if (more.elements().length > 0) await more.click();
    return [...row.getByRole("button").elements(), ...page.getByRole("menuitem").elements()].map(
      ({ textContent }) => textContent ?? "",
    );
  };

  test.each([
    ["pending", true],
    ["active", false],
    ["rejected", false],
    ["ended", false],
  ])("of one that is %s, a decision is offered: %s", async (status, isOffered) => {
    const offered = await buttons({ status });
    expect(offered.includes("Approve")).toBe(isOffered);
    expect(offered.includes("Reject")).toBe(isOffered);
  });

  test("offers a merchant's people nothing that is the operator's to do", async () => {
    signInOfMerchant([merPaymentMethodCfg]);
    const offered = await buttons({ status: "pending", merchantName: "Corner shop" });
    expect(offered.filter((name) => /Approve|Reject|New rule/.test(name))).toEqual([]);
    expect(page.getByRole("button", { name: "New rule" }).elements()).toEqual([]);
    await expect.element(page.getByRole("button", { name: "Price an order" })).toBeVisible();
  });
});
