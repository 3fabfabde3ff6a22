import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { actor, buildTestApp, type TestApp } from "../app.ts";
import { buildOneOfEach, type OneOfEach } from "../one-of-each.ts";
import { buildTenant } from "../people.ts";

type Shape = Readonly<Record<string, z.ZodType>>;

/** Commands that change what is there, by the beginnings of their names. */
const changes = (resources as readonly Resource[]).flatMap((resource) =>
  Object.entries(resource.operations)
    .filter(([name, { kind }]) => kind === "command" && /^(update|save)|Update$/.test(name))
    .flatMap(([name, { input }]) => {
      const shape = (input as z.ZodObject).shape as Shape | undefined;
      return shape ? [{ resource, name, shape, code: permissionOf(resource.name, name) }] : [];
    }),
);
/** Records of the platform or of one person, of which a tenant has none, and one that is always sent whole. */
const others = [
  "sysMenu",
  "sysConfig",
  "sysDictType",
  "sysDictData",
  "paymentMethod",
  "sysSchedule",
  "reportSchedule",
  "routing",
];
const records = changes.filter(({ name, resource }) => name === "update" && !others.includes(resource.name));

/** The values of a field that has a closed set of them. */
const valuesOf = (schema: z.ZodType): readonly unknown[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return valuesOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodLiteral ? [...schema.values] : [];
};

/** Another value that a field may have, of the plain kinds; undefined for others. */
function otherThan(schema: z.ZodType, value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  const tries =
    typeof value === "number" ? [value + 1, value - 1] : value === null ? ["Kept", 3] : [`${String(value)}x`];
  const known = valuesOf(schema).filter((one) => one !== value);
  return [...known, ...tries].find((one) => schema.safeParse(one).success);
}

let app: TestApp;
let made: OneOfEach;
beforeAll(async () => {
  app = await buildTestApp();
  made = await buildOneOfEach(app, await buildTenant(app));
});
afterAll(() => app.close());

describe("a change", () => {
  test("is tried with every record that can be edited", () => {
    expect(records.length).toBeGreaterThan(15);
  });

  test.each(changes.map((one) => [one.code, one] as const))("by %s gives no field a default", (_code, { shape }) => {
    const defaults = Object.entries(shape).filter(([, schema]) => schema instanceof z.ZodDefault);
    expect(defaults.map(([name]) => name)).toEqual([]);
  });

  test.each(records.map((one) => [one.code, one] as const))(
    "by %s leaves what it does not name as it was",
    async (_code, { resource, shape }) => {
      const target = made[resource.name];
      if (!target) throw new Error(`no record of ${resource.name}`);
      const operator = app.as(actor());
      const columns = () =>
        sql<Record<string, unknown>>`SELECT * FROM ${sql.table(target.row)} WHERE id = ${target.id}`
          .execute(app.platform.db)
          .then(({ rows: [row] }) => row ?? {});
      const record = await columns();
      const named = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);
      const needed = Object.fromEntries(named.map((name) => [name, name === "id" ? target.id : record[name]]));
      let changed = 0;
      for (const [name, schema] of Object.entries(shape)) {
        if (named.includes(name) || name === "version" || !(name in record)) continue;
        const value = otherThan(schema, record[name]);
        if (value === undefined) continue;
        const answer = await operator.send(resource, "update", { ...needed, [name]: value });
        changed += Number(answer.status === 200);
      }
      const before = await columns();
      expect(await operator.send(resource, "update", needed)).toMatchObject({ status: 200 });
      const after = await columns();
      const still = ({
        version: _v,
        updateTime: _t,
        updateUserId: _u,
        updateUserName: _n,
        ...rest
      }: Record<string, unknown>) => rest;
      expect(still(after)).toEqual(still(before));
      expect(changed).toBeGreaterThan(0);
    },
  );
});
