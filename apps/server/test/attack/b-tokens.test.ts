import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installationKeys } from "../../src/platform/crypto/installation-keys.ts";
import type { TestApp } from "../app.ts";
import {
  ask,
  bearer,
  both,
  buildPerson,
  newIp,
  type Pair,
  pairOf,
  signIn,
  trySignIn,
  twoNodes,
  whoAmI,
} from "./visitor.ts";

const minute = 60_000;

let node: TestApp;
let second: TestApp;

beforeAll(async () => {
  [node, second] = await twoNodes();
});
afterAll(async () => {
  await second.close();
  await node.close();
});

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const decode = (token: string, part: number) =>
  JSON.parse(Buffer.from(token.split(".")[part] ?? "", "base64url").toString());

/** Signs any header and claims with any key. */
const forge = (header: object, claims: object, key: string | Buffer): string => {
  const body = `${encode(header)}.${encode(claims)}`;
  return `${body}.${createHmac("sha256", key).update(body).digest("base64url")}`;
};

const opens = async (accessToken: string): Promise<number> => (await whoAmI(node, bearer({ accessToken }))).status;

/** Past its own expiry, but well within the session. */
const expire = (app: TestApp): void => app.clock.forward(14.9 * minute);

async function expiredPair(): Promise<Pair> {
  const pair = await signIn(node, await buildPerson(node));
  // Kept awake, so that the session outlives its first access token.
  expire(node);
  await whoAmI(node, bearer(pair));
  node.clock.forward(minute);
  return pair;
}

describe("a forged access token", () => {
  let token = "";
  beforeAll(async () => {
    token = (await signIn(node, await buildPerson(node))).accessToken;
  });

  test("without a signature, or with an algorithm or key of its own choosing, opens nothing", async () => {
    const [header, claims] = [decode(token, 0), decode(token, 1)];
    const unsigned = `${encode({ ...header, alg: "none" })}.${encode(claims)}.`;
    const tokens = [
      unsigned,
      `${token.split(".").slice(0, 2).join(".")}.`,
      forge({ ...header, kid: "../../dev/null" }, claims, ""),
      forge({ ...header, kid: "' OR 1=1 --" }, claims, "x"),
      forge({ ...header, jku: "http://127.0.0.1:1/keys" }, claims, "x"),
      forge({ ...header, x5u: "http://127.0.0.1:1/cert" }, claims, "x"),
      forge({ ...header, jwk: { kty: "oct", k: Buffer.from("x").toString("base64url") } }, claims, "x"),
      forge(
        { ...header, crit: ["b64"], b64: false },
        claims,
        installationKeys(node.platform.secret).ring.active("access-token").key,
      ),
      `${encode({ ...header, alg: "RS256" })}.${token.split(".").slice(1).join(".")}`,
    ];
    for (const each of tokens) expect(await opens(each)).toBe(401);
    expect(await opens(token)).toBe(200);
  });

  test("signed with a key from a public sample opens nothing", async () => {
    const keys = [
      "secret",
      "your-256-bit-secret",
      "abcdefghijklmnopqrstuvwxyz",
      "3c1cbc3f546eda35168c3aa3cb91780fbe703f0996c6d123ea96dc85c70bbc0a",
      "changeme",
      "jwt-secret",
      "my-secret-key",
      "0123456789abcdef0123456789abcdef",
      "keyboard cat",
      "supersecret",
      "password",
      "admin",
      "thisismysecretkey",
      "a-string-secret-at-least-256-bits-long",
      "404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970",
      "rzxlszyykpbgqcflzxsqcysyhljt",
      "ruoyi",
      "jeecg-boot",
      "Admin.NET",
      "token",
      "jwt_secret",
      "dev",
      "test",
      "key",
      "private",
      "your_jwt_secret_key_here_minimum_32_characters",
      "mysecret",
      "shhhhh",
      "s3cr3t",
      "super-secret-jwt-token-with-at-least-32-characters-long",
    ];
    for (const key of keys) expect(await opens(forge(decode(token, 0), decode(token, 1), key))).toBe(401);
  });

  test("with one changed byte, or claims of another service, or without an expiry, opens nothing", async () => {
    const [head = "", body = "", signature = ""] = token.split(".");
    expect(
      await opens(`${head}.${body.slice(0, 20)}${body[20] === "A" ? "B" : "A"}${body.slice(21)}.${signature}`),
    ).toBe(401);
    const { id, key } = installationKeys(node.platform.secret).ring.active("access-token");
    const claims = decode(token, 1);
    const { exp: _exp, ...endless } = claims;
    const { jti: _jti, ...nameless } = claims;
    const seconds = Math.floor(node.clock.now().getTime() / 1000);
    const wrong = [
      { ...claims, aud: "another" },
      { ...claims, iss: "another" },
      { ...claims, typ: "rt" },
      { ...claims, nbf: seconds + 3600 },
      { ...claims, sub: "999999999" },
      { ...claims, sub: "-1" },
      { ...claims, sid: "no-session" },
      endless,
      nameless,
    ];
    const header = { alg: "HS256", kid: id, typ: "JWT" };
    for (const each of wrong) expect(await opens(forge(header, each, key))).toBe(401);
    expect(await opens(await new SignJWT(claims).setProtectedHeader(header).sign(key))).toBe(200);
  });

  test("says nothing about the person", () => {
    expect(Object.keys(decode(token, 1)).sort()).toEqual([
      "aud",
      "exp",
      "iat",
      "iss",
      "jti",
      "nbf",
      "sid",
      "sub",
      "tid",
      "typ",
    ]);
    const { iat, exp } = decode(token, 1);
    expect(exp - iat).toBeLessThanOrEqual(15 * 60);
  });
});

describe("where a token may stand", () => {
  test("a refresh token is no access token, and the other way round", async () => {
    const pair = await expiredPair();
    expect(await opens(pair.refreshToken)).toBe(401);
    const swapped = await whoAmI(node, { ...bearer(pair), "x-authorization": `Bearer ${pair.accessToken}` });
    expect([swapped.status, swapped.headers["access-token"], swapped.headers["x-access-token"]]).toEqual([
      401,
      "invalid_token",
      "",
    ]);
  });

  test("a cookie, a query or a body signs nobody in", async () => {
    const { accessToken, refreshToken } = await signIn(node, await buildPerson(node));
    const cookie = `access-token=${accessToken}; x-access-token=${refreshToken}; token=${accessToken}; __Host-token=${accessToken}`;
    expect((await whoAmI(node, { cookie })).status).toBe(401);
    const query = { access_token: accessToken, token: accessToken, accessToken };
    expect((await ask(node, "sysAuth/userInfo", { method: "GET", query })).status).toBe(401);
    expect((await ask(node, "sysOnlineUser/page", { body: query })).status).toBe(401);
  });

  test("odd headers are refused and crash nothing", async () => {
    const { accessToken } = await signIn(node, await buildPerson(node));
    const odd = [
      `Bearer\t${accessToken}`,
      `Bearer  ${accessToken}`,
      `Basic ${accessToken}`,
      accessToken,
      "Bearer ",
      `Bearer ${"x".repeat(6_000)}`,
      `Bearer ${accessToken}, Bearer ${accessToken}`,
    ];
    for (const authorization of odd) expect([400, 401, 431]).toContain((await whoAmI(node, { authorization })).status);
    expect((await whoAmI(node, { authorization: `bearer ${accessToken}` })).status).toBe(200);
  });

  test("tokens leave in headers at sign-in and renewal only, and are never to be cached", async () => {
    const person = await buildPerson(node);
    const entered = await trySignIn(node, person.account, person.password);
    expect(entered.headers["cache-control"]).toBe("no-store");
    expect(entered.headers["access-token"]).toBe(entered.result.accessToken);
    expect(entered.headers["x-access-token"]).toBe(entered.result.refreshToken);
    expect(String(entered.headers["access-control-expose-headers"])).toContain("x-access-token");
    const plain = [
      await whoAmI(node, bearer(entered.result)),
      await ask(node, "sysOnlineUser/ownList", { method: "GET", headers: bearer(entered.result) }),
      await ask(node, "sysOnlineUser/page", { body: {}, headers: bearer(entered.result) }),
      await ask(node, "nothing/here", { headers: bearer(entered.result) }),
    ];
    for (const { headers } of plain)
      expect([headers["access-token"], headers["x-access-token"]]).toEqual([undefined, undefined]);
  });
});

describe("renewal", () => {
  test("an expired access token with its refresh token is renewed on the way", async () => {
    const reply = await whoAmI(second, both(await expiredPair()));
    expect(reply.status).toBe(200);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect((await whoAmI(node, bearer(pairOf(reply)))).status).toBe(200);
  });

  test("an expired access token alone is like an invalid one", async () => {
    const pair = await expiredPair();
    const [expired, invalid] = [
      await whoAmI(node, bearer(pair)),
      await whoAmI(node, bearer({ accessToken: "nonsense" })),
    ];
    const shape = ({ status, headers, text }: typeof expired) => [
      status,
      headers["access-token"],
      text.replace(/"(requestId|time)":"[^"]*"/g, ""),
    ];
    expect(shape(expired)).toEqual(shape(invalid));
    expect(expired.headers["access-token"]).toBe("invalid_token");
  });

  test("new tokens arrive even when the call itself is refused", async () => {
    const refused = await ask(node, "sysAuth/changePassword", {
      body: { oldPassword: "", newPassword: 7 },
      headers: both(await expiredPair()),
    });
    expect(refused.status).toBe(400);
    expect((await whoAmI(node, bearer(pairOf(refused)))).status).toBe(200);
    const forbidden = await ask(node, "sysOnlineUser/page", { body: {}, headers: both(await expiredPair()) });
    expect(forbidden.status).toBe(403);
    expect((await whoAmI(node, bearer(pairOf(forbidden)))).status).toBe(200);
  });

  test("twenty calls at once with the same expired pair on two nodes get one and the same new pair", async () => {
    const pair = await expiredPair();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_unused, index) => whoAmI(index % 2 ? node : second, both(pair))),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ headers }) => `${headers["access-token"]} ${headers["x-access-token"]}`)).size).toBe(
      1,
    );
    node.clock.forward(9_000);
    const late = await whoAmI(second, both(pair));
    expect(pairOf(late)).toEqual(pairOf(replies[0] as (typeof replies)[0]));
  });

  test("a refresh token used again later ends its session and no other", async () => {
    const person = await buildPerson(node);
    const other = await signIn(node, person);
    const pair = await signIn(second, person);
    expire(node);
    for (const each of [other, pair]) await whoAmI(node, bearer(each));
    node.clock.forward(minute);
    const fresh = pairOf(await whoAmI(node, both(pair)));
    const fine = pairOf(await whoAmI(node, both(other)));
    node.clock.forward(minute);
    expect((await whoAmI(second, both(pair))).status).toBe(401);
    expect((await whoAmI(second, bearer(fresh))).status).toBe(401);
    expect((await whoAmI(node, bearer(fine))).status).toBe(200);
    const events = await node.platform.db
      .selectFrom("securityEvents")
      .selectAll()
      .where("kind", "=", "tokenReused")
      .where("userId", "=", person.id)
      .execute();
    expect(events).toHaveLength(1);
    const told = await node.platform.db
      .selectFrom("outboxEvents")
      .selectAll()
      .where("topic", "=", "session.ended")
      .execute();
    expect(told.some(({ payload }) => (payload as { reason?: string }).reason === "reuse")).toBe(true);
  });

  test("the database holds no token that could be used", async () => {
    const pair = await expiredPair();
    await whoAmI(node, both(pair));
    const rows = JSON.stringify(await node.platform.db.selectFrom("refreshTokens").selectAll().execute());
    expect(rows).not.toContain(pair.refreshToken);
    expect(rows).not.toContain(pair.accessToken);
  });
});

describe("sysAuth.refreshToken", () => {
  const renew = (headers: Record<string, string>, accessToken: string) =>
    ask(node, "sysAuth/refreshToken", { method: "GET", query: { accessToken }, headers });
  const tokensKept = async (): Promise<number> =>
    (await node.platform.db.selectFrom("refreshTokens").select("hash").execute()).length;

  test("makes nothing for a token found elsewhere, for an expired one and for nobody", async () => {
    const [one, other] = [await signIn(node, await buildPerson(node)), await signIn(node, await buildPerson(node))];
    const stale = await expiredPair();
    const before = await tokensKept();
    expect((await renew(bearer(one), other.accessToken)).status).toBe(401);
    expect((await renew({}, one.accessToken)).status).toBe(401);
    expect((await renew(bearer(stale), stale.accessToken)).status).toBe(401);
    expect(await tokensKept()).toBe(before);
    const pair = await signIn(node, await buildPerson(node));
    expect((await renew(bearer(pair), one.accessToken)).bizCode).toBe("sysAuth.tokenNotYours");
  });

  test("replaces the caller's own, lives no longer than before, and answers ten times a minute", async () => {
    const person = await buildPerson(node);
    const pair = await signIn(node, person);
    const [before] = await node.platform.db
      .selectFrom("sessions")
      .selectAll()
      .where("userId", "=", person.id)
      .execute();
    const statuses: number[] = [];
    let latest = "";
    for (let call = 0; call < 50; call += 1) {
      const reply = await renew(bearer(pair), pair.accessToken);
      statuses.push(reply.status);
      if (reply.status === 200) latest = reply.result;
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    const [after] = await node.platform.db.selectFrom("sessions").selectAll().where("userId", "=", person.id).execute();
    expect(after?.expiresAt).toBe(before?.expiresAt);
    expire(node);
    await whoAmI(node, bearer(pair));
    node.clock.forward(minute);
    expect((await whoAmI(node, both(pair))).status).toBe(401);
    expect(latest).not.toBe(pair.refreshToken);
  });
});

test("keys are rotated without ending a session", async () => {
  const pair = await signIn(node, await buildPerson(node), newIp());
  const { ring: old } = installationKeys(node.platform.secret);
  const rotated = installationKeys({
    current: "another-7Qm2Zx9Lw4Vt8Kd1-installation-key",
    previous: node.platform.secret.current,
  });
  expect(rotated.ring.active("access-token").id).not.toBe(old.active("access-token").id);
  expect((await rotated.tokens.read(pair.accessToken, node.clock.now())).state).toBe("valid");
  const without = installationKeys({ current: "another-7Qm2Zx9Lw4Vt8Kd1-installation-key", previous: undefined });
  expect((await without.tokens.read(pair.accessToken, node.clock.now())).state).toBe("invalid");
});
