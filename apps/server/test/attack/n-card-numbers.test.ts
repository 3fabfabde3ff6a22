import { createHmac } from "node:crypto";
import { openOperationList } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { operationOf, pathOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWorkers } from "../../src/modules/index.ts";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { cardNumbersIn, cardNumbersInDatabase } from "../card-scan.ts";
import { buildGateway } from "../gateways.ts";
import { type InputPlace, placesOf } from "../input-places.ts";
import { jobContext } from "../jobs.ts";
import { buildShop, type Shop } from "../open-shop.ts";
import { buildTenant, buildUser } from "../people.ts";

const all: readonly Resource[] = resources;
const lines: string[] = [];
let node: TestApp;
let shop: Shop;
let administrator: TestClient;

beforeAll(async () => {
  const environment = { COUNTINGHOUSE_API_RATE: "100000" };
  node = await buildTestApp({ environment, onLog: (line) => void lines.push(line) });
  shop = await buildShop(node);
  administrator = node.as(actor());
});
afterAll(() => node.close());

const fullWidth = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
/** Twenty card numbers as people and programs write them, of the schemes' own published test numbers. */
const planted = [
  "4111111111111111",
  "5555 5555 5555 4444",
  "3782-822463-10005",
  "6011.1111.1111.1117",
  fullWidth("3530111333300000"),
  "please charge 6200000000000005 today",
  "https://shop.example/back?card=4242%204242%204242%204242",
  `卡号${fullWidth("4000056655665556")}请扣款`,
  "4012888888881881",
  "4917610000000000003",
  "4000-0000-0000-0000-006",
  "5105105105105100",
  "2223_0031_2200_3222",
  "3714 496353 98431",
  "card 30569309025904",
  "3852·0000·0232·37",
  "6011000990139424",
  "3566002020360505",
  "6304000000000000000",
  "2200000000000053 12/30 123",
] as const;
/** The first few in every field; all twenty over the fields of an operation and its neighbours. */
const everywhere = planted.slice(0, 8);
/** How many were sent. */
let sent = 0;
/** One after the other, in turn. */
const next = (): string => planted[sent++ % planted.length] ?? "";

const inJson = (value: unknown): string => JSON.stringify(value) ?? "";

describe("a card number sent to the console", () => {
  const cases = all.flatMap((resource) =>
    Object.keys(resource.operations).map((name) => [permissionOf(resource.name, name), resource, name] as const),
  );

  async function send(resource: Resource, name: string, input: object) {
    const { method } = operationOf(resource, name);
    const named = input as Readonly<Record<string, unknown>>;
    const path = pathOf(resource, name).replace(/:(\w+)/g, (_slot, slot: string) =>
      encodeURIComponent(String(named[slot] ?? "x")),
    );
    const reply = await node.server.inject({
      method,
      url: path,
      headers: { ...administrator.headers, "accept-language": "en" },
      ...(method === "GET" ? { query: input as Record<string, string> } : { payload: input }),
    });
    return { status: reply.statusCode, extras: JSON.parse(reply.body).extras };
  }

  test.each(cases)("is refused in every field of %s, which is named", async (_code, resource, name) => {
    const { input, method } = operationOf(resource, name);
    for (const [turn, { path, holding }] of placesOf(input).entries())
      for (const text of path.includes(".") || turn > 2 ? [next()] : everywhere) {
        // A query has texts, not lists and objects.
        if (method === "GET" && path.includes(".")) continue;
        const { status, extras } = await send(resource, name, holding(text) as object);
        sent += 1;
        expect([status, extras?.bizCode], `${path}=${text}`).toEqual([400, "platform.cardNumberRefused"]);
        expect(extras.fields.map(({ field }: { field: string }) => field)).toEqual([path]);
      }
  });

  test("is refused as a name, as a number, in what nobody asked for and in a language that is understood", async () => {
    const [pos] = all.filter(({ name }) => name === "sysPos");
    if (!pos) throw new Error("there are no positions");
    for (const input of [{ "4111111111111111": "x" }, { code: 4111111111111111 }, { other: { deep: [planted[1]] } }])
      expect((await send(pos, "add", { name: "P", ...input })).status, inJson(input)).toBe(400);
    const words = { en: "There is a card number in Name", "zh-cn": "名称中含有银行卡号", "zh-tw": "名稱中含有卡號" };
    for (const [locale, sentence] of Object.entries(words)) {
      const options = { locale: locale as "en" };
      const { body } = await administrator.send(pos, "add", { name: planted[0] }, options);
      expect(body.message).toContain(sentence);
      expect(body.message).not.toContain("4111");
    }
  });

  test("is no account to sign in with, and leaves no trace in headers", async () => {
    const card = "4111111111111111";
    const login = await node.server.inject({
      method: "POST",
      url: "/api/sysAuth/login",
      payload: { account: card, password: "x" },
    });
    expect(login.statusCode).toBe(400);
    const key = await node.server.inject({
      method: "POST",
      url: "/api/sysPos/add",
      payload: { name: "Card-free" },
      headers: { ...administrator.headers, "idempotency-key": card },
    });
    expect([key.statusCode, key.json().extras.fields[0].field]).toEqual([400, "Idempotency-Key"]);
    for (const text of planted.map(encodeURI)) {
      const names = ["user-agent", "x-request-id", "referer", "accept-language", "cookie", "x-forwarded-for", "x-any"];
      const headers = Object.fromEntries(names.map((name) => [name, text]));
      const kept = await node.server.inject({
        method: "POST",
        url: "/api/sysPos/page",
        payload: {},
        headers: { ...headers, ...administrator.headers },
      });
      expect([kept.statusCode, kept.headers["x-request-id"] === text]).toEqual([200, false]);
      const lost = await node.server.inject({ url: `/api/${encodeURIComponent(text)}?q=${text}`, headers });
      expect([lost.statusCode, lost.body.includes(text)]).toEqual([404, false]);
      sent += 2 * names.length + 2;
    }
  });
});

describe("a card number sent to the open API", () => {
  const isForCards = ({ schema }: InputPlace) => factsOf(schema).kind === "cardNumber";

  test.each(openOperationList)("is refused in every field of %s, which is named", async (_name, operation) => {
    const { method, path, params, query, body } = operation;
    const at = (text: string) => path.replace(/:\w+/, encodeURIComponent(text));
    const ask = async (place: string, url: string, question: object) => {
      node.clock.forward(1_000);
      const { status, body: told } = await shop.live.send(method, url, question);
      expect([status, told.bizCode, told.param], inJson(question)).toEqual([400, "card_number_refused", place]);
    };
    const named = { "/:id": "whe_00000000000000000000000000", "/:batchNo": "BT20261121N0B0DY0000" };
    const order = at(Object.entries(named).find(([name]) => path.includes(name))?.[1] ?? "OR20261121N0B0DY0000");
    for (const text of everywhere)
      for (const { path: place } of placesOf(params)) await ask(place, at(text), method === "POST" ? { body: {} } : {});
    for (const { path: place } of placesOf(query))
      await ask(place, order, { query: `${place}=${encodeURIComponent(next())}` });
    for (const place of placesOf(body))
      if (!isForCards(place)) await ask(place.path, order, { body: place.holding(next()) });
  });

  test("is refused as a name of metadata, and in its nonce and key", async () => {
    const order = {
      merchantOrderNo: "A-1",
      amount: 10_000,
      currency: "USD",
      payer: { email: "ada@example.com" },
      ip: "203.0.113.7",
    };
    const named = await shop.live.send("POST", "/v1/orders", {
      body: { ...order, metadata: { 4111111111111111: "x" } },
    });
    expect([named.status, named.body.param]).toEqual([400, "metadata"]);
    const nonce = await shop.live.send("POST", "/v1/orders", { body: order, nonce: "4111111111111111" });
    expect([nonce.status, nonce.body.bizCode]).toEqual([401, "unauthorized"]);
    const key = await shop.live.send("POST", "/v1/orders", { body: order, key: "4111111111111111" });
    expect([key.status, key.body.param]).toEqual([400, "Idempotency-Key"]);
  });

  test("is taken in the one field that asks for it", async () => {
    const places = openOperationList.flatMap(([name, { body }]) =>
      placesOf(body)
        .filter(isForCards)
        .map(({ path }) => `${name} ${path}`),
    );
    expect(places).toEqual(["createOrder paymentMethod.card.number", "confirmOrder paymentMethod.card.number"]);
    const body = {
      paymentMethod: { code: "card", card: { number: "4008400010000004", expiryMonth: 12, expiryYear: 2030 } },
    };
    const { bizCode } = (await shop.live.send("POST", "/v1/orders/OR20261121N0B0DY0000/confirm", { body })).body;
    expect(bizCode).toBe("not_found");
  });
});

describe("an answer", () => {
  const number = "4111111111111111";
  const json = { "content-type": "application/json" };
  const ask = (method: "GET" | "POST", url: string, headers = {}, payload?: string) =>
    node.server.inject({
      method,
      url,
      headers: { ...administrator.headers, ...headers },
      ...(payload ? { payload } : {}),
    });

  test.each([
    ["GET", `/v1/${number}`],
    ["POST", `/v1/orders/${number}/x`],
    ["GET", `/v1/orders?${number}=1&${number}=2`],
    ["GET", `/api/${number}`],
    ["GET", `/upload/${number}`],
    ["GET", `/pay/${number}`],
    ["POST", "/api/sysPos/page", { "content-type": `text/${number}` }, "x"],
    ["POST", "/api/sysPos/page", json, `{"sort":[{"field":"${number}"}],"field":"${number}"}`],
    ["POST", `/hooks/gateway/${number}`, json, "{}"],
  ] as const)(
    "to %s %s repeats no card number",
    async (method: "GET" | "POST", url: string, headers?: Readonly<Record<string, string>>, payload?: string) => {
      const { statusCode, body } = await ask(method, url, headers, payload);
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(body).not.toContain(number);
      const { status, text } = url.startsWith("/v1/orders?")
        ? await shop.test.send("GET", "/v1/orders", { query: url.split("?")[1] ?? "" })
        : { status: statusCode, text: body };
      expect([status >= 400, text.includes(number)]).toEqual([true, false]);
    },
  );

  test.each(["/api/", "/v1/", "/pay/", "/upload/", "/hooks/gateway/"])(
    "below %s leaves no number of an address in the log, in escapes or not",
    async (below) => {
      const escaped = "4111%201111%201111%201111";
      for (const text of [escaped, "%34%31%31%31111111111111", number])
        await ask("GET", `${below}${text}`, { "user-agent": `M ${text}` });
      expect(lines.flatMap((line) => cardNumbersIn("log", line))).toEqual([]);
    },
  );

  test("to a path beyond every one of ours repeats none of it, and costs no look at it", async () => {
    const { statusCode, json } = await ask("GET", `/api/${"4-".repeat(7_000)}`);
    expect([statusCode, json().message.length < 100]).toEqual([404, true]);
  });
});

describe("a card number that a gateway tells", () => {
  test("is kept masked, whether the notification is proven or not", async () => {
    const secret = "whsec_sim_main_0001";
    const credentials = { apiKey: "sk_sim_main_0001", webhookSecret: secret };
    const { gatewayAccountId } = await buildGateway(node, { tenantId: shop.tenantId, credentials });
    const account = node.platform.db.selectFrom("gatewayAccounts").where("id", "=", gatewayAccountId);
    const { webhookToken } = await account.select("webhookToken").executeTakeFirstOrThrow();
    const body = inJson({ id: "evt_1", note: planted[1], number: 4111111111111111 });
    const seconds = Math.floor(node.clock.now().getTime() / 1000);
    const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    for (const [signature, status] of [
      [`t=${seconds},v1=${mac}`, 200],
      ["t=1,v1=00", 401],
    ] as const) {
      const headers = { "x-webhook-signature": signature, "x-note": planted[0] };
      const url = `/hooks/gateway/${webhookToken}`;
      expect((await node.server.inject({ method: "POST", url, headers, payload: body })).statusCode).toBe(status);
    }
    const rows = await node.platform.db
      .selectFrom("inboundNotifications")
      .selectAll()
      .where("gatewayAccountId", "=", gatewayAccountId)
      .execute();
    const hidden = { id: "evt_1", note: "555555******4444", number: "411111******1111" };
    expect(rows.map((row) => JSON.parse(row.body.toString()))).toEqual([hidden, hidden]);
  });
});

describe("after all that", () => {
  test("no card number lies in any table or file, and what was kept can be searched by this test", async ({
    annotate,
  }) => {
    expect(cardNumbersIn("x", { a: [planted[0], Buffer.from(planted[3] ?? "")] }).length).toBeGreaterThan(1);
    const found = await cardNumbersInDatabase(node.database.ownerUrl);
    await annotate(`${planted.length} card numbers, planted ${sent} times: ${found.length} kept`);
    expect(found).toEqual([]);
  });

  test("no card number stands in any export", async ({ annotate }) => {
    const place = await buildTenant(node);
    const userId = await buildUser(node, { ...place, accountType: AccountType.SuperAdmin });
    const { appUrl } = node.database;
    const workers = buildWorkers(node.platform, { appUrl, replicaUrl: appUrl });
    const exported = all.filter(({ operations }) => operations.export);
    let [files, bytes] = [0, 0];
    const failed: string[] = [];
    for (const resource of exported) {
      const person = node.as(actor({ ...place, userId, provenAt: node.clock.now() }));
      const input = { format: "csv", columns: Object.keys(resource.record.shape), filter: {} };
      const { jobId } = (await person.call(resource, "export", input)) as { jobId: string };
      const { queue, data } = node.jobs.at(-1) ?? {};
      await workers
        .find((worker) => worker.queue === queue)
        ?.run(jobContext(node), data)
        .catch((e: Error) => void failed.push(`${resource.name}: ${e.message}`));
      if (failed.at(-1)?.startsWith(resource.name)) continue;
      const file = await node.server.inject({
        url: `/api/sysJobRun/download?id=${jobId}`,
        headers: person.headers,
      });
      expect(file.statusCode, resource.name).toBe(200);
      expect(cardNumbersIn(resource.name, file.body)).toEqual([]);
      files += 1;
      bytes += file.rawPayload.length;
    }
    await annotate(`${files} exports, ${bytes} bytes: 0 card numbers`);
    expect(failed).toEqual([]);
    expect([files, bytes > 10_000]).toEqual([exported.length, true]);
  });

  test("no card number stands in the log", () => {
    expect(lines.length).toBeGreaterThan(1_000);
    expect(lines.flatMap((line) => cardNumbersIn("log", JSON.parse(line)))).toEqual([]);
  });
});
