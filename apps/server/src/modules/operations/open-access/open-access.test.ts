import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { accessSamples } from "@countinghouse/contract/operations/open-access/access-samples.ts";
import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import { sysOpenAccessCall } from "@countinghouse/contract/operations/open-access/open-access-call.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildTenant, unique } from "../../../../test/people.ts";
import { accessSignatureOf, bodyHashOf } from "./access-signature.service.ts";
import { oldCalls } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const admin = () => app.as(actor({ provenAt: app.clock.now() }));

interface Key {
  readonly id: number;
  readonly accessKey: string;
  readonly accessSecret: string;
}

let tenantId: number;
let userId: number;
let key: Key;

const rights = ["page", "add"].map((name) => `sysPos:${name}`);

beforeEach(async () => {
  const place = await buildTenant(app);
  tenantId = place.tenantId;
  userId = (await buildOperator(app, { ...place, permissions: rights })).userId;
  key = await admin().call(sysOpenAccess, "add", { name: "Warehouse", bindUserId: userId });
});

let nonces = 0;
const newNonce = () => {
  nonces += 1;
  return `nonce-${String(nonces).padStart(12, "0")}`;
};
const seconds = (off = 0) => String(Math.floor(app.clock.now().getTime() / 1000) + off);

interface Sent {
  readonly method?: "GET" | "POST";
  readonly url?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly by?: Key;
  /** Body to sign in place of the one sent. */
  readonly signedBody?: string;
  readonly signedQuery?: string;
}

/** Sends a request as a program does, signed with the key by default. */
async function send({ method = "GET", url = "/api/sysPos/list", body = "", by = key, ...sent }: Sent = {}) {
  const [path = "", query = ""] = url.split("?");
  const timestamp = sent.headers?.timestamp ?? seconds();
  const nonce = sent.headers?.nonce ?? newNonce();
  const parts = { method, path, query: sent.signedQuery ?? query, accessKey: by.accessKey, timestamp, nonce };
  const sign = accessSignatureOf(by.accessSecret, { ...parts, bodyHash: bodyHashOf(sent.signedBody ?? body) });
  const headers = Object.entries({ accessKey: by.accessKey, timestamp, nonce, sign, ...sent.headers });
  const answer = await app.server.inject({
    method,
    url,
    headers: {
      ...(body ? { "content-type": "application/json" } : {}),
      ...Object.fromEntries(headers.filter(([, value]) => value !== undefined)),
    },
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, told: answer.json(), headers: answer.headers, nonce };
}

const codeOf = async (sent: Sent) => (await send(sent)).told.extras?.bizCode;

describe("sysOpenAccess.add", () => {
  test("tells the secret once, and keeps it sealed", async () => {
    expect(key.accessSecret).toMatch(/^[\w-]{43}$/);
    const detail = await admin().call(sysOpenAccess, "detail", { id: key.id });
    expect(detail).toMatchObject({
      accessKey: key.accessKey,
      bindUserId: userId,
      bindTenantId: tenantId,
      perSecond: 10,
    });
    expect(JSON.stringify(detail)).not.toContain(key.accessSecret);
    const stored = await app.platform.db
      .selectFrom("openAccesses")
      .select("secretSealed")
      .where("id", "=", key.id)
      .executeTakeFirstOrThrow();
    expect(stored.secretSealed).not.toContain(key.accessSecret);
    const audit = await app.platform.db.selectFrom("auditEntries").selectAll().execute();
    expect(audit.length).toBeGreaterThan(0);
    expect(JSON.stringify(audit)).not.toContain(key.accessSecret);
  });

  test("refuses a user out of reach, and one who may do more than whoever makes the key", async () => {
    const place = await buildTenant(app);
    const permissions = ["sysOpenAccess:add", "sysPos:page"];
    const maker = app.as({ ...(await buildOperator(app, { ...place, permissions })), provenAt: app.clock.now() });
    const input = { name: "Mine", bindUserId: userId };
    expect(await maker.send(sysOpenAccess, "add", input)).toMatchObject({ bizCode: "sysOpenAccess.userUnknown" });
    const more = await buildOperator(app, { ...place, permissions: ["sysPos:page", "sysPos:delete"] });
    expect(await maker.send(sysOpenAccess, "add", { ...input, bindUserId: more.userId })).toMatchObject({
      status: 403,
      bizCode: "sysOpenAccess.userOutranks",
    });
    const less = await buildOperator(app, { ...place, permissions: ["sysPos:page"] });
    expect(await maker.send(sysOpenAccess, "add", { ...input, bindUserId: less.userId })).toMatchObject({
      status: 200,
    });
  });
});

const aForm = { "content-type": "application/x-www-form-urlencoded" };

describe("a signed call", () => {
  test("acts as the bound user, with that user's rights in that user's tenant", async () => {
    const name = unique("Till ");
    const made = await send({ method: "POST", url: "/api/sysPos/add", body: JSON.stringify({ name }) });
    expect(made).toMatchObject({ status: 200 });
    const listed = await send({ url: `/api/sysPos/list?name=${encodeURIComponent(name)}` });
    expect(listed.told.result).toMatchObject([{ id: made.told.result, name }]);
    expect(await admin().call(sysPos, "detail", { id: made.told.result })).toMatchObject({ name });
    expect(await send({ method: "POST", url: "/api/sysPos/delete", body: JSON.stringify({ id: 1 }) })).toMatchObject({
      status: 403,
    });
  });

  test.each([
    [{ headers: { accessKey: "" } }, "keyEmpty"],
    [{ headers: { timestamp: "" } }, "timestampEmpty"],
    [{ headers: { nonce: "short" } }, "nonceEmpty"],
    [{ headers: { nonce: "" } }, "nonceEmpty"],
    [{ headers: { sign: "" } }, "signEmpty"],
    [{ headers: { timestamp: "12:00" } }, "timestampMalformed"],
    [{ headers: { accessKey: "ak_nobody" } }, "keyUnknown"],
    [{ headers: { sign: "AAAA" } }, "signWrong"],
    [{ url: "/api/sysPos/list?name=a", signedQuery: "name=b" }, "signWrong"],
    [{ method: "POST", url: "/api/sysPos/page", body: '{"page":1}', signedBody: '{"page":2}' }, "signWrong"],
    [{ method: "POST", url: "/api/sysPos/page", body: "page=1", signedBody: "", headers: aForm }, "signWrong"],
  ] as const)("is refused with the reason %j", async (sent, name) => {
    const { status, told } = await send(sent as Sent);
    expect([status, told.extras?.bizCode]).toEqual([401, `sysOpenAccess.${name}`]);
  });

  test("is refused five minutes off, and taken just inside", async () => {
    expect(await codeOf({ headers: { timestamp: seconds(-301) } })).toBe("sysOpenAccess.timestampOutside");
    expect(await codeOf({ headers: { timestamp: seconds(301) } })).toBe("sysOpenAccess.timestampOutside");
    expect((await send({ headers: { timestamp: seconds(-299) } })).status).toBe(200);
  });

  test("is answered once: the same nonce again is refused, on every node and at the same moment", async () => {
    const nonce = newNonce();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ headers: { nonce } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const other = await buildTestApp({ database: app.database, clock: app.clock });
    try {
      const first = app;
      app = other;
      expect(await codeOf({ headers: { nonce } })).toBe("sysOpenAccess.repeated");
      app = first;
    } finally {
      await other.server.close();
    }
  });

  test("spends no nonce where the signature is wrong", async () => {
    const nonce = newNonce();
    expect(await codeOf({ headers: { nonce, sign: "AAAA" } })).toBe("sysOpenAccess.signWrong");
    expect((await send({ headers: { nonce } })).status).toBe(200);
  });

  test("is refused beyond the key's pace, with the time to wait", async () => {
    await admin().call(sysOpenAccess, "update", { id: key.id, name: "Slow", bindUserId: userId, perSecond: 1 });
    expect((await send()).status).toBe(200);
    const { status, headers } = await send();
    expect([status, headers["retry-after"]]).toEqual([429, "1"]);
    app.clock.forward(1_000);
    expect((await send()).status).toBe(200);
  });

  test("is refused from another address than those allowed", async () => {
    const change = { id: key.id, name: "Bound", bindUserId: userId };
    await admin().call(sysOpenAccess, "update", { ...change, allowedIps: ["198.51.100.0/24"] });
    expect(await codeOf({})).toBe("sysOpenAccess.addressRefused");
    await admin().call(sysOpenAccess, "update", { ...change, allowedIps: ["127.0.0.0/8"] });
    expect((await send()).status).toBe(200);
  });

  test("is refused once the key is off, over, renewed or gone, or its user disabled", async () => {
    const change = { id: key.id, name: "Ends", bindUserId: userId };
    await admin().call(sysOpenAccess, "update", { ...change, status: 2 });
    expect(await codeOf({})).toBe("sysOpenAccess.keyUnknown");
    await admin().call(sysOpenAccess, "update", { ...change, status: 1, expireTime: app.clock.now().toISOString() });
    expect(await codeOf({})).toBe("sysOpenAccess.keyUnknown");
    await admin().call(sysOpenAccess, "update", { ...change, expireTime: null });
    const renewed = await admin().call(sysOpenAccess, "secret", { id: key.id });
    expect(await codeOf({})).toBe("sysOpenAccess.signWrong");
    expect((await send({ by: renewed })).status).toBe(200);
    await app.platform.db.updateTable("users").set({ status: 2 }).where("id", "=", userId).execute();
    expect(await codeOf({ by: renewed })).toBe("sysOpenAccess.keyUnknown");
    await app.platform.db.updateTable("users").set({ status: 1 }).where("id", "=", userId).execute();
    await admin().call(sysOpenAccess, "delete", { id: key.id });
    expect(await codeOf({ by: renewed })).toBe("sysOpenAccess.keyUnknown");
  });

  test("is not offered what a person proves with a second factor, or does in a session of their own", async () => {
    const body = JSON.stringify({ name: "Another", bindUserId: userId });
    expect(await codeOf({ method: "POST", url: "/api/sysOpenAccess/add", body })).toBe("sysOpenAccess.notOffered");
    expect(await codeOf({ method: "POST", url: "/api/sysAuth/logout", body: "{}" })).toBe("sysOpenAccess.notOffered");
  });
});

describe("sysOpenAccess.generateSignature", () => {
  test("makes the signature that the door takes", async () => {
    const nonce = newNonce();
    const url = "/api/sysPos/list?name=a b&code=";
    const input = { ...key, method: "GET" as const, url, timestamp: Number(seconds()), nonce };
    const { sign, text } = await admin().call(sysOpenAccess, "generateSignature", input);
    expect(text.split("\n")).toEqual([
      "GET",
      "/api/sysPos/list",
      "code=&name=a%20b",
      key.accessKey,
      seconds(),
      nonce,
      bodyHashOf(""),
    ]);
    expect((await send({ url: "/api/sysPos/list?name=a%20b&code=", headers: { nonce, sign } })).status).toBe(200);
  });

  test("is the HMAC that other tools make", () => {
    const parts = { method: "GET", path: "/api/demo/helloWord", query: "", accessKey: "k", timestamp: "1719999999" };
    const signed = accessSignatureOf("secret", { ...parts, nonce: "0123456789abcdef", bodyHash: bodyHashOf("") });
    // printf 'GET\n/api/demo/helloWord\n\nk\n1719999999\n0123456789abcdef\n<sha256 of nothing>' | openssl dgst -sha256 -hmac secret -binary | base64
    expect(signed).toBe("Py3JPYhE9weJn96hXZMwVqQ5XSJ8g9SzqkzUJizVD2s=");
  });
});

describe("the log of calls", () => {
  const calls = async (input: object = {}) =>
    (await admin().call(sysOpenAccessCall, "page", { accessKey: key.accessKey, ...input })).items;

  test("tells what was called, by which key, and how it ended", async () => {
    await send();
    await send({ method: "POST", url: "/api/sysPos/delete", body: '{"id":1}' });
    await send({ headers: { sign: "AAAA" } });
    expect((await calls()).map(({ operation, outcome, status }) => [operation, outcome, status])).toEqual(
      expect.arrayContaining([
        ["sysPos.list", "answered", 200],
        ["sysPos.delete", "refused", 403],
        ["sysPos.list", "turned_away", 401],
      ]),
    );
    expect(await calls({ outcome: ["turned_away"] })).toMatchObject([{ refusal: "sysOpenAccess.signWrong" }]);
    expect(await admin().call(sysOpenAccess, "detail", { id: key.id })).toMatchObject({
      lastUsedTime: app.clock.now().toISOString(),
    });
  });

  test("is kept as long as other logs", async () => {
    await send();
    const later = new Date(app.clock.now().getTime() + 401 * 86_400_000);
    expect(await oldCalls.run(app.platform.db, later, undefined as never)).toBeGreaterThan(0);
    expect(await calls()).toEqual([]);
  });
});

const run = promisify(execFile);
const interpreters: Readonly<Record<string, readonly [program: string, ...args: readonly string[]]>> = {
  curl: ["bash"],
  typescript: [process.execPath],
  java: ["java"],
  php: ["php"],
  python: ["python3"],
};

describe("the programs of the help", () => {
  let folder: string;
  let live: TestApp;
  let base: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "access-samples-"));
    live = app;
    base = await live.server.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(accessSamples.map((sample) => [sample.title, sample] as const))(
    "in %s is answered twice",
    async (title, { key: language, file, code }) => {
      const [program = "", ...args] = interpreters[language] ?? [];
      const isThere = await run(program, [language === "java" ? "-version" : "--version"]).then(
        () => true,
        () => false,
      );
      if (!isThere) return void process.stderr.write(`SKIPPED: no ${program} here to run the sample in ${title}\n`);
      // Programs use their own clock.
      live.clock.forward(Date.now() - live.clock.now().getTime());
      const path = join(folder, file);
      await writeFile(path, code.replaceAll("{base}", base));
      const env = { ...process.env, ACCESS_KEY: key.accessKey, ACCESS_SECRET: key.accessSecret };
      const { stdout } = await run(program, [...args, path], { env, timeout: 60_000 });
      const [first = "", second = ""] = stdout.trim().split("\n");
      const resultOf = (line: string) => (JSON.parse(line).result ?? JSON.parse(line)) as { total?: number };
      expect([resultOf(first), resultOf(second).total]).toEqual([[], 0]);
    },
    90_000,
  );
});
