// Loaded before every test file of the console: a busy machine takes seconds over what takes a blink elsewhere.
import { configure } from "@testing-library/react";
import { beforeAll, vi } from "vitest";
import { page } from "vitest/browser";
import { switchLanguage } from "../src/platform/i18n/language.ts";
import { emptySession, session } from "../src/platform/session/session.ts";

configure({ asyncUtilTimeout: 10_000 });

// The files of a worker share one page: each finds it as the first did.
beforeAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  session.set(emptySession);
  switchLanguage("en");
  delete document.documentElement.dataset.timeZone;
  await page.viewport(414, 896);
});
