import { readFileSync } from "node:fs";
import { sysAbout } from "@countinghouse/contract/dashboard/about/about.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const read = (path: string) => readFileSync(new URL(`../../../../../../${path}`, import.meta.url), "utf8");

describe("sysAbout.detail", () => {
  test("tells everybody who is signed in what runs here", async () => {
    const me = app.as(actor({ holdsAll: false, permissions: new Set(), userId: 2 }));
    const about = await me.call(sysAbout, "detail", {});
    expect(about).toMatchObject({ version: JSON.parse(read("package.json")).version, node: process.versions.node });
    expect(about.database).toMatch(/^PostgreSQL \d+/);
    expect(await app.anonymous.send(sysAbout, "detail", {})).toMatchObject({ status: 401 });
  });

  test("names every package of the licence list under its licence", async () => {
    const { packages } = await app.as(actor()).call(sysAbout, "detail", {});
    const rows = read("docs/licences.md")
      .split("\n")
      .filter((line) => line.startsWith("| ") && / \d/.test(line));
    const listed = rows.flatMap((line) => {
      const [licence = "", names = ""] = line
        .split("|")
        .slice(1)
        .map((cell) => cell.trim());
      return names.split(", ").map((name) => `${name} ${licence}`);
    });
    const told = packages.map(({ name, version, licence }) => `${name} ${version} ${licence}`);
    expect(listed.length).toBeGreaterThan(300);
    expect([...told].sort()).toEqual([...listed].sort());
    expect(packages.find(({ name }) => name === "fastify")).toMatchObject({ isShipped: true });
    expect(packages.find(({ name }) => name === "vitest")).toMatchObject({ isShipped: false });
  });
});
