import { MerDepositDetail, merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { emptySession, session } from "../../../platform/session/session.ts";
import { laterMonths, monthDays, monthOf, stepOf } from "./mer-deposit.calendar.policy.ts";
import { MerDepositList } from "./mer-deposit.list.tsx";

const id = `mdp_${"0".repeat(26)}`;
const merchantId = `mer_${"0".repeat(26)}`;
const today = dayOf(Date.now(), "UTC");
const next = monthOf(today, 1);
const nothing = Object.fromEntries(Object.keys(MerDepositDetail.shape).map((name) => [name, null]));

const hold = MerDepositDetail.parse({
  ...nothing,
  id,
  depositNo: "MD202611210QW4TD00AA",
  merchantId,
  merchantName: "Brightwater Games",
  mode: "live",
  currency: "USD",
  type: "rolling",
  source: "settlement_withheld",
  settlementBatchNo: "BT1",
  ratio: 100_000,
  amount: "61250",
  releasedAmount: "0",
  usedAmount: "0",
  remainAmount: "61250",
  holdDays: 180,
  holdDate: "2026-05-27",
  releaseDate: next,
  status: "held",
  createTime: "2026-05-27T10:00:00.000Z",
  version: 1,
  journalIds: [],
  moves: [],
  availableAmount: "-184215",
  abilities: { release: true, freeze: true, unfreeze: false, use: true, extend: true },
});

const figures = {
  currency: "USD",
  heldAmount: "9641240",
  holds: 12,
  merchants: 3,
  ledgerAmount: "9641240",
  frozenAmount: "84000",
  frozenHolds: 1,
  nextDate: next,
  nextAmount: "61250",
  nextHolds: 1,
  nextFrozenHolds: 1,
  releasedAmount: "1769470",
  releasedDays: 14,
  lastReleaseDate: today,
  fixedTarget: null,
  fixedHeldAmount: "0",
} as const;

const due = (day: string | null, amount: string) =>
  ({ day, currency: "USD", amount, frozenAmount: "0", holds: 1, releasedAmount: "0" }) as const;

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merDeposit]);
  server = startFakeServer();
  server.answer(merDeposit, "page", (input) => pageOfRows([hold], input));
  server.answer(merDeposit, "detail", () => hold);
  server.answer(merDeposit, "figures", () => [figures]);
  server.answer(merDeposit, "schedule", () => ({
    days: [due(next, "61250"), due(monthOf(today, 4), "200"), due(null, "300")],
    closed: [],
  }));
  server.answer(merDeposit, "moves", () => []);
  server.answer(merDeposit, "negatives", () => []);
  server.answer(merDeposit, "usePreview", ({ amount }) => ({
    currency: "USD" as const,
    lossAmount: "184215",
    usableAmount: "257250",
    amount: amount ?? "184215",
    availableBefore: "-184215",
    availableAfter: String(-184_215 + Number(amount ?? 184_215)),
    reserveBefore: "257250",
    reserveAfter: "73035",
    parts: [
      {
        id,
        depositNo: hold.depositNo,
        releaseDate: next,
        currency: "USD" as const,
        remainAmount: "61250",
        useAmount: "61250",
        leftAmount: "0",
      },
    ],
  }));
  server.answer(merDeposit, "use", () => ({ amount: "100000" }));
});
afterEach(() => {
  endPage();
  server.stop();
  session.set(emptySession);
});

test("the calendar says what goes back on which day, what later, and a day narrows the list", async () => {
  const { search } = await renderPage(<MerDepositList />);
  await expect.element(page.getByText("96,412.40 USD")).toBeVisible();
  await expect.element(page.getByText("12 holds · ties to the ledger")).toBeVisible();
  await expect.element(page.getByText("1 hold · 1 frozen stays")).toBeVisible();
  await expect.element(page.getByText("Without a date")).toBeVisible();
  const day = page.getByRole("button", { name: /^1\s*612\.50$/ });
  await userEvent.click(day);
  expect(search().get("releaseDate")).toBe(`${next}..${next}`);
  await expect.element(day).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(day);
  expect(search().get("releaseDate")).toBeNull();
});

test("a hold shows which holds would cover the loss, and using it shows both balances after", async () => {
  await renderPage(<MerDepositList />, `/page?open=${id}`);
  await expect.element(page.getByText(/The available balance is −1,842\.15 USD/)).toBeVisible();
  await userEvent.click(page.getByRole("complementary").getByRole("button", { name: "Use against a loss" }));
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByLabelText("Amount"), "1000");
  await expect.element(dialog.getByText("−842.15 USD")).toBeVisible();
  await userEvent.fill(dialog.getByRole("textbox", { name: "Reason" }), "Two lost disputes");
  await userEvent.click(dialog.getByRole("button", { name: "Use against a loss" }));
  await expect
    .poll(() => server.inputs(merDeposit, "use"))
    .toMatchObject([{ id, amount: "100000", reason: "Two lost disputes" }]);
});

test("months add up what is to come, strongest days stand out, and what is over shows what went back", () => {
  const given = [
    { ...due("2026-11-10", "0"), releasedAmount: "400" },
    due("2026-11-23", "900"),
    due("2026-11-24", "100"),
    due("2027-03-02", "50"),
    due("2027-03-09", "25"),
  ];
  const { days, total } = monthDays("2026-11-01", given, "2026-11-23");
  expect(total).toBe(1_000n);
  expect(days).toHaveLength(30);
  expect(days[9]).toMatchObject({ amount: 400n, isPast: true, weekday: 2 });
  expect([stepOf(900n, 900n), stepOf(400n, 900n), stepOf(100n, 900n), stepOf(0n, 900n)]).toEqual([3, 2, 1, 0]);
  expect(laterMonths(given, "2027-02-01")).toEqual([{ first: "2027-03-01", amount: 75n }]);
});
