import { catalogue } from "@countinghouse/contract/kit/locale.ts";
import { query } from "@countinghouse/contract/kit/operation.ts";
import { defineResource } from "@countinghouse/contract/kit/resource.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { actor, buildTestApp, type TestApp } from "../../../test/app.ts";
import { readOf } from "../db/tables.ts";
import { implement } from "./implement.ts";

const words = { title: "Probes", fields: { id: "Id" }, actions: { show: "s" }, refusals: {} };
const probe = defineResource({
  name: "probe",
  record: z.object({ id: z.number() }),
  operations: {
    show: query(z.object({ says: z.enum(["yes", "no"]) }), z.object({ seen: z.string() }), { recorded: true }),
  },
  messages: catalogue(words, words, words),
});

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({
    modules: () => [
      implement(probe, {
        show: async (ctx, { says }) => {
          if (says === "yes") ctx.recordChange(readOf({ table: "positions", id: 7, number: "P7", owner: "One" }));
          return { seen: "hidden otherwise" };
        },
      }),
    ],
  });
});
afterAll(() => app.close());

describe("a read that is recorded", () => {
  test("says which record it showed and whose that is, or shows nothing", async () => {
    const admin = app.as(actor());
    expect(await admin.call(probe, "show", { says: "yes" })).toEqual({ seen: "hidden otherwise" });
    expect(await admin.send(probe, "show", { says: "no" })).toMatchObject({ status: 500, result: null });
    const entries = await app.platform.db
      .selectFrom("auditEntries")
      .select("changes")
      .where("operation", "=", "probe.show")
      .execute();
    expect(entries).toMatchObject([
      { changes: [{ table: "positions", id: 7, after: { number: "P7", owner: "One" }, isRead: true }] },
    ]);
  });
});
