import { act, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { shownTheme } from "./apply.ts";
import { useAntdTheme } from "./use-theme.ts";

const asFound = shownTheme.get();
afterEach(() => shownTheme.set(asFound));

describe("the theme of the component kit", () => {
  test("moves nothing where the system asks for reduced motion, and follows a change of mind", () => {
    expect(matchMedia("(prefers-reduced-motion: reduce)").matches).toBe(true);
    const { result } = renderHook(useAntdTheme);
    expect(result.current.token?.motion).toBe(false);
    act(() => shownTheme.set({ ...asFound, isStill: false }));
    expect(result.current.token?.motion).toBe(true);
  });
});
