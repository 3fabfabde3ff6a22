import { sysChangelog } from "@countinghouse/contract/dashboard/changelog/changelog.ts";
import { locales } from "@countinghouse/contract/kit/locale.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe("sysChangelog.list", () => {
  test("tells the latest changes of the running release, as many as asked for", async () => {
    const me = app.as(actor({ holdsAll: false, permissions: new Set(), userId: 2 }));
    expect(await me.call(sysChangelog, "list", { limit: 2 })).toHaveLength(2);
    expect(await me.send(sysChangelog, "list", { limit: 0 })).toMatchObject({ status: 400 });
  });

  test("tells the same changes in the reader's language", async () => {
    const inEach = await Promise.all(
      locales.map((locale) => app.as(actor()).call(sysChangelog, "list", { limit: 100 }, { locale })),
    );
    const [first = []] = inEach;
    const sizesOf = (entries: typeof first) => {
      const sections = [...new Set(entries.map(({ section }) => section))];
      return sections.map((name) => entries.filter(({ section }) => section === name).length);
    };
    expect(first.length).toBeGreaterThan(40);
    for (const entries of inEach) expect(sizesOf(entries)).toEqual(sizesOf(first));
    for (const [index, { text }] of first.entries())
      expect(new Set(inEach.map((entries) => entries[index]?.text)).size, text).toBe(locales.length);
  });
});
