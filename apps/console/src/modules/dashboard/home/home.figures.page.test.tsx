import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { createQueryClient } from "../../../platform/api/query-client.ts";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { emptySession, session } from "../../../platform/session/session.ts";
import { HomePage } from "./home.page.tsx";

const now = "2026-11-21T10:00:00.000Z";

const reader = {
  id: 1,
  account: "lin",
  realName: "Lin Wen",
  phone: null,
  email: null,
  accountType: 777,
  avatar: "/brand-mark.svg",
  orgName: "Operations",
  posName: null,
  buttons: [],
  roleIds: [],
  watermarkText: "",
  isLocked: false,
  lockScreenSeconds: 300,
  isTrial: false,
  isOfMerchant: false,
  merchant: null,
  time: 0,
};

/** What amounts end with beside what they are, for long ones. */
let zeros = "";
/** What was asked of the figures. */
let asked: Record<string, unknown>[];

beforeAll(() => switchLanguage("en"));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ["Date"] });
  document.documentElement.dataset.timeZone = "UTC";
  asked = [];
  zeros = "";
  const layout = { preset: "single", zones: [["orderOverview", "salesChart"]] };
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const isFigures = String(url).includes("orderStats/figures");
    if (isFigures) asked.push(JSON.parse(String(init?.body)));
    const result = isFigures ? figures() : [{ key: "home:layout", value: layout }];
    return Response.json({ code: 200, type: "success", message: "", result, extras: null });
  });
  session.set({ ...emptySession, phase: "ready", user: reader, permissions: new Set(["coinOrder:page"]) });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function show(): void {
  const router = createMemoryRouter([{ path: "*", element: <HomePage /> }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** Figures of a period of three days, the middle one without an order, beside three days before. */
const figures = () => {
  const tally = {
    currency: "GBP",
    orders: 4,
    attempted: 4,
    paid: 3,
    amount: "40000",
    captured: "30000",
    refunded: "0",
  };
  const dayOf = (date: string) => `2026-11-${date}T00:00:00.000Z`;
  return {
    now: [{ ...tally, orders: 8, attempted: 8, paid: 6, captured: `60000${zeros}` }],
    before: [{ ...tally, captured: `50000${zeros}` }],
    starts: ["19", "20", "21"].map(dayOf),
    startsBefore: ["16", "17", "18"].map(dayOf),
    points: [
      { ...tally, start: dayOf("19") },
      { ...tally, start: dayOf("21") },
    ],
    pointsBefore: [{ ...tally, start: dayOf("16") }],
    until: now,
    countedUntil: now,
  };
};

describe("figures of the home page", () => {
  test("stand beside the period before, with the change and whether it is better", async () => {
    show();
    const volume = (await screen.findByText("Captured volume")).parentElement;
    expect(volume?.textContent).toContain("600.00GBP");
    expect(volume?.textContent).toContain("↑ 20.0 % betterwas 500.00 GBP");
    const shownDays = () => [...document.querySelectorAll(".chart text")].map(({ textContent }) => textContent);
    await waitFor(() => expect(shownDays()).toContain("Nov 20"), { timeout: 15_000 });
  });

  test("follow one period for the whole page", async () => {
    show();
    const choice = await screen.findByRole("combobox", { name: "Period of the whole page" });
    fireEvent.change(choice, { target: { value: "7" } });
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        before: "2026-11-08T00:00:00.000Z",
        from: "2026-11-15T00:00:00.000Z",
        to: "2026-11-22T00:00:00.000Z",
        step: "day",
      }),
    );
    fireEvent.change(choice, { target: { value: "1" } });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ from: "2026-11-21T00:00:00.000Z", step: "hour" }));
  });

  test.each([390, 1024])("are whole at a width of %i, with what they were before", async (width) => {
    await page.viewport(width, 800);
    zeros = "0000";
    show();
    await screen.findByText("Captured volume");
    const texts = [...document.querySelectorAll<HTMLElement>(".home-strip-change .ch-cut")];
    expect(texts.length).toBe(5);
    const hints = () => document.querySelectorAll<HTMLElement>(".home-card-head > .home-hint");
    await waitFor(() => expect(hints()).toHaveLength(1));
    texts.push(...hints());
    const cut = texts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    expect(cut.map(({ textContent }) => textContent)).toEqual([]);
  });
});
