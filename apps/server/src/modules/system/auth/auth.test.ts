import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import {
  ask,
  bearer,
  buildPerson,
  enrolTotp,
  newIp,
  realNode,
  signIn,
  totpCode,
  trySignIn,
  whoAmI,
} from "../../../../test/attack/visitor.ts";
import { openKeyRing } from "../../../platform/crypto/key-ring.ts";
import { passwordHasher } from "../../../platform/crypto/password-hash.ts";
import { isSealedByOldKey } from "../../../platform/crypto/sealing.ts";
import { workGate } from "../../../platform/crypto/work-gate.ts";
import { authenticateWith } from "../session/index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await realNode();
});
afterAll(() => app.close());

describe("sysAuth.login", () => {
  test("answers a pair, hands the same out in the headers and leaves a visit", async () => {
    const person = await buildPerson(app);
    const reply = await trySignIn(app, person.account, person.password);
    expect(reply.result).toEqual({
      outcome: "signedIn",
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    });
    const [visit] = await app.platform.db
      .selectFrom("visits")
      .selectAll()
      .where("account", "=", person.account)
      .execute();
    expect(visit).toMatchObject({ visitType: 1, status: "200", actionName: "sysAuth:login", browser: "Chrome 142" });
    const user = await app.platform.db
      .selectFrom("users")
      .select(["lastLoginTime", "lastLoginDevice"])
      .where("id", "=", person.id)
      .executeTakeFirst();
    expect(user).toEqual({ lastLoginTime: app.clock.now().toISOString(), lastLoginDevice: "Chrome 142, Linux" });
  });

  test("is refused in the caller's language", async () => {
    const sentences = await Promise.all(
      ["en", "zh-cn", "zh-tw"].map(async (language) => {
        const { text } = await ask(app, "sysAuth/login", {
          body: { account: "nobody", password: "x" },
          ip: newIp(),
          headers: { "accept-language": language },
        });
        return JSON.parse(text).message as string;
      }),
    );
    expect(sentences).toEqual([
      "The account or the password is not right, or this account cannot sign in at the moment.",
      "账号或密码不正确，或该账号暂时无法登录。",
      "帳號或密碼不正確，或此帳號暫時無法登入。",
    ]);
  });

  test("renews a stored hash that is weaker than today's", async () => {
    const person = await buildPerson(app);
    const ring = openKeyRing([app.platform.secret.current]);
    const weak = await passwordHasher(ring, workGate({ running: 1, waiting: 1 }), {
      memoryCost: 8_192,
      timeCost: 2,
      parallelism: 1,
    }).hash(person.password);
    const stored = () =>
      app.platform.db
        .selectFrom("credentials")
        .select("passwordHash")
        .where("userId", "=", person.id)
        .executeTakeFirstOrThrow();
    await app.platform.db
      .updateTable("credentials")
      .set({ passwordHash: weak.hash })
      .where("userId", "=", person.id)
      .execute();
    await signIn(app, person);
    expect((await stored()).passwordHash).toContain("m=19456");
    await signIn(app, person);
  });

  test("turns callers away when a flood of them waits already, and lets the others finish", async () => {
    const body = { account: "flooded", password: "x" };
    const flood = await Promise.all(Array.from({ length: 80 }, () => ask(app, "sysAuth/login", { body, ip: newIp() })));
    const turnedAway = flood.filter(({ bizCode }) => bizCode === "platform.tooManyRequests");
    expect(turnedAway).toHaveLength(80 - 36);
    expect(turnedAway.every(({ status, headers }) => status === 429 && headers["retry-after"] === "1")).toBe(true);
    const person = await buildPerson(app);
    expect((await trySignIn(app, person.account, person.password)).status).toBe(200);
  });

  test("keeps no password and no mistyped name in any log", async () => {
    await trySignIn(app, "my-actual-password-7", "another-secret-9");
    const { db } = app.platform;
    const rows = [
      await db.selectFrom("securityEvents").selectAll().execute(),
      await db.selectFrom("visits").selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toMatch(/my-actual-password-7|another-secret-9/);
  });
});

describe("sysAuth.userInfo", () => {
  test("says who is signed in, without anything made from a password", async () => {
    const person = await buildPerson(app, { accountType: AccountType.SuperAdmin, phone: "13600000001" });
    const { result, text } = await whoAmI(app, bearer(await signIn(app, person)));
    expect(result).toMatchObject({
      id: person.id,
      account: person.account,
      accountType: AccountType.SuperAdmin,
      roleIds: [],
      avatar: "/brand-mark.svg",
      isLocked: false,
      lockScreenSeconds: 300,
      isTrial: true,
      isOfMerchant: false,
      merchant: null,
    });
    expect(result.buttons).toContain("sysOnlineUser:forceOffline");
    expect(result.watermarkText).toBe("Countinghouse-Wen Zhao");
    expect(text).not.toMatch(/argon2|hash|pepper/i);
  });

  test("sets the name of a first start into the watermark as the reader sees it", async () => {
    const person = await buildPerson(app);
    const headers = bearer(await signIn(app, person));
    const renamed = app.platform.db.updateTable("users").set({ realName: "超级管理员" }).where("id", "=", person.id);
    await renamed.execute();
    const { result } = await whoAmI(app, { ...headers, "accept-language": "en" });
    expect(result.watermarkText).toBe("Countinghouse-Administrator");
  });
});

describe("sysAuth.factors", () => {
  test("sums up what the caller has", async () => {
    const person = await buildPerson(app);
    const pair = await signIn(app, person);
    const read = async (headers: Record<string, string>) =>
      (await ask(app, "sysAuth/factors", { method: "GET", headers })).result;
    expect(await read(bearer(pair))).toMatchObject({
      totp: false,
      passkeys: [],
      recoveryCodesLeft: 0,
      required: false,
    });
    const { pair: next } = await enrolTotp(app, pair);
    expect(await read(bearer(next))).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
    expect((await ask(app, "sysAuth/totpEnrol", { body: {}, headers: bearer(next) })).bizCode).toBe(
      "sysAuth.totpExists",
    );
  });

  test("keeps the secret of an authenticator app sealed", async () => {
    const { secret } = await enrolTotp(app, await signIn(app, await buildPerson(app)));
    const rows = await app.platform.db.selectFrom("totpFactors").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("refuses to confirm an enrolment that was not begun or took too long", async () => {
    const pair = await signIn(app, await buildPerson(app));
    const confirm = () => ask(app, "sysAuth/totpConfirm", { body: { code: "123456" }, headers: bearer(pair) });
    expect((await confirm()).bizCode).toBe("sysAuth.totpNotStarted");
    await ask(app, "sysAuth/totpEnrol", { body: {}, headers: bearer(pair) });
    expect((await confirm()).bizCode).toBe("sysAuth.codeWrong");
    await app.platform.db
      .updateTable("totpFactors")
      .set({ createdAt: new Date(app.clock.now().getTime() - 601_000).toISOString() })
      .execute();
    expect((await confirm()).bizCode).toBe("sysAuth.totpNotStarted");
  });
});

describe("rotating the installation's secret", () => {
  test("keeps sessions, passwords, authenticator apps and recovery codes working", async () => {
    const person = await buildPerson(app);
    const { pair, secret, recoveryCodes } = await enrolTotp(app, await signIn(app, person));
    const current = "another-7Qm2Zx9Lw4Vt8Kd1-installation-key";
    const rotated = await buildTestApp({
      database: app.database,
      clock: app.clock,
      secret: { current, previous: app.platform.secret.current },
      authenticate: authenticateWith,
    });
    expect((await whoAmI(rotated, bearer(pair))).status).toBe(200);
    const verify = async (method: string, code: string) => {
      const { result } = await trySignIn(rotated, person.account, person.password);
      return ask(rotated, "sysAuth/verifyMfa", { body: { mfaTicket: result.mfaTicket, method, code }, ip: newIp() });
    };
    expect((await verify("totp", totpCode(rotated, secret))).status).toBe(200);
    expect((await verify("recovery", recoveryCodes[0] ?? "")).status).toBe(200);
    const newest = openKeyRing([current]);
    const { db } = app.platform;
    const factor = await db
      .selectFrom("totpFactors")
      .selectAll()
      .where("userId", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(isSealedByOldKey(newest, factor.sealed)).toBe(false);
    const stored = await db
      .selectFrom("credentials")
      .selectAll()
      .where("userId", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(stored.pepperId).toBe(newest.active("password-pepper").id);
    await rotated.close();
  });
});

describe("operations of the sign-in", () => {
  test("that need no session are exactly these", () => {
    const open = Object.entries(sysAuth.operations).filter(([, { access }]) => access === "anonymous");
    expect(open.map(([name]) => name).sort()).toEqual([
      "captcha",
      "changePasswordByTicket",
      "enrolConfirm",
      "enrolStart",
      "login",
      "loginPhone",
      "mfaPasskeyOptions",
      "passkeyLogin",
      "passkeyLoginOptions",
      "qrStart",
      "qrState",
      "sendPhoneCode",
      "verifyMfa",
    ]);
  });

  test("that work on a locked screen are exactly these", () => {
    const open = Object.entries(sysAuth.operations).filter(
      ([, operation]) => (operation as { whileLocked?: boolean }).whileLocked,
    );
    expect(open.map(([name]) => name).sort()).toEqual(["lockScreen", "logout", "unLockScreen"]);
  });

  test("that change how one signs in need a fresh confirmation", () => {
    const guarded = Object.entries(sysAuth.operations).filter(
      ([, operation]) => (operation as { stepUp?: boolean }).stepUp,
    );
    expect(guarded.map(([name]) => name).sort()).toEqual([
      "passkeyRegister",
      "passkeyRegisterOptions",
      "passkeyRemove",
      "recoveryCodes",
      "totpConfirm",
      "totpEnrol",
      "totpRemove",
    ]);
  });
});
