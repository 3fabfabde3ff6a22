import { openOperationList } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { filterInputName } from "@countinghouse/contract/kit/list.ts";
import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { jobTopic } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildModules } from "../../src/modules/index.ts";
import { permissionsOfMerchantRole } from "../../src/modules/system/role/index.ts";
import { isForActor } from "../../src/platform/events/event-audience.ts";
import { exportColumns } from "../../src/platform/export/export-columns.ts";
import { exportCells, exportRows } from "../../src/platform/export/export-query.ts";
import { exportSourcesOf } from "../../src/platform/export/exportable.ts";
import type { EventAudience } from "../../src/platform/http/context.ts";
import { buildTranslator } from "../../src/platform/http/translate.ts";
import { recordEvent } from "../../src/platform/outbox/outbox.ts";
import { actor, type TestApp, type TestClient } from "../app.ts";
import { buildMerchantSide, inputsOf, type MerchantSide, reads } from "../merchant-side.ts";
import { aimed } from "../one-of-each.ts";
import { buildUser } from "../people.ts";
import { testCard } from "../simulator.ts";

const all: readonly Resource[] = resources;
const may = new Set(permissionsOfMerchantRole("merchant_owner"));
const isPermitted = (resource: Resource, name: string): boolean =>
  resource.operations[name]?.access === "signedIn" || may.has(permissionOf(resource.name, name));

let side: MerchantSide;
let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  side = await buildMerchantSide();
  app = side.stage.app;
  owner = app.as(side.owner);
});
afterAll(() => side.stage.close());

/** What of the operator's stands in something, each with a little of what is around it. */
function foundIn(something: unknown): string[] {
  const text = JSON.stringify(something);
  return side.secrets.flatMap((secret) => {
    const at = text.indexOf(secret);
    return at < 0 ? [] : [text.slice(Math.max(0, at - 40), at + secret.length + 60)];
  });
}

describe("what is the operator's", () => {
  test("is found where an operator reads the same", async () => {
    const operator = app.as(actor({ ...side.stage.place }));
    const found: string[] = [];
    for (const read of reads.filter(({ resource, name }) => may.has(permissionOf(resource.name, name)))) {
      for (const input of await inputsOf(side, read)) {
        const { body } = await operator.send(read.resource, read.name, input);
        if (foundIn(body).length > 0) found.push(permissionOf(read.resource.name, read.name));
      }
    }
    expect([...new Set(found)].length).toBeGreaterThan(20);
  });
});

describe("a merchant's owner", () => {
  test.each(reads.map((read) => [permissionOf(read.resource.name, read.name), read] as const))(
    "reads nothing of the operator or of other merchants by %s",
    async (_code, read) => {
      // What a refund of an order that is not paid would cost is refused, in words that are nobody's secret.
      const isAsking = read.name === "preview" ? [200, 404, 409, 422] : [200, 404];
      const statuses = isPermitted(read.resource, read.name) ? isAsking : [403];
      for (const input of await inputsOf(side, read)) {
        const { status, body } = await owner.send(read.resource, read.name, input);
        expect(statuses, JSON.stringify(body)).toContain(status);
        expect(foundIn(body)).toEqual([]);
      }
    },
  );

  test("is answered by most of what may be read", async () => {
    const unanswered: string[] = [];
    for (const read of reads.filter(({ resource, name }) => isPermitted(resource, name))) {
      const inputs = await inputsOf(side, read);
      const answers = await Promise.all(inputs.map((input) => owner.send(read.resource, read.name, input)));
      if (!answers.some(({ status }) => status === 200)) unanswered.push(permissionOf(read.resource.name, read.name));
    }
    // Rows of a kind that the merchant has none of, and a withdrawal of more than it has.
    expect(unanswered.sort()).toEqual([
      "cashout:preview",
      "payoutOrder:preview",
      "reportSchedule:detail",
      "sysJobRun:detail",
      "sysJobRun:download",
      "sysSchedule:detail",
    ]);
  });

  const exported = all.filter((resource) => may.has(permissionOf(resource.name, "export")));

  test.each(exported.map((resource) => [resource.name, resource] as const))(
    "has nothing of them in an export of %s",
    async (name, resource) => {
      const source = exportSourcesOf(buildModules(app.platform)).get(name);
      if (!source) throw new Error(`nothing to read ${name} from`);
      const ctx = app.context(side.owner);
      const columns = exportColumns(resource, Object.keys(resource.record.shape), {
        locale: "en",
        timeZone: "UTC",
        translator: buildTranslator(resources),
        dictionaries: new Map(),
        seesPersonal: true,
        merchantIds: side.owner.scope.merchantIds,
        present: new Set(),
      });
      const rows = exportRows(ctx, source, {});
      expect(foundIn(await exportCells(ctx, rows, columns, "csv").execute())).toEqual([]);
    },
  );

  const askable = all.flatMap((resource) =>
    Object.entries(resource.operations.page?.list?.filters ?? {})
      .filter(([name]) => factsOf((resource.record.shape[name] ?? resource.record) as never).readers === "operator")
      .filter(() => may.has(permissionOf(resource.name, "page")))
      .map(([name, filter]) => ({ code: `${resource.name}.${name}`, resource, name, filter })),
  );

  test.each(askable.map((one) => [one.code, one] as const))(
    "cannot find out %s by a filter",
    async (_code, { resource, name, filter }) => {
      const value = [
        ["low"],
        ["allow"],
        ["no_terms"],
        [1, 2],
        ...["ga", "gw"].map((prefix) => `${prefix}_${"0".repeat(26)}`),
      ].find((one) => filter.input.safeParse(one).success);
      const asked = { [filterInputName(name, filter)]: value };
      const refusal = { status: 403, bizCode: "platform.operatorsField" };
      expect(await owner.send(resource, "page", asked)).toMatchObject(refusal);
      expect((await app.as(actor()).send(resource, "page", asked)).status).not.toBe(403);
    },
  );

  test("hears nothing of them by events", async () => {
    const own = { topic: jobTopic, payload: { state: "done" }, audience: { userIds: [side.owner.userId] } };
    await recordEvent(app.platform.db, own);
    const events = await app.platform.db.selectFrom("outboxEvents").selectAll().execute();
    const heard = events.filter(({ audience }) => isForActor(audience as EventAudience, side.owner));
    expect(heard.map(({ topic }) => topic)).toContain(jobTopic);
    expect(foundIn(heard.map(({ topic, payload }) => [topic, payload]))).toEqual([]);
  });

  test("reads the names of the merchant's own people, and of nobody else", async () => {
    const added = { merchantId: side.merchantId, name: "Shop of the test", defaultCurrency: "USD" } as const;
    const id = await owner.call(coinApp, "add", added as never);
    const doers = async () => {
      const { createUserName, updateUserName } = await owner.call(coinApp, "detail", { id });
      return { createUserName, updateUserName };
    };
    const own = side.owner.realName;
    expect(await doers()).toEqual({ createUserName: own, updateUserName: null });
    const userId = await buildUser(app, { ...side.stage.place, accountType: AccountType.SysAdmin });
    const operator = app.as(actor({ ...side.stage.place, userId, realName: "Olga Stern" }));
    await operator.call(coinApp, "setStatus", { id, status: "disabled" });
    expect(await doers()).toEqual({ createUserName: own, updateUserName: null });
    expect(await operator.call(coinApp, "detail", { id })).toMatchObject({ updateUserName: "Olga Stern" });
  });
});

describe("a merchant's server", () => {
  const questions = openOperationList.filter(([, { method }]) => method === "GET");
  /** What fills the slots of a path: the numbers and ids that its list answers, and for captures those of the orders. */
  const listed = async (path: string): Promise<string[]> => {
    const isCapture = path.startsWith("/v1/captures");
    if (path.startsWith("/v1/fx-quotes")) {
      const quotes = side.stage.app.platform.db.selectFrom("fxQuotes").where("merchantId", "=", side.merchantId);
      return (await quotes.select("id").execute()).map(({ id }) => id);
    }
    const { body } = await side.stage.shop.send("GET", isCapture ? "/v1/orders" : path.slice(0, path.indexOf("/:")));
    const rows = body.data as {
      refundNo?: string;
      withdrawalNo?: string;
      payoutOrderNo?: string;
      batchNo?: string;
      orderNo?: string;
      id?: string;
      captures?: { captureNo: string }[];
    }[];
    if (isCapture) return rows.flatMap(({ captures = [] }) => captures.map(({ captureNo }) => captureNo));
    return rows.map(
      ({ refundNo, withdrawalNo, payoutOrderNo, batchNo, orderNo, id }) =>
        refundNo ?? withdrawalNo ?? payoutOrderNo ?? batchNo ?? orderNo ?? id ?? "",
    );
  };

  test.each(questions.map(([name, operation]) => [name, operation] as const))(
    "is told nothing of the operator or of other merchants by %s",
    async (name, { path }) => {
      const names = path.includes("/:") ? await listed(path) : [""];
      expect(names.length).toBeGreaterThan(0);
      const needed: Readonly<Record<string, string>> = {
        listPaymentMethods: "currency=USD&amount=10000",
        listBeneficiaryRequirements: "country=US&method=bank_local",
      };
      const query = needed[name] ?? "";
      for (const one of names) {
        const { status, text } = await side.stage.shop.send("GET", path.replace(/:\w+/, one), { query });
        expect([status, foundIn(text)]).toEqual([200, []]);
      }
    },
  );

  test("is not told over which accounts a payment could not go", async () => {
    const { number } = testCard("001");
    const card = { number, expiryMonth: 12, expiryYear: 2030, cvc: "321", holderName: "Grace Holder" };
    const payer = { email: "ada@example.com" };
    // No account takes pounds.
    const order = { merchantOrderNo: "NO-ROUTE", amount: 10_000, currency: "GBP", payer, ip: "203.0.113.7" };
    const body = { ...order, paymentMethod: { code: "card", card } };
    const { body: answer, text } = await side.stage.shop.send("POST", "/v1/orders", { body });
    expect(answer.bizCode).toBe("no_route");
    expect(foundIn(text)).toEqual([]);
  });
});

describe("a merchant's owner who names what is not the merchant's", () => {
  const changing = aimed.filter(({ resource, name }) => resource.operations[name]?.kind === "command");
  /** Records of nobody's side, and the owner's own. */
  const targeted = changing.filter(
    ({ resource }) => !["sysAuth", "sysOnlineUser", "sysJobRun"].includes(resource.name),
  );

  test.each(targeted.map((one) => [permissionOf(one.resource.name, one.name), one] as const))(
    "changes nothing by %s",
    async (_code, { resource, name, field }) => {
      const target = side.foreign[resource.name];
      const stored = async () =>
        target &&
        (await sql`SELECT * FROM ${sql.table(target.row)} WHERE id = ${target.id}`.execute(app.platform.db)).rows;
      const before = await stored();
      const input = { status: 1, menuIdList: [], ...target?.input, [field]: target?.id ?? 1 };
      const { status, body } = await owner.send(resource, name, input);
      expect(isPermitted(resource, name) ? [403, 404] : [403], JSON.stringify(body)).toContain(status);
      expect(await stored()).toEqual(before);
    },
  );

  const forMerchant = all.flatMap((resource) =>
    Object.entries(resource.operations)
      .filter(([name, { kind }]) => kind === "command" && isPermitted(resource, name))
      .filter(([, { input }]) => input instanceof z.ZodObject && ("merchantId" in input.shape || "ids" in input.shape))
      .map(([name]) => ({ code: permissionOf(resource.name, name), resource, name })),
  );

  test.each(forMerchant.map((one) => [one.code, one] as const))(
    "makes and changes nothing of another merchant by %s",
    async (_code, { resource, name }) => {
      const { id, input, row } = side.foreign[resource.name] ?? { id: 1, row: "merchants" };
      const merchantId = String(side.foreign.merchant?.id);
      const stored = async () =>
        (
          await sql`SELECT * FROM ${sql.table(row)} AS r WHERE to_jsonb(r) ->> 'merchant_id' = ${merchantId}
            ORDER BY to_jsonb(r) ->> 'id'`.execute(app.platform.db)
        ).rows;
      const before = await stored();
      const about = { mode: "test", fileName: "a.csv", fileBytes: 9, reason: "r" };
      const { shape } = operationOf(resource, name).input as z.ZodObject;
      const named = Object.entries({ ...about, ...input, id, ids: [id], merchantId }).filter(([key]) => key in shape);
      const { status, body } = await owner.send(resource, name, Object.fromEntries(named));
      // Answered for the own merchant, where nothing of another one can be named.
      expect([200, 403, 404], JSON.stringify(body)).toContain(status);
      expect(await stored()).toEqual(before);
    },
  );
});
