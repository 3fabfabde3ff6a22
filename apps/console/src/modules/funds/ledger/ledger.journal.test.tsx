import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { JournalLegs } from "./ledger.journal.detail.tsx";

const legs = [
  ["debit", "plat:clearing:gac_01M7ZTMFBBTS6G4WDYQJ7CXYKS", "2000"],
  ["credit", "mer:mer_01KCF6KBRVMYMDC0DQ6A18MFWC:pending", "7500"],
].map(([direction, accountCode, balanceAfter], line) => ({
  ...{ line, direction, accountCode, balanceAfter },
  ...{ amount: "2000", currency: "USD" },
})) as unknown as Parameters<typeof JournalLegs>[0]["legs"];

beforeEach(() => switchLanguage("en"));
afterEach(cleanup);

describe("the postings of a journal", () => {
  test("stand in a table with a column for each side where there is room", async () => {
    await page.viewport(1440, 900);
    render(<JournalLegs legs={legs} />);
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Account",
      "Debit",
      "Credit",
      "Balance after",
    ]);
  });

  test("stand one below the other on a phone, each with its side and its figures named", async () => {
    await page.viewport(390, 844);
    render(<JournalLegs legs={legs} />);
    expect(screen.queryByRole("table")).toBeNull();
    const read = screen
      .getAllByRole("listitem")
      .map((leg) => [...leg.querySelectorAll("dt, dd")].map(({ textContent }) => textContent?.replace(/\s+/g, " ")));
    expect(read).toEqual([
      ["Debit", "20.00USD", "Balance after", "20.00USD"],
      ["Credit", "20.00USD", "Balance after", "75.00USD"],
    ]);
  });
});
