import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { isRefused } from "./config.batch.form.tsx";
import { SettingInput } from "./config.value.form.tsx";

const facts = { id: "value", isInvalid: false, describedBy: undefined };

beforeEach(() => switchLanguage("en"));
afterEach(cleanup);

const show = (code: string, value: string) => {
  const onChange = vi.fn();
  render(<SettingInput code={code} facts={facts} value={value} onChange={onChange} />);
  return onChange;
};

describe("SettingInput", () => {
  test("switches a yes-or-no setting and hands on its text", () => {
    const onChange = show("sys_single_login", "True");
    fireEvent.click(screen.getByRole("switch"));
    expect(onChange).toHaveBeenCalledWith("False");
  });

  test("takes whole numbers for a count", () => {
    const onChange = show("sys_max_sessions", "3");
    fireEvent.change(screen.getByRole("spinbutton"), { target: { value: "5" } });
    expect(onChange).toHaveBeenCalledWith("5");
  });

  test("offers the few values of a choice", () => {
    const onChange = show("sys_password_profile", "pci");
    fireEvent.click(screen.getByLabelText("nist"));
    expect(onChange).toHaveBeenCalledWith("nist");
  });

  test("takes any text for a setting of an integration", () => {
    const onChange = show("acme_token_url", "");
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "anything" } });
    expect(onChange).toHaveBeenCalledWith("anything");
  });
});

describe("isRefused", () => {
  test("knows the bounds of the product's own settings and lets others be", () => {
    expect([
      isRefused("sys_max_sessions", "0"),
      isRefused("sys_max_sessions", "3"),
      isRefused("acme_anything", "0"),
    ]).toEqual([true, false, false]);
  });
});
