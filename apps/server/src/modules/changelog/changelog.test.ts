import { sysChangelog } from "@countinghouse/contract/changelog/changelog.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../test/app.ts";

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
});
