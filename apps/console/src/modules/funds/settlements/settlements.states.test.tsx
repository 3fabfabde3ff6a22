import { SettlementDetail, settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { renderRecord } from "../../../../test/line-endings.tsx";
import { offered as offeredInHead } from "../../../../test/offered.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { SettlementsList } from "./settlements.list.tsx";
import { SettlementsPage } from "./settlements.page.tsx";

const id = `bat_${"0".repeat(26)}`;
const at = "2026-11-20T05:31:00.000Z";
const none = { close: false, confirm: false, settle: false, hold: false, releaseHold: false, void: false };

/** A batch of 366.74 USD, of which 40.05 USD are held in reserve. */
const buildBatch = (parts: object = {}): SettlementDetail =>
  recordOf(SettlementDetail, {
    id,
    batchNo: "BT20261120N2A7QK05DV",
    merchantId: `mer_${"0".repeat(26)}`,
    merchantName: "Nordlicht Outdoor",
    mode: "test",
    currency: "USD",
    date: "2026-11-20",
    status: "confirmed",
    amount: "36674",
    grossAmount: "40049",
    feeAmount: "1301",
    refundAmount: "2000",
    disputeAmount: "0",
    penaltyAmount: "0",
    taxAmount: "74",
    adjustmentAmount: "0",
    reserveAmount: "4005",
    frozenAmount: "4005",
    availableAmount: "0",
    withdrawnAmount: "0",
    lineCount: 8,
    version: 4,
    can: none,
    ...parts,
  });

let server: FakeServer;
let batch: SettlementDetail;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const note = (): string => (document.querySelector(".funds-note")?.textContent ?? "").replace(/\s/g, " ");
const figures = (): string => (document.querySelector(".funds-steps")?.textContent ?? "").replace(/\s/g, " ");
const show = () => renderRecord(SettlementsPage, id);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([settlements]);
  batch = buildBatch();
  server = startFakeServer();
  server.answer(settlements, "detail", () => batch);
  server.answer(settlements, "page", (input) => pageOfRows([batch], input) as never);
  server.answer(settlements, "lines", (input) => pageOfRows([], input));
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("where a settlement batch stands", () => {
  test.each([
    ["open", { closesAt: at }, "It is closed at 2026-11-20 13:31:00. Its sums change until then.", "info"],
    ["open", {}, "Lines fall due on 2026-11-20", "info"],
    ["closed", {}, "Closed. It is settled on 2026-11-20 once its bill is issued and it is confirmed.", "info"],
    ["confirmed", {}, "Confirmed. It is settled on 2026-11-20.", "info"],
    ["settled", {}, "Settled on 2026-11-20.", "success"],
    [
      "void",
      { voidCause: "below_minimum" },
      "Carried forward: it came to less than the least amount that is settled.",
      "info",
    ],
    ["void", { voidCause: null }, "Void. Its lines are settled with a later batch.", "info"],
    [
      "closed",
      { isOnHold: true, holdReason: "chargebacks" },
      "Closed. It is settled on 2026-11-20 once its bill is issued and it is confirmed.On hold: chargebacks. It is not settled until somebody releases it.",
      "warning",
    ],
  ])("%s with %j is said in a sentence", async (status, parts, told, tone) => {
    batch = buildBatch({ status, ...parts });
    await show();
    await expect.poll(note).toBe(told);
    expect(document.querySelector(".funds-note")?.className).toContain(`ch-tone-${tone}`);
  });

  test("tells a merchant's people that it is looked into, and never why", async () => {
    signInOfMerchant([settlements]);
    batch = buildBatch({ status: "closed", isOnHold: true, holdReason: null });
    await show();
    await expect.poll(note).toContain("This settlement is being looked into. We will be in touch.");
    expect(note()).not.toContain("On hold");
    expect(page.getByRole("link", { name: "Nordlicht Outdoor" }).elements()).toEqual([]);
  });

  test.each([
    ["USD", "326.69USD"],
    ["JPY", "32,669JPY"],
    ["KWD", "32.669KWD"],
  ])("is known by what arrives, the reserve taken off, in %s", async (currency, told) => {
    batch = buildBatch({ currency });
    await show();
    await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent(told);
  });

  test("leaves out the steps that took nothing, and tells a batch that takes from its merchant apart", async () => {
    await show();
    await expect
      .poll(figures)
      .toMatch(/400\.49USD.*−20\.00USD.*−13\.01USD.*−0\.74USD.*366\.74USD.*−40\.05USD.*326\.69USD/);
    expect(figures()).not.toContain("−0.00");
    expect(document.querySelectorAll(".funds-step")).toHaveLength(7);
    endPage();
    batch = buildBatch({
      amount: "-500",
      grossAmount: "0",
      refundAmount: "500",
      feeAmount: "0",
      taxAmount: "0",
      reserveAmount: "0",
    });
    await show();
    await expect.poll(figures).toContain("−5.00USD");
    expect(document.querySelectorAll(".funds-step")).toHaveLength(4);
  });

  test("of one that is settled, what of it is in reserve, withdrawn and left", async () => {
    batch = buildBatch({
      status: "settled",
      reserveReleaseDate: "2027-05-19",
      withdrawnAmount: "10000",
      availableAmount: "22669",
    });
    await show();
    const card = page.getByRole("heading", { name: "Where it stands" });
    await expect.element(card).toBeVisible();
    const said = (document.querySelector(".funds-sums")?.textContent ?? "").replace(/\s/g, " ");
    expect(said).toBe(
      "Batch net366.74USDIn reserve until 2027-05-19−40.05USDWithdrawn−100.00USDLeft to withdraw226.69USD",
    );
  });

  test("names which withdrawals took of it, and leads to each of its kind", async () => {
    const taken = (sourceType: string, sourceNo: string) => ({
      sourceType,
      sourceId: `${sourceNo}-id`,
      sourceNo,
      amount: "500",
      currency: "USD",
      time: at,
    });
    batch = buildBatch({ status: "settled", withdrawals: [taken("cashout", "CO1"), taken("payout_order", "PO1")] });
    await show();
    await expect
      .element(page.getByRole("link", { name: "CO1" }))
      .toHaveAttribute("href", "/finance/withdrawal?open=CO1-id");
    await expect
      .element(page.getByRole("link", { name: "PO1" }))
      .toHaveAttribute("href", "/finance/payout-order?open=PO1-id");
    expect(page.getByText(/^the latest/).elements()).toEqual([]);
  });

  test("keeps its history the latest first, with what was closed and by whom", async () => {
    batch = buildBatch({
      status: "settled",
      closedTime: "2026-11-19T05:31:00.000Z",
      closeUserName: "Ada",
      checksum: "0123456789abcdef",
      confirmedTime: "2026-11-19T06:31:00.000Z",
      settledTime: at,
    });
    await show();
    const events = () =>
      [...document.querySelectorAll(".ch-timeline-event")].map(({ textContent }) => textContent ?? "");
    await expect.poll(events).toHaveLength(3);
    expect(events()[0]).toContain("Settled");
    expect(events()[1]).toContain("Confirmed");
    expect(events()[2]).toContain("Closed, 8 linesAda · Checksum 0123456789ab");
  });
});

const deeds = [
  ["close", "Close now"],
  ["confirm", "Confirm"],
  ["settle", "Settle"],
  ["hold", "Put on hold"],
  ["releaseHold", "Release hold"],
  ["void", "Void"],
] as const;
const labels = deeds.map(([, label]) => label);
const offered = (): string[] =>
  page
    .getByRole("button")
    .elements()
    .map(({ textContent }) => textContent ?? "")
    .filter((text) => labels.some((label) => text.startsWith(label)));

describe("what is done with a settlement batch", () => {
  test.each(deeds)(
    "%s is offered where the server says that it can succeed, and nothing beside it",
    async (ability, label) => {
      batch = buildBatch({ can: { ...none, [ability]: true } });
      await show();
      await expect.poll(() => offered().length).toBe(1);
      expect(offered()[0]).toMatch(new RegExp(`^${label}`));
      endPage();
      signInFor([settlements], ["detail", "lines"]);
      await show();
      await expect.poll(note).not.toBe("");
      expect(offered()).toEqual([]);
    },
  );

  test.each([
    ["USD", "326.69 USD moves into the available balance of Nordlicht Outdoor."],
    ["JPY", "32,669 JPY moves into the available balance of Nordlicht Outdoor."],
  ])("settling says what becomes available in %s: not what stays in reserve", async (currency, told) => {
    batch = buildBatch({ currency, can: { ...none, settle: true } });
    server.answer(settlements, "settle", () => null as never);
    await show();
    await button("Settle").click();
    await expect.element(dialog).toMatchTextContent(told);
    await dialog.getByRole("button", { name: "Settle" }).click();
    await expect.poll(() => server.inputs(settlements, "settle")).toEqual([{ ids: [id] }]);
  });

  test("holding needs a reason, and a refusal leaves what was typed", async () => {
    batch = buildBatch({ can: { ...none, hold: true } });
    server.answer(settlements, "hold", () => refusal({ status: 409, message: "It is settled by now." }));
    await show();
    await button("Put on hold").click();
    await expect.element(dialog.getByRole("textbox")).toBeVisible();
    await dialog.getByRole("button", { name: "Put on hold" }).click();
    expect(server.inputs(settlements, "hold")).toEqual([]);
    await dialog.getByRole("textbox").fill("chargebacks");
    await dialog.getByRole("button", { name: "Put on hold" }).click();
    await expect
      .poll(() => server.inputs(settlements, "hold"))
      .toMatchObject([{ id, version: 4, reason: "chargebacks" }]);
    await expect.element(page.getByText("It is settled by now.", { exact: false }).first()).toBeVisible();
    await expect.element(dialog.getByRole("textbox")).toHaveValue("chargebacks");
  });

  test("closing collects what is due of its merchant's book and currency", async () => {
    batch = buildBatch({ status: "open", can: { ...none, close: true } });
    server.answer(settlements, "close", () => null as never);
    await show();
    await button("Close now").click();
    await expect.element(dialog).toMatchTextContent("Nordlicht Outdoor: everything due by now is collected");
    await dialog.getByRole("button", { name: "Close now" }).click();
    await expect
      .poll(() => server.inputs(settlements, "close"))
      .toMatchObject([{ merchantId: batch.merchantId, currency: "USD", mode: "test" }]);
  });

  test.each([
    ["confirmed", { isOnHold: false }, ["Settle", "Put on hold", "Void"]],
    ["confirmed", { isOnHold: true }, ["Release hold", "Void"]],
    ["closed", { isOnHold: false }, ["Confirm", "Put on hold", "Void"]],
    ["settled", { isOnHold: false }, []],
    ["void", { isOnHold: false }, []],
  ])("in the list, of one that is %s with %j is only what its state allows", async (status, parts, wanted) => {
    batch = buildBatch({ status, ...parts });
    await renderPage(<SettlementsList />, `/page?open=${id}`);
    const drawer = page.getByRole("complementary");
    await expect.element(drawer.getByRole("link", { name: "Open batch" })).toBeVisible();
    expect(await offeredInHead()).toEqual(wanted);
  });
});

describe("the lines of a settlement batch", () => {
  test("are narrowed to one kind, from the first page, and say that there are none", async () => {
    await show();
    await expect.element(page.getByText("All 0")).toBeVisible();
    await expect.element(page.getByText("No lines")).toBeVisible();
    await page.getByText("Refund", { exact: true }).first().click();
    await expect
      .poll(() => server.inputs(settlements, "lines").at(-1))
      .toMatchObject({ id, lineType: ["refund"], page: 1 });
  });

  test("are not asked for by those who may not see them", async () => {
    signInFor([settlements], ["detail"]);
    await show();
    await expect.poll(note).not.toBe("");
    expect(page.getByText("No lines").elements()).toEqual([]);
    expect(page.getByText("Balance in USD").elements()).toEqual([]);
  });
});
