import { sysApi } from "@countinghouse/contract/operations/api-document/api-document.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe("sysApi.read", () => {
  test("describes every operation without an envelope", async () => {
    const response = await app.server.inject({
      method: "GET",
      url: "/api/sysApi/read",
      headers: app.as(actor()).headers,
    });
    const document = response.json() as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(["/api/sysPos/add", "/api/sysAuth/login"]));
  });

  test("is refused to who does not hold it", async () => {
    const clerk = app.as(actor({ holdsAll: false }));
    expect(await clerk.send(sysApi, "read")).toMatchObject({ status: 403, bizCode: "platform.forbidden" });
  });

  test("is not there in production unless asked for", async () => {
    const environment = {
      NODE_ENV: "production",
      COUNTINGHOUSE_SECRET: "vJ4mQ2x9LwT7kRz0BnYc5HsE8dUa3PfG",
      COUNTINGHOUSE_PUBLIC_URL: "https://house.example",
    };
    const production = await buildTestApp({ environment });
    expect(await production.as(actor()).send(sysApi, "read")).toMatchObject({ status: 404, bizCode: "sysApi.off" });
    await production.close();
  });
});
