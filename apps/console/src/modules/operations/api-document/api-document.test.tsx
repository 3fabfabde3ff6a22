import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { shownTheme } from "../../../platform/theme/apply.ts";
import { ApiDocumentPage } from "./api-document.page.tsx";

beforeEach(() => switchLanguage("en"));
afterEach(() => {
  cleanup();
  shownTheme.set({ isDark: false, isStill: true, revision: 0 });
});

describe("the page of the documents", () => {
  test("is in the language of the console", async () => {
    render(<ApiDocumentPage />);
    expect(screen.getByTitle<HTMLIFrameElement>("API document").src).toMatch(/\/api\/docs\?lang=en$/);
  });

  test("is as light or dark as the console, also when that changes", async () => {
    shownTheme.set({ isDark: true, isStill: true, revision: 1 });
    render(<ApiDocumentPage />);
    const frame = screen.getByTitle<HTMLIFrameElement>("API document");
    const scheme = () => frame.contentDocument?.documentElement.style.colorScheme;
    await expect.poll(scheme).toBe("dark");
    shownTheme.set({ isDark: false, isStill: true, revision: 2 });
    await expect.poll(scheme).toBe("light");
  });
});
