import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { SettlementDetail, settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { SettlementsPage } from "./settlements.page.tsx";

const id = `bat_${"0".repeat(26)}`;
const at = "2026-11-20T05:31:00.000Z";
const nothing = Object.fromEntries(Object.keys(SettlementDetail.shape).map((name) => [name, null]));
const none = { close: false, confirm: false, settle: false, hold: false, releaseHold: false, void: false };
const zero = { disputeAmount: "0", penaltyAmount: "0", adjustmentAmount: "0", withdrawnAmount: "0" };

const buildBatch = (parts: object = {}): SettlementDetail =>
  SettlementDetail.parse({
    ...nothing,
    ...zero,
    id,
    batchNo: "BT20261120N2A7QK05DV",
    merchantId: `mer_${"0".repeat(26)}`,
    merchantName: "Nordlicht Outdoor",
    mode: "test",
    currency: "USD",
    date: "2026-11-20",
    status: "settled",
    isOnHold: false,
    amount: "36674",
    grossAmount: "40049",
    feeAmount: "1301",
    refundAmount: "2000",
    taxAmount: "74",
    reserveAmount: "4005",
    reserveRatio: 100_000,
    reserveReleaseDate: "2027-05-19",
    frozenAmount: "4005",
    availableAmount: "32669",
    lineCount: 8,
    withdrawals: [],
    closedTime: at,
    confirmedTime: at,
    settledTime: at,
    version: 4,
    isAutomatic: true,
    can: none,
    ...parts,
  });

const line = {
  id: `jrn_${"0".repeat(26)}`,
  merchantId: `mer_${"0".repeat(26)}`,
  merchantName: "Nordlicht Outdoor",
  mode: "test" as const,
  lineType: "capture" as const,
  event: "J01" as const,
  currency: "USD" as const,
  amount: "10000",
  taxAmount: "0",
  dueDate: "2026-11-20",
  state: "settled" as const,
  batchId: id,
  batchNo: "BT20261120N2A7QK05DV",
  isHeld: false,
  sourceId: "cap_1",
  orderId: `ord_${"0".repeat(26)}`,
  orderNo: "OR20261117N2A7QK05DV",
  bookedTime: at,
};

let server: FakeServer;
let batch: SettlementDetail;

beforeEach(async () => {
  await page.viewport(1440, 1000);
  signInFor([settlements]);
  server = startFakeServer();
  batch = buildBatch();
  server.answer(settlements, "detail", () => batch);
  server.answer(settlements, "lines", (input) => pageOfRows([line], input as never));
  server.answer(settlements, "position", () => ({
    currency: "USD" as const,
    pendingAmount: "0",
    openAmount: "0",
    batchedAmount: "0",
    heldAmount: "0",
    availableAmount: "32669",
    reserveAmount: "4005",
    frozenAmount: "0",
    inTransitAmount: "0",
    withdrawableAmount: "32669",
    next: null,
    last: null,
  }));
});
afterEach(() => {
  endPage();
  server.stop();
});

/** A text by its figures alone: amounts hold marks that nobody sees. */
const figuresIn = ({ textContent }: Element): string => (textContent ?? "").replace(/[^\d.]/g, "");

const show = () =>
  renderPage(
    <Routes>
      <Route path=":id" element={<SettlementsPage />} />
    </Routes>,
    `/page/${id}`,
  );

describe("a settlement batch", () => {
  test("leads with what arrived, and with how it came about", async () => {
    await show();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("326.69USD");
    await expect.element(page.getByText("Settled on 2026-11-20.")).toBeVisible();
    const steps = page.getByRole("term");
    await expect.element(steps.filter({ hasText: "Batch net" }).first()).toBeVisible();
    await expect.element(page.getByText("In reserve until 2027-05-19", { exact: false })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "OR20261117N2A7QK05DV" })).toBeVisible();
  });

  test("lets the merchant's own people apply for a withdrawal of its currency, and nobody else", async () => {
    signInOfMerchant([settlements, cashout]);
    await show();
    const link = page.getByRole("link", { name: "Apply for withdrawal" });
    await expect.element(link).toHaveAttribute("href", "/finance/withdrawal");
    endPage();
    signInFor([settlements, cashout]);
    await show();
    await expect.element(page.getByText("Settled on 2026-11-20.")).toBeVisible();
    expect(page.getByRole("link", { name: "Apply for withdrawal" }).elements()).toEqual([]);
  });

  test("tells which withdrawals took its money, with the way to them", async () => {
    const taking = { currency: "USD", time: "2026-11-21T09:00:00.000Z" } as const;
    const [one, other] = ["A", "B"].map((end) => `cso_${"0".repeat(25)}${end}`);
    batch = buildBatch({
      withdrawnAmount: "20000",
      availableAmount: "12669",
      withdrawals: [
        { sourceType: "cashout", sourceId: other, sourceNo: "CO20261122N2A7QK05DV", amount: "15000", ...taking },
        { sourceType: "cashout", sourceId: one, sourceNo: "CO20261121N2A7QK05DV", amount: "5000", ...taking },
      ],
    });
    await show();
    const takers = page.getByRole("list", { name: "Withdrawals that took of it" });
    await expect
      .element(takers.getByRole("link", { name: "CO20261121N2A7QK05DV" }))
      .toHaveAttribute("href", expect.stringContaining(`open=${one}`));
    expect(figuresIn(takers.element())).toContain("150.00");
  });

  test("that is held says so, and offers what the server lets its reader do", async () => {
    batch = buildBatch({
      status: "closed",
      settledTime: null,
      isOnHold: true,
      holdReason: "Unusual refunds",
      can: { ...none, releaseHold: true },
    });
    await show();
    await expect
      .element(page.getByText("On hold: Unusual refunds. It is not settled until somebody releases it."))
      .toBeVisible();
    await expect.element(page.getByRole("button", { name: "Release hold" })).toBeVisible();
    expect(page.getByRole("button", { name: "Settle" }).query()).toBeNull();
  });
});
