import "../theme/base.css";
import "../tokens.css";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { FailureBar, FailureState } from "./failure-state.tsx";
import { Toaster, toast } from "./toast.tsx";

const shown = () => [...document.querySelectorAll(".ch-toast-text")].map(({ textContent }) => textContent);

beforeEach(() => {
  document.documentElement.lang = "en";
  toast.clear();
});
afterEach(() => {
  act(() => toast.clear());
  cleanup();
  vi.useRealTimers();
});

describe("a message", () => {
  test("is told at once where it is a failure, and in passing where it is none", async () => {
    render(<Toaster />);
    act(() => {
      toast.error("It failed.", "req_1");
      toast.success("Done.");
    });
    await expect.element(page.getByRole("alert")).toMatchTextContent("It failed.Request req_1");
    await expect.element(page.getByRole("status").filter({ hasText: "Done." })).toBeVisible();
  });

  test("goes by itself after four seconds, but for failures, which stay until they are closed", async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    act(() => {
      toast.info("Something.");
      toast.error("It failed.");
    });
    act(() => vi.advanceTimersByTime(3_900));
    expect(shown()).toEqual(["Something.", "It failed."]);
    act(() => vi.advanceTimersByTime(200));
    expect(shown()).toEqual(["It failed."]);
    act(() => vi.advanceTimersByTime(600_000));
    expect(shown()).toEqual(["It failed."]);
    vi.useRealTimers();
    await page.getByRole("button", { name: "Close" }).click();
    expect(shown()).toEqual([]);
  });

  test("said again is one message, at the end", () => {
    render(<Toaster />);
    act(() => {
      toast.error("It failed.");
      toast.error("Another.");
      toast.error("It failed.");
    });
    expect(shown()).toEqual(["Another.", "It failed."]);
  });

  test("makes room for a fourth: the oldest that goes by itself, else the oldest", () => {
    render(<Toaster />);
    act(() => {
      toast.error("one");
      toast.success("two");
      toast.error("three");
      toast.error("four");
    });
    expect(shown()).toEqual(["one", "three", "four"]);
    act(() => toast.error("five"));
    expect(shown()).toEqual(["three", "four", "five"]);
  });
});

describe("a failure", () => {
  test.each([
    ["in the place of content", FailureState],
    ["above content", FailureBar],
  ])("%s is told, quoted and tried again", async (_where, Failure) => {
    const retry = vi.fn();
    render(<Failure failure={{ message: "Down for a moment.", requestId: "req_7", retry }} />);
    await expect.element(page.getByRole("alert")).toMatchTextContent("Down for a moment.");
    await expect.element(page.getByRole("button", { name: "Request req_7" })).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    expect(retry).toHaveBeenCalledOnce();
  });

  test("offers nothing that it does not have", () => {
    render(<FailureState failure={{ message: "No." }} />);
    expect(page.getByRole("button").elements()).toEqual([]);
  });
});
