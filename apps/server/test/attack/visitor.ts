import { randomUUID } from "node:crypto";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { Secret, TOTP } from "otpauth";
import { keyedDigest, signInServicesOf } from "../../src/modules/system/auth/sign-in-services.service.ts";
import { authenticateWith } from "../../src/modules/system/session/index.ts";
import { buildTestApp, type TestApp, type TestClock } from "../app.ts";
import type { TestDatabase } from "../database.ts";

/** An answer as it comes over the wire. */
export interface Reply {
  readonly status: number;
  readonly bizCode: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the answer of any operation.
  readonly result: any;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Question {
  readonly method?: "GET" | "POST";
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
}

/** A node with the real sign-in. */
export const realNode = (
  database?: TestDatabase,
  clock?: TestClock,
  environment?: NodeJS.ProcessEnv,
): Promise<TestApp> =>
  buildTestApp({
    authenticate: authenticateWith,
    ...(database ? { database } : {}),
    ...(clock ? { clock } : {}),
    ...(environment ? { environment } : {}),
  });

/** Two nodes on one database and one clock. */
export async function twoNodes(): Promise<readonly [TestApp, TestApp]> {
  const first = await realNode();
  return [first, await realNode(first.database, first.clock)];
}

/** Sends anything anywhere. */
export async function ask(node: TestApp, path: string, question: Question = {}): Promise<Reply> {
  const { method = "POST", body, query, headers = {}, ip = "203.0.113.7" } = question;
  const response = await node.server.inject({
    method,
    url: `/api/${path}`,
    remoteAddress: ip,
    headers: { "accept-language": "en", "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0", ...headers },
    ...(query ? { query } : {}),
    ...(method === "GET" || body === undefined ? {} : { payload: body as object }),
  });
  const parsed = response.headers["content-type"]?.toString().includes("json") ? JSON.parse(response.body) : undefined;
  return {
    status: response.statusCode,
    bizCode: parsed?.extras?.bizCode,
    result: parsed?.result,
    headers: response.headers,
    text: response.body,
  };
}

let serial = 0;
/** An address that no other test used, in a network of its own. */
export const newIp = (): string => {
  serial += 1;
  return `10.${Math.floor(serial / 250)}.${serial % 250}.9`;
};

export interface Someone {
  readonly id: number;
  readonly account: string;
  readonly password: string;
  readonly tenantId: number;
}

interface PersonParts {
  readonly account?: string;
  readonly phone?: string;
  readonly accountType?: AccountType;
  readonly status?: 1 | 2;
  readonly tenantStatus?: 1 | 2;
  readonly tenantId?: number;
  readonly mustChange?: boolean;
}

/** Makes a person of a tenant of their own, unless one is named, with a password. */
export async function buildPerson(node: TestApp, parts: PersonParts = {}): Promise<Someone> {
  const { db } = node.platform;
  const account = parts.account ?? `person-${randomUUID().slice(0, 8)}`;
  const tenantId = parts.tenantId ?? (await buildTenant(node, parts.tenantStatus ?? 1));
  const { id: orgId } = await db
    .selectFrom("orgs")
    .select("id")
    .where("tenantId", "=", tenantId)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("users")
    .values({
      tenantId,
      orgId,
      account,
      realName: "Wen Zhao",
      accountType: parts.accountType ?? AccountType.NormalUser,
      phone: parts.phone ?? null,
      status: parts.status ?? 1,
    } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const password = "violet otter 93 lantern";
  await givePassword(node, id, password, parts.mustChange ?? false);
  return { id, account, password, tenantId };
}

async function buildTenant(node: TestApp, status: 1 | 2): Promise<number> {
  const { db } = node.platform;
  const { id } = await db
    .insertInto("tenants")
    .values({ name: `tenant ${randomUUID()}`, status } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("orgs")
    .values({ tenantId: id, name: `org ${randomUUID()}` } as never)
    .execute();
  return id;
}

/** Sets a password without the rule and the history that a person would have to go by. */
export async function givePassword(node: TestApp, userId: number, password: string, mustChange = false): Promise<void> {
  const stored = await signInServicesOf(node.platform).keys.passwords.hash(password);
  const values = {
    passwordHash: stored.hash,
    pepperId: stored.pepperId,
    changedAt: node.clock.now().toISOString(),
    mustChange,
    expiresAt: null,
  };
  await node.platform.db
    .insertInto("credentials")
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
    .execute();
}

/** A picture whose answer the test knows, because it wrote it into the database. */
export async function readPicture(node: TestApp, ip: string): Promise<{ codeId: string; code: string }> {
  const { result } = await ask(node, "sysAuth/captcha", { method: "GET", ip });
  const code = "KNOWN7";
  const answer = keyedDigest(signInServicesOf(node.platform), "captcha", `${result.id} ${code}`);
  await node.platform.db.updateTable("captchas").set({ answer }).where("id", "=", result.id).execute();
  return { codeId: result.id, code };
}

/** Tries to sign in, reading the picture when one is asked for. */
export async function trySignIn(
  node: TestApp,
  account: string,
  password: string,
  ip = newIp(),
  headers: Record<string, string> = {},
): Promise<Reply> {
  const first = await ask(node, "sysAuth/login", { body: { account, password }, ip, headers });
  if (first.bizCode !== "sysAuth.captchaRequired") return first;
  return ask(node, "sysAuth/login", { body: { account, password, ...(await readPicture(node, ip)) }, ip, headers });
}

export interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Signs in; throws when refused. */
export async function signIn(node: TestApp, { account, password }: Someone, ip = newIp()): Promise<Pair> {
  const { status, result, text } = await trySignIn(node, account, password, ip);
  if (status !== 200 || result.outcome !== "signedIn") throw new Error(`sign-in refused: ${text}`);
  return { accessToken: result.accessToken, refreshToken: result.refreshToken };
}

export const bearer = ({ accessToken }: Pick<Pair, "accessToken">): Record<string, string> => ({
  authorization: `Bearer ${accessToken}`,
});

/** Both headers, as a client sends them once the access token is past its expiry. */
export const both = (pair: Pair): Record<string, string> => ({
  ...bearer(pair),
  "x-authorization": `Bearer ${pair.refreshToken}`,
});

export const whoAmI = (node: TestApp, headers: Record<string, string>): Promise<Reply> =>
  ask(node, "sysAuth/userInfo", { method: "GET", headers });

/** Sets a setting, as an administrator would. */
export async function setSetting(node: TestApp, code: string, value: string): Promise<void> {
  const { db } = node.platform;
  const updated = await db.updateTable("configs").set({ value }).where("code", "=", code).returning("id").execute();
  if (updated.length === 0)
    await db
      .insertInto("configs")
      .values({ name: code, code, value, sysFlag: 1 } as never)
      .execute();
}

/** The code an authenticator app shows at the clock's time, some steps away. */
export const totpCode = (node: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: node.clock.now().getTime() + steps * 30_000,
  });

/** Sets up an authenticator app for a signed-in person and answers its secret and recovery codes. */
export async function enrolTotp(
  node: TestApp,
  pair: Pair,
): Promise<{ secret: string; recoveryCodes: string[]; pair: Pair }> {
  const started = await ask(node, "sysAuth/totpEnrol", { body: {}, headers: bearer(pair) });
  const { secret } = started.result;
  const confirmed = await ask(node, "sysAuth/totpConfirm", {
    body: { code: totpCode(node, secret) },
    headers: bearer(pair),
  });
  if (confirmed.status !== 200) throw new Error(`enrolment refused: ${confirmed.text}`);
  node.clock.forward(30_000);
  return { secret, recoveryCodes: confirmed.result.recoveryCodes, pair: pairOf(confirmed) };
}

/** The pair handed out in the headers. */
export const pairOf = ({ headers }: Reply): Pair => ({
  accessToken: String(headers["access-token"]),
  refreshToken: String(headers["x-access-token"]),
});
