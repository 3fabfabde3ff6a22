import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { switchLanguage } from "../i18n/language.ts";
import { IconPicker } from "./icon-picker.tsx";

const facts = { id: "icon", isInvalid: false, describedBy: undefined };

beforeEach(() => switchLanguage("en"));
afterEach(cleanup);

const openPicker = (value: string | null, onChange = vi.fn()) => {
  render(<IconPicker facts={facts} value={value} onChange={onChange} />);
  fireEvent.click(screen.getByRole("button", { name: /Choose an icon/ }));
  return onChange;
};

describe("IconPicker", () => {
  test("finds icons by a part of their name and hands on the chosen one", () => {
    const onChange = openPicker(null);
    const all = screen.getAllByRole("radio").length;
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "user" } });
    expect(screen.getAllByRole("radio").length).toBeLessThan(all);
    fireEvent.click(screen.getByRole("radio", { name: "user-cog" }));
    expect(onChange).toHaveBeenCalledWith("user-cog");
  });

  test("says which icon is chosen and can be without one", () => {
    const onChange = openPicker("wallet");
    expect(screen.getByRole("radio", { name: "wallet" }).getAttribute("aria-checked")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "No icon" }));
    expect(onChange).toHaveBeenCalledWith(null);
  });

  test("is one stop for the Tab key and walked by arrows", () => {
    openPicker("wallet");
    const stops = screen.getAllByRole("radio").filter((radio) => radio.tabIndex === 0);
    expect(stops.map((radio) => radio.getAttribute("aria-label"))).toEqual(["wallet"]);
    stops[0]?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowRight" });
    expect(document.activeElement?.getAttribute("aria-label")).toBe("wallet-cards");
  });

  test("says so when nothing is called that", () => {
    openPicker(null);
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "zzz" } });
    expect(screen.getByText("No match")).toBeTruthy();
  });
});
