import type { CacheKey } from "@countinghouse/contract/operations/cache/cache.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { ask, bearer, buildPerson, type Pair, signIn, twoNodes, whoAmI } from "../../../../test/attack/visitor.ts";
import { createListener, type Listener } from "../../../platform/events/listener.ts";
import { nodeDeskOf } from "../server/index.ts";
import { noteNode } from "../server/node.store.ts";
import { nodeFacts } from "../server/node-figures.service.ts";
import { beginningIn, joinedKeys, parted } from "./cache.policy.ts";

describe("keys", () => {
  test("are parted at the first colon", () => {
    expect(parted("signInCounter:account:lin")).toEqual({ family: "signInCounter", rest: "account:lin" });
    expect(parted("session")).toEqual({ family: "session", rest: "" });
  });

  test("begin in a family where the beginning does not leave it", () => {
    expect(
      ["", "sess", "session:", "session:ab", "captcha:", "sessions"].map((at) => beginningIn("session", at)),
    ).toEqual(["", "", "", "ab", undefined, undefined]);
  });

  test("of several nodes are one, with the latest end", () => {
    const at = (node: string, expiresAt: string | null) => ({ key: "a:1", node, expiresAt, bytes: 1 });
    expect(joinedKeys([at("x", "2026-01-01"), at("y", "2026-01-02")])).toMatchObject([
      { key: "a:1", nodes: ["x", "y"], expiresAt: "2026-01-02" },
    ]);
    expect(joinedKeys([at("x", null), at("y", "2026-01-02")])[0]?.expiresAt).toBeNull();
  });
});

let node: TestApp;
let second: TestApp;
let listener: Listener;
let admin: Pair;

beforeAll(async () => {
  [node, second] = await twoNodes();
  listener = createListener({ url: node.database.appUrl, logger: { info: () => {}, warn: () => {} } });
  const desk = nodeDeskOf(second.platform);
  await noteNode(node.platform.db, { id: desk.id, name: "other", role: "all", facts: nodeFacts(second.platform) });
  desk.hear({
    onNotify: (channel, handler) =>
      listener.listen(channel, typeof handler === "function" ? { onMessage: handler } : handler),
  });
  await vi.waitFor(() => expect(listener.isConnected()).toBe(true), { timeout: 10_000 });
  admin = await signIn(node, await buildPerson(node, { accountType: AccountType.SuperAdmin }));
});
afterAll(async () => {
  await listener.close();
  await second.close();
  await node.close();
});

const read = (path: string, query: Record<string, string> = {}) =>
  ask(node, `sysCache/${path}`, { method: "GET", query, headers: bearer(admin) });
const change = (operation: string, body: object) =>
  ask(node, `sysCache/${operation}`, { body, headers: bearer(admin) });
const keysOf = async (prefix: string): Promise<CacheKey[]> => (await read("keyList", { prefix })).result.keys;

const remember = async (account: string) => {
  await node.platform.db
    .insertInto("signInCounters")
    .values({
      kind: "test",
      key: account,
      count: 4,
      windowStart: node.clock.now().toISOString(),
      lockedUntil: null,
      expiresAt: new Date(node.clock.now().getTime() + 60_000).toISOString(),
    })
    .execute();
};

/** A session is cached for a second and a half: it is looked up again until the list is read within that. */
const askedUntil = (look: () => Promise<unknown>, fits: (key: CacheKey) => boolean): Promise<CacheKey> =>
  vi.waitFor(
    async () => {
      await look();
      const found = (await keysOf("session:")).find(fits);
      if (!found) throw new Error("not remembered any more");
      return found;
    },
    { timeout: 20_000, interval: 10 },
  );

describe("sysCache.keyList and value", () => {
  test("show what each node holds in memory, and what all of them share", async () => {
    const pair = await signIn(second, await buildPerson(node));
    await remember("ann");
    await askedUntil(
      () => Promise.all([whoAmI(node, bearer(pair)), whoAmI(second, bearer(pair))]),
      ({ nodes }) => nodes.length === 2 && nodes.includes("other"),
    );
    const [counter] = await keysOf("signInCounter:test:an");
    expect(counter).toMatchObject({ key: "signInCounter:test:ann", isShared: true, nodes: [] });
    const { result } = await read(`value/${encodeURIComponent("signInCounter:test:ann")}`);
    expect(result.holders).toMatchObject([{ node: null, value: { count: 4 } }]);
    expect(result.holders[0].bytes).toBeGreaterThan(0);
    expect((await read("value/signInCounter:test:nobody")).status).toBe(404);
  });

  test("hold neither words of sessions, nor tokens, nor answers of pictures", async () => {
    await node.platform.db
      .insertInto("captchas")
      .values({
        id: "picture-id-1",
        answer: "answer-of-a-picture",
        network: "203.0.113.0",
        expiresAt: new Date(node.clock.now().getTime() + 60_000).toISOString(),
      })
      .execute();
    const { rows } = await sql<{ word: string }>`SELECT word FROM sessions`.execute(node.platform.db);
    const told = [(await read("keyList")).text];
    for (const { key } of (await read("keyList")).result.keys as CacheKey[])
      told.push((await read(`value/${encodeURIComponent(key)}`)).text);
    const secrets = ["answer-of-a-picture", "picture-id-1", admin.accessToken, ...rows.map(({ word }) => word)];
    expect(secrets.filter((secret) => told.join().includes(secret))).toEqual([]);
  });
});

describe("sysCache.delete, deleteByPreKey and clear", () => {
  test("make every node forget, and leave a line in the audit trail", async () => {
    const pair = await signIn(second, await buildPerson(node));
    const one = await askedUntil(
      () => whoAmI(second, bearer(pair)),
      ({ nodes }) => nodes.includes("other"),
    );
    const answer = await change("delete", { key: one.key });
    expect(answer).toMatchObject({ status: 200, result: { silent: [] } });
    expect(answer.result.count).toBeGreaterThan(0);
    expect((await keysOf(one.key)).filter(({ nodes }) => nodes.includes("other"))).toEqual([]);
    const audit = await node.platform.db
      .selectFrom("auditEntries")
      .select("changes")
      .where("operation", "=", "sysCache.delete")
      .execute();
    expect(JSON.stringify(audit)).toContain(one.key);
  });

  test("forget by a beginning what begins so, and nothing else", async () => {
    for (const account of ["bea", "bob", "cleo"]) await remember(account);
    expect((await change("deleteByPreKey", { prefix: "signInCounter:test:b" })).result.count).toBe(2);
    expect((await keysOf("signInCounter:test:c")).map(({ key }) => key)).toEqual(["signInCounter:test:cleo"]);
    expect(await change("deleteByPreKey", { prefix: " " })).toMatchObject({
      status: 400,
      bizCode: "sysCache.prefixMissing",
    });
    expect((await change("delete", { key: "signInCounter:test:b" })).status).toBe(404);
  });

  test("clear everything, and nobody is signed out by it", async () => {
    await remember("dora");
    expect((await change("clear", {})).status).toBe(200);
    expect(await keysOf("signInCounter:test:")).toEqual([]);
    expect((await whoAmI(node, bearer(admin))).status).toBe(200);
  });

  test("take a fresh factor, and the right to it", async () => {
    const clerk = await signIn(node, await buildPerson(node));
    expect((await ask(node, "sysCache/clear", { body: {}, headers: bearer(clerk) })).status).toBe(403);
    await sql`UPDATE sessions SET proven_at = proven_at - interval '1 hour'`.execute(node.platform.db);
    await vi.waitFor(
      async () => expect(await change("clear", {})).toMatchObject({ bizCode: "platform.stepUpRequired" }),
      { timeout: 5_000 },
    );
  });
});
