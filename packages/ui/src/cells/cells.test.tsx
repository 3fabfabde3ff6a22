import { money } from "@countinghouse/money/money.ts";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import "../theme/base.css";
import "../tokens.css";
import { IdCell, middleCut } from "./id-cell.tsx";
import { MoneyCell } from "./money-cell.tsx";
import { StatusChip } from "./status-chip.tsx";
import { TimeCell } from "./time-cell.tsx";

beforeEach(() => {
  document.documentElement.lang = "en";
  document.documentElement.dataset.timeZone = "Asia/Shanghai";
});
afterEach(cleanup);

describe("MoneyCell", () => {
  test("lines decimals up across currencies", () => {
    const amounts = [money(128_640n, "USD"), money(128_400n, "JPY"), money(-31_050n, "EUR")];
    const { container } = render(
      <div style={{ display: "grid", justifyItems: "end" }}>
        {amounts.map((amount) => (
          <MoneyCell key={amount.currency} amount={amount} />
        ))}
      </div>,
    );
    const lefts = [...container.querySelectorAll(".ch-money-fraction")].map((slot) =>
      Math.round(slot.getBoundingClientRect().left),
    );
    expect(new Set(lefts).size).toBe(1);
    expect(container.textContent).toBe("1,286.40USD128,400JPY−310.50EUR");
  });
});

describe("MoneyCell of three decimals", () => {
  test("keeps its currency apart from its figure", () => {
    const { container } = render(<MoneyCell amount={money(480_000_000n, "KWD")} />);
    const fraction = container.querySelector(".ch-money-fraction") as HTMLElement;
    expect(fraction.scrollWidth).toBeLessThanOrEqual(fraction.clientWidth);
    expect(container.textContent).toBe("480,000.000KWD");
  });
});

describe("IdCell", () => {
  test("cuts the middle of a long id, and copies all of it", async () => {
    const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    render(<IdCell value="OR202611217K3M9QX2TD" />);
    await page.getByRole("button", { name: "OR…7K3M9QX2TD" }).click();
    expect(written).toHaveBeenCalledWith("OR202611217K3M9QX2TD");
    await expect.element(page.getByRole("status")).toHaveTextContent("Copied");
    expect(middleCut("card_mastercard")).toBe("card_mastercard");
    expect(middleCut("ord_01M7W478WYAQ9TKXTWNJ41ZQT8")).toBe("ord_01…ZQT8");
  });
});

describe("TimeCell", () => {
  test("shows an instant in the chosen zone and follows a change of it", async () => {
    render(<TimeCell value="2026-11-21T16:30:00.000Z" />);
    await expect.element(page.getByText("2026-11-22 00:30:00")).toBeVisible();
    document.documentElement.dataset.timeZone = "America/New_York";
    await expect.element(page.getByText("2026-11-21 11:30:00")).toBeVisible();
  });
});

describe("StatusChip", () => {
  test("says a state in words and by the shape of its dot, not by colour alone", () => {
    const { container } = render(<StatusChip text="Cancelled" tone="neutral" shape="hollow" />);
    expect(container.textContent).toBe("Cancelled");
    expect(container.querySelector(".ch-dot-hollow")).not.toBeNull();
  });
});
