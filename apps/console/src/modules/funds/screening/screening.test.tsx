import { ScreeningEntry, screening } from "@countinghouse/contract/funds/screening/screening.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { ScreeningList } from "./screening.list.tsx";

const entry = (parts: object) =>
  recordOf(ScreeningEntry, {
    ...{ id: 1, kind: "individual", name: "Ivan Petrovich Sidorov", decision: "review", list: "OFAC-SDN", status: 1 },
    ...{ reference: "12345", version: 1, ...parts },
  });

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([screening]);
  server = startFakeServer();
  const rows = [entry({}), entry({ id: 2, kind: "country", name: "North Korea", country: "KP", decision: "refuse" })];
  server.answer(screening, "page", (input) => pageOfRows(rows, input) as never);
});
afterEach(() => {
  endPage();
  server.stop();
});

test("names and countries stand with their list, number and what becomes of a payout to them", async () => {
  await renderPage(<ScreeningList />);
  await expect
    .element(page.getByRole("row", { name: /Ivan Petrovich Sidorov.*Reviewed by people.*OFAC-SDN.*12345/ }))
    .toBeVisible();
  await expect.element(page.getByRole("row", { name: /North Korea.*Refused/ })).toBeVisible();
});
