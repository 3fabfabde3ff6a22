import { locales } from "@countinghouse/contract/kit/locale.ts";
import {
  type MerchantAccountCfg,
  merchantAccountCfg,
} from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { MerchantAccountCfgApprove, MerchantAccountCfgDetail } from "./merchant-account-cfg.detail.tsx";
import { ReserveCell, ScheduleCell } from "./schedule.part.tsx";

const id = `mac_${"0".repeat(26)}`;
const merchantId = `mer_${"0".repeat(26)}`;

/** Settled in euros, two days after the capture, with a rolling reserve. */
const buildTerms = (parts: object = {}): MerchantAccountCfg =>
  ({
    ...recordOf(merchantAccountCfg.record),
    id,
    merchantId,
    merchantName: "Corner shop",
    settlementCurrency: "EUR",
    settlementDays: 2,
    settlementFrequency: "daily",
    settlementDay: null,
    calendars: [],
    reserveType: "rolling",
    reserveRatio: 55_000,
    reserveDays: 1,
    status: "active",
    validFrom: "2026-11-01T00:00:00.000Z",
    validTo: null,
    version: 2,
    ...parts,
  }) as MerchantAccountCfg;

let server: FakeServer;
let preview: object;
const text = () => (document.querySelector("[data-testid=cell]")?.textContent ?? "").replace(/\s/g, " ");
const show = (Cell: typeof ScheduleCell, parts: object) =>
  renderPage(
    <div data-testid="cell">
      <Cell row={buildTerms(parts)} />
    </div>,
  );

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merchantAccountCfg]);
  preview = {
    dates: [{ captureDay: "2026-11-21", before: "2026-11-24", beforeTotal: 3, after: "2026-11-27", afterTotal: 6 }],
    sample: "100000",
    reserveBefore: null,
    reserveAfter: "5500",
    reserveUntil: "2027-02-20",
    withdrawalBefore: "0",
    withdrawalAfter: "100",
  };
  server = startFakeServer();
  server.answer(merchantAccountCfg, "effective", () => []);
  server.answer(merchantAccountCfg, "history", () => []);
  server.answer(merchantAccountCfg, "preview", () => preview as never);
});

afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("terms as people say them", () => {
  test.each([
    [{}, "T+2 · Every day"],
    [{ settlementFrequency: "weekly", settlementDay: 1 }, "T+2 · Every week on Monday"],
    [{ settlementFrequency: "weekly", settlementDay: 7 }, "T+2 · Every week on Sunday"],
    [{ settlementFrequency: "monthly", settlementDay: 28 }, "T+2 · Every month on day 28"],
  ])("when money is settled: %j", async (parts, told) => {
    await show(ScheduleCell, parts);
    await expect.poll(text).toBe(told);
  });

  test.each(locales)("names every weekday in %s", async (locale) => {
    switchLanguage(locale);
    const days = new Set<string>();
    for (let day = 1; day <= 7; day++) {
      await show(ScheduleCell, { settlementFrequency: "weekly", settlementDay: day });
      await expect.poll(text).toContain("T+2");
      days.add(text());
      endPage();
    }
    expect(days.size).toBe(7);
    expect([...days].join()).not.toMatch(/\{|undefined/);
  });

  test.each([
    [{}, "Rolling reserve · 5.5 % · 1 day"],
    [{ reserveDays: 90 }, "Rolling reserve · 5.5 % · 90 days"],
    [{ reserveType: "none" }, /^[A-Z][^·]*$/],
    [{ reserveType: "fixed" }, /^[A-Z][^·]*$/],
  ])("what is held back: %j", async (parts, told) => {
    await show(ReserveCell, parts);
    if (typeof told === "string")
      await expect.poll(() => text().replace(/^Rolling( reserve)?/, "Rolling reserve")).toBe(told);
    else await expect.poll(text).toMatch(told);
  });
});

describe("terms that wait for a second person", () => {
  test("are compared with those in force, field by field that differs, and say what they mean", async () => {
    server.answer(merchantAccountCfg, "effective", () => [buildTerms({ settlementDays: 1 })]);
    await renderPage(<MerchantAccountCfgDetail row={buildTerms({ status: "pending" })} />);
    await expect.element(page.getByRole("row", { name: /^Settlement cycle/ })).toMatchTextContent(/12$/);
    expect(page.getByRole("row", { name: /^Settlement frequency/ }).elements()).toEqual([]);
    await expect
      .element(page.getByRole("row", { name: /^2026-11-21/ }))
      .toMatchTextContent("2026-11-212026-11-24 (+3)2026-11-27 (+6)");
    await expect
      .element(page.getByRole("row", { name: /^Reserve of/ }))
      .toMatchTextContent("Reserve of 1,000.00 EUR–55.00 EUR · until 2027-02-20");
    expect(server.inputs(merchantAccountCfg, "effective")[0]).toMatchObject({ merchantId, currency: "EUR" });
  });

  test("say of a first version that it is one, and nothing of a reserve that holds nothing back", async () => {
    preview = {
      ...preview,
      reserveAfter: "0",
      dates: [{ captureDay: "2026-11-21", before: null, beforeTotal: null, after: "2026-11-21", afterTotal: 0 }],
    };
    await renderPage(<MerchantAccountCfgDetail row={buildTerms({ status: "pending", settlementCurrency: "JPY" })} />);
    await expect.element(page.getByText("The first terms in this currency")).toBeVisible();
    await expect
      .element(page.getByRole("row", { name: /^2026-11-21/ }))
      .toMatchTextContent("2026-11-21–2026-11-21 (+0)");
    await expect
      .element(page.getByRole("row", { name: /^Reserve of/ }))
      .toMatchTextContent("Reserve of 100,000 JPY–0 JPY");
    expect(page.getByText(/until 2027/).elements()).toEqual([]);
  });

  test("are neither compared nor computed once they hold", async () => {
    await renderPage(<MerchantAccountCfgDetail row={buildTerms()} />);
    await expect.element(page.getByText("Versions")).toBeVisible();
    expect(server.inputs(merchantAccountCfg, "effective")).toEqual([]);
    expect(server.inputs(merchantAccountCfg, "preview")).toEqual([]);
  });

  test("list the versions of the same currency, with who asked and who agreed", async () => {
    server.answer(merchantAccountCfg, "history", () => [
      buildTerms({
        id: "mac_2",
        status: "active",
        createUserName: "Ada",
        approveUserName: "Grace",
        validTo: "2026-12-01T00:00:00.000Z",
      }),
      buildTerms({ id: "mac_1", settlementCurrency: "USD", createUserName: "Other" }),
    ]);
    await renderPage(<MerchantAccountCfgDetail row={buildTerms()} />);
    await expect.element(page.getByText("Ada → Grace · until 2026-12-01 08:00:00")).toBeVisible();
    expect(page.getByText("Other").elements()).toEqual([]);
  });

  test.each([
    ["2020-01-01T00:00:00.000Z", /^From the moment of approval these terms hold/],
    ["2999-01-01T00:00:00.000Z", /^From 2999-01-01 08:00:00 on these terms hold/],
  ])("are agreed to with what that means from %s on", async (validFrom, told) => {
    const onClose = vi.fn();
    server.answer(merchantAccountCfg, "approve", () =>
      refusal({ status: 403, message: "You asked for this change yourself." }),
    );
    await renderPage(
      <MerchantAccountCfgApprove record={buildTerms({ status: "pending", validFrom })} onClose={onClose} />,
    );
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText(told)).toBeVisible();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect.poll(() => server.inputs(merchantAccountCfg, "approve")).toEqual([{ id, version: 2 }]);
    await expect.element(page.getByText("You asked for this change yourself.", { exact: false })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});
