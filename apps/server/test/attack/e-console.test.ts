import { operationOf, pathOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { buildOneOfEach, type OneOfEach } from "../one-of-each.ts";
import { buildTenant } from "../people.ts";

const all: readonly Resource[] = resources;

let node: TestApp;
let known: OneOfEach;
let administrator: TestClient;

beforeAll(async () => {
  node = await buildTestApp();
  known = await buildOneOfEach(node, await buildTenant(node));
  administrator = node.as(actor());
});
afterAll(() => node.close());

const payloads = [
  "';SELECT pg_sleep(600)--",
  "\u0000",
  "+275760-09-13T00:00:00.001Z",
  "\ud800",
  "\\'%_",
  "9".repeat(40),
  "x".repeat(10_000),
];
/** What is no text and no number, or too much of it. */
const shapes: readonly unknown[] = [{ $ne: 0 }, [["x"]], 2 ** 63];
/** Nothing of how we are made may stand in an answer. */
const inner = /syntax error|pg_|SELECT |node_modules|\/src\/|\bstack\b|Kysely|relation "/i;

type Case = readonly [code: string, resource: Resource, name: string, fields: readonly string[]];

const casesOf = (wanted: (resource: Resource, name: string) => boolean): readonly Case[] =>
  all.flatMap((resource) =>
    Object.keys(resource.operations).flatMap((name) => {
      const { input } = operationOf(resource, name);
      if (!(input instanceof z.ZodObject) || !wanted(resource, name)) return [];
      return [[permissionOf(resource.name, name), resource, name, Object.keys(input.shape)] as const];
    }),
  );

/** Signing in has limits of its own, and is tried with the accounts. */
const isApart = ({ name }: Resource) => name === "sysAuth";
const lists = casesOf((resource, name) => !isApart(resource) && operationOf(resource, name).list !== undefined);
const others = casesOf((resource, name) => !isApart(resource) && operationOf(resource, name).list === undefined);

/** Percent-encoding cannot carry half of a surrogate pair into an address. */
const textsFor = (resource: Resource, name: string) => {
  const isBody = operationOf(resource, name).method === "POST" && !pathOf(resource, name).includes(":");
  return isBody ? payloads : payloads.filter((text) => text.isWellFormed());
};

async function assertHarmless(resource: Resource, name: string, input: object, what: string) {
  const before = process.cpuUsage();
  const { status, body } = await administrator.send(resource, name, input);
  expect(status, `${what}: ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
  // What was sent may be quoted back, a host in small letters; what is left are our own words.
  const sent = Object.values(input).filter((value) => typeof value === "string" && value !== "");
  const ours = sent.reduce<string>(
    (words, value) => words.replaceAll(new RegExp(RegExp.escape(String(value)), "gi"), ""),
    body.message ?? "",
  );
  expect(ours, what).not.toMatch(inner);
  // By the processor, which a busy machine does not change; a database that sleeps runs into the test's own limit.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000, what).toBeLessThan(2_500);
  return status;
}

describe("text that means something elsewhere", () => {
  test("is tried in every list and in every other operation", () => {
    expect([lists.length, others.length].every((count) => count > 20)).toBe(true);
  });

  test.each(lists)("is text or nothing in every filter of %s", async (_code, resource, name, fields) => {
    for (const field of fields)
      for (const payload of textsFor(resource, name))
        await assertHarmless(resource, name, { [field]: payload }, `${field}=${payload.slice(0, 20)}`);
  });

  test.each(lists)("is refused as a value of another shape in %s", async (_code, resource, name, fields) => {
    for (const field of fields)
      for (const shape of shapes)
        await assertHarmless(resource, name, { [field]: shape }, `${field}=${JSON.stringify(shape)}`);
  });

  test.each(lists)("is no column and no direction to sort by in %s", async (_code, resource, name) => {
    for (const field of ["id;drop table x", "(select 1)", "constructor", "__proto__"])
      expect(await assertHarmless(resource, name, { field, order: "desc" }, field)).toBe(400);
    const order = "desc,(select pg_sleep(600))";
    expect(await assertHarmless(resource, name, { order }, order)).toBe(400);
  });

  test.each(others)("is text or nothing in every field of %s", async (_code, resource, name, fields) => {
    const record = known[resource.name];
    const base = { ...record?.input, ...(record ? { id: record.id } : {}) };
    for (const field of fields)
      for (const payload of [...textsFor(resource, name).slice(0, 3), ...shapes])
        await assertHarmless(resource, name, { ...base, [field]: payload }, `${field}=${String(payload).slice(0, 20)}`);
  });
});
