import { locales } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { pathOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { actor } from "../../../test/app.ts";
import type { Actor } from "../access/actor.ts";
import { systemClock } from "../clock/clock.ts";
import { createMetrics } from "./metrics.ts";
import { buildApiDocument } from "./openapi.ts";
import { registerApiDocuments } from "./register-openapi.ts";
import { buildServer } from "./server.ts";
import { buildTranslator } from "./translate.ts";

const translator = buildTranslator(resources);
const all: readonly Resource[] = resources;
const documentIn = (locale: (typeof locales)[number]) =>
  buildApiDocument({ resources, translator, locale, version: "1" });

let app: FastifyInstance;

afterEach(() => app?.close());

async function start(who: Actor | undefined, isEnabled = true): Promise<void> {
  const authenticate = async () => {
    if (!who) throw refuse("platform.unauthenticated", {}, { status: 401 });
    return who;
  };
  app = await buildServer({
    spine: { clock: systemClock, translator } as never,
    routes: [],
    authenticate,
    metrics: createMetrics(),
    logger: pino({ level: "silent" }),
    trustProxy: false,
    isProduction: false,
  });
  registerApiDocuments(app, { resources, translator, authenticate, clock: systemClock, version: "1", isEnabled });
}

describe("buildApiDocument", () => {
  test.each(locales)("describes every operation in %s, with its permission, answer and refusals", (locale) => {
    const document = documentIn(locale);
    for (const resource of all) {
      for (const [name, operation] of Object.entries(resource.operations)) {
        const path = pathOf(resource, name).replace(/:(\w+)/g, "{$1}");
        const described = document.paths[path]?.[operation.method.toLowerCase()];
        expect(described, path).toMatchObject({ operationId: `${resource.name}.${name}`, tags: [resource.name] });
        expect(described?.["x-permission"]).toBe(
          operation.access === "permission" ? permissionOf(resource.name, name) : undefined,
        );
        const codes = Object.values(described?.responses ?? {}).flatMap(({ "x-refusals": listed = [] }) =>
          listed.map(({ code }) => code),
        );
        const maySend = operation.secondPerson ? ["202", "428"] : [];
        expect(Object.keys(described?.responses ?? {}), path).toEqual(expect.arrayContaining(maySend));
        for (const code of operation.refusals) expect(codes).toContain(`${resource.name}.${code}`);
      }
    }
  });

  test("points only to what it holds", () => {
    const document = documentIn("en");
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name ?? "",
    );
    expect(refs.length).toBeGreaterThan(0);
    expect(JSON.stringify(document).match(/"\$ref":"(?!#\/components\/)/)).toBeNull();
    expect(JSON.stringify(document).includes("$defs")).toBe(false);
    for (const name of refs) expect(Object.keys(document.components.schemas ?? {})).toContain(name);
  });

  test("labels fields and says what the values of an enumeration mean", () => {
    const text = JSON.stringify(documentIn("zh-tw").components.schemas?.sysPos);
    expect(text).toContain('"title":"名稱"');
    expect(text).toContain("1 = Enable, 2 = Disable");
    expect(JSON.parse(text).properties).toMatchObject({
      id: { type: "integer", title: "編號" },
      remark: { title: "備註" },
    });
  });

  test("puts the input of a read into parameters", () => {
    const parameters = documentIn("en").paths["/api/sysPos/detail"]?.get?.parameters;
    expect(parameters).toMatchObject([{ name: "id", in: "query", required: true }]);
    expect(documentIn("en").paths["/api/sysDictData/dataList/{code}"]?.get?.parameters).toMatchObject([
      { name: "code", in: "path", required: true },
    ]);
  });
});

describe("GET /api/openapi.json", () => {
  test("answers holders of the permission", async () => {
    await start(actor({ holdsAll: false, permissions: new Set(["sysApi:read"]) }));
    const answer = await app.inject({ url: "/api/openapi.json", headers: { "accept-language": "en" } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      openapi: "3.1.0",
      paths: { "/api/sysPos/add": { post: { summary: "Positions: Add" } } },
    });
  });

  test("refuses everybody else", async () => {
    await start(actor({ holdsAll: false, permissions: new Set(["sysPos:page"]) }));
    expect((await app.inject("/api/openapi.json")).statusCode).toBe(403);
    expect((await app.inject("/api/docs/content")).statusCode).toBe(403);
    await app.close();
    await start(undefined);
    expect((await app.inject("/api/openapi.json")).statusCode).toBe(401);
    await app.close();
    await start(actor({ isLocked: true }));
    expect((await app.inject("/api/openapi.json")).statusCode).toBe(423);
  });

  test("does not exist where it is switched off", async () => {
    await start(actor(), false);
    for (const url of ["/api/openapi.json", "/api/docs", "/api/docs/content"])
      expect((await app.inject(url)).statusCode).toBe(404);
  });
});

describe("GET /api/docs", () => {
  test("is a page that loads from its own server alone and runs no script within it", async () => {
    await start(undefined);
    const page = await app.inject({ url: "/api/docs", headers: { "accept-language": "en" } });
    const script = await app.inject("/api/docs/page.js");
    const style = await app.inject("/api/docs/page.css");
    expect([page.statusCode, script.statusCode, style.statusCode]).toEqual([200, 200, 200]);
    for (const { body } of [page, script, style]) expect(body).not.toMatch(/https?:\/\//);
    expect(page.body).not.toMatch(/<script(?! src="\/)/);
    expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
  });

  test("speaks the language that its address names, else the browser's", async () => {
    await start(undefined);
    const languageOf = async (url: string) =>
      /<html lang="([^"]+)"/.exec((await app.inject({ url, headers: { "accept-language": "en" } })).body)?.[1];
    expect(await languageOf("/api/docs?lang=zh-tw")).toBe("zh-tw");
    expect(await languageOf("/api/docs?lang=zz")).toBe("en");
    expect(await languageOf("/api/docs?lang=en&lang=zh-tw")).toBe("en");
  });

  test("shows every operation as text", async () => {
    await start(actor());
    const { body } = await app.inject({ url: "/api/docs/content", headers: { "accept-language": "zh-cn" } });
    expect(body.match(/<details /g)?.length).toBe(all.flatMap(({ operations }) => Object.keys(operations)).length);
    expect(body).toContain("职位管理");
    expect(body).not.toContain("<script");
  });
});
