import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { provideSms } from "../../src/modules/system/auth/index.ts";
import type { TestApp } from "../app.ts";
import { type Faults, SoftAuthenticator } from "./soft-authenticator.ts";
import {
  ask,
  bearer,
  buildPerson,
  enrolTotp,
  newIp,
  type Pair,
  pairOf,
  type Reply,
  type Someone,
  setSetting,
  signIn,
  totpCode,
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

/** A person with an authenticator app. */
async function buildGuarded(parts: Parameters<typeof buildPerson>[1] = {}) {
  const person = await buildPerson(node, parts);
  return { person, ...(await enrolTotp(node, await signIn(node, person))) };
}

const ticketOf = async ({ account, password }: Someone): Promise<string> =>
  (await trySignIn(node, account, password)).result.mfaTicket;
const verify = (mfaTicket: string, method: string, code: string, at = node): Promise<Reply> =>
  ask(at, "sysAuth/verifyMfa", { body: { mfaTicket, method, code }, ip: newIp() });

async function addPasskey(person: Someone): Promise<{ passkey: SoftAuthenticator; pair: Pair }> {
  const pair = await signIn(node, person);
  const passkey = new SoftAuthenticator();
  const { result } = await ask(node, "sysAuth/passkeyRegisterOptions", { body: {}, headers: bearer(pair) });
  const added = await ask(node, "sysAuth/passkeyRegister", {
    body: { name: "laptop", passkey: passkey.create(result.options) },
    headers: bearer(pair),
  });
  if (added.status !== 200) throw new Error(`passkey refused: ${added.text}`);
  return { passkey, pair: pairOf(added) };
}

async function enterByPasskey(passkey: SoftAuthenticator, faults: Faults = {}): Promise<Reply> {
  const { result } = await ask(node, "sysAuth/passkeyLoginOptions", { body: {}, ip: newIp() });
  return ask(second, "sysAuth/passkeyLogin", {
    body: { ticket: result.ticket, passkey: passkey.get(result.options, faults) },
    ip: newIp(),
  });
}

describe("a second factor", () => {
  test("stands between the right password and a session; the ticket opens nothing else", async () => {
    const { person, secret } = await buildGuarded();
    const reply = await trySignIn(node, person.account, person.password);
    expect(reply.result).toEqual({
      outcome: "secondFactor",
      mfaTicket: expect.any(String),
      methods: ["totp", "recovery"],
      expirySeconds: 300,
    });
    expect(reply.headers["access-token"]).toBeUndefined();
    const headers = { authorization: `Bearer ${reply.result.mfaTicket}` };
    const routes = [
      "sysAuth/logout",
      "sysAuth/lockScreen",
      "sysAuth/stepUp",
      "sysAuth/changePassword",
      "sysAuth/totpEnrol",
      "sysAuth/qrScan",
      "sysOnlineUser/page",
      "sysOnlineUser/endOthers",
      "sysAuth/recoveryCodes",
    ];
    for (const route of routes) expect((await ask(node, route, { body: {}, headers })).status).toBe(401);
    expect((await whoAmI(node, headers)).status).toBe(401);
    expect((await verify(reply.result.mfaTicket, "totp", totpCode(node, secret), second)).result.outcome).toBe(
      "signedIn",
    );
  });

  test("accepts a code once, within one step of now", async () => {
    const { person, secret } = await buildGuarded();
    const code = totpCode(node, secret);
    expect((await verify(await ticketOf(person), "totp", code)).status).toBe(200);
    expect((await verify(await ticketOf(person), "totp", code, second)).bizCode).toBe("sysAuth.codeWrong");
    expect((await verify(await ticketOf(person), "totp", totpCode(node, secret, -2))).bizCode).toBe(
      "sysAuth.codeWrong",
    );
    expect((await verify(await ticketOf(person), "totp", totpCode(node, secret, 1))).status).toBe(200);
  });

  test("burns its ticket after five tries, and after ten tickets bring no more", async () => {
    const { person, secret } = await buildGuarded();
    const ticket = await ticketOf(person);
    for (let guess = 0; guess < 5; guess += 1)
      expect((await verify(ticket, "totp", "000000")).bizCode).toBe("sysAuth.codeWrong");
    const burnt = await verify(ticket, "totp", totpCode(node, secret));
    expect([burnt.status, burnt.bizCode]).toEqual([401, "sysAuth.ticketInvalid"]);
    const next = await ticketOf(person);
    for (let guess = 0; guess < 5; guess += 1) await verify(next, "totp", "000000", second);
    expect((await verify(await ticketOf(person), "totp", totpCode(node, secret))).status).toBe(429);
  });

  test("is the user's own, and its ticket is good once and for five minutes", async () => {
    const one = await buildGuarded();
    const other = await buildGuarded();
    const ticket = await ticketOf(one.person);
    expect((await verify(ticket, "totp", totpCode(node, other.secret))).status).toBe(400);
    expect((await verify(ticket, "totp", totpCode(node, one.secret))).status).toBe(200);
    expect((await verify(ticket, "totp", totpCode(node, one.secret, 1))).status).toBe(401);
    const stale = await ticketOf(one.person);
    node.clock.forward(5 * minute);
    expect((await verify(stale, "totp", totpCode(node, one.secret))).status).toBe(401);
  });

  test("has ten recovery codes, each good once", async () => {
    const { person, recoveryCodes } = await buildGuarded();
    expect(recoveryCodes).toHaveLength(10);
    const [code = ""] = recoveryCodes;
    expect((await verify(await ticketOf(person), "recovery", code.toLowerCase().replace("-", " "))).status).toBe(200);
    expect((await verify(await ticketOf(person), "recovery", code, second)).bizCode).toBe("sysAuth.codeWrong");
    const kept = await node.platform.db
      .selectFrom("recoveryCodes")
      .selectAll()
      .where("userId", "=", person.id)
      .execute();
    expect(kept).toHaveLength(9);
    expect(JSON.stringify(kept)).not.toContain(recoveryCodes[1]?.replace("-", ""));
  });

  test("keeps the count of wrong passwords until it is proven", async () => {
    const { person } = await buildGuarded();
    for (let round = 0; round < 9; round += 1) await trySignIn(node, person.account, "not the password 11");
    expect((await trySignIn(node, person.account, person.password)).result.outcome).toBe("secondFactor");
    await trySignIn(node, person.account, "not the password 11");
    expect((await trySignIn(node, person.account, person.password)).bizCode).toBe("sysAuth.signInFailed");
  });

  test("is asked for at every other door too", async () => {
    const { person, pair } = await buildGuarded({ phone: "13700000001" });
    const codes: string[] = [];
    provideSms(node.platform, { send: async (message) => void codes.push(message.code) });
    await ask(node, "sysAuth/sendPhoneCode", { body: { phone: "13700000001" }, ip: newIp() });
    expect(
      (await ask(node, "sysAuth/loginPhone", { body: { phone: "13700000001", code: codes[0] }, ip: newIp() })).result
        .outcome,
    ).toBe("secondFactor");
    const { result: qr } = await ask(node, "sysAuth/qrStart", { body: {}, ip: newIp() });
    await ask(node, "sysAuth/qrScan", { body: { qrToken: qr.qrToken }, headers: bearer(pair) });
    await ask(node, "sysAuth/qrConfirm", { body: { qrToken: qr.qrToken }, headers: bearer(pair) });
    const waiting = await ask(node, "sysAuth/qrState", { body: { qrToken: qr.qrToken, waitSecret: qr.waitSecret } });
    expect(waiting.result.signIn.outcome).toBe("secondFactor");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const form = `UserName=${person.account}&Password=${encodeURIComponent(person.password)}`;
    expect((await ask(node, "swagger/submitUrl", { body: form, headers, ip: newIp() })).text).toBe("401");
  });

  test("has to be set up before the first session where everyone needs one, and the last is not removed", async () => {
    const person = await buildPerson(node);
    await setSetting(node, "sys_second_ver", "True");
    const reply = await trySignIn(node, person.account, person.password);
    expect(reply.result.outcome).toBe("enrolment");
    const { enrolmentTicket } = reply.result;
    const { result } = await ask(node, "sysAuth/enrolStart", { body: { enrolmentTicket } });
    expect(result.uri).toMatch(/^otpauth:\/\/totp\//);
    expect((await ask(node, "sysAuth/enrolConfirm", { body: { enrolmentTicket, code: "000000" } })).bizCode).toBe(
      "sysAuth.codeWrong",
    );
    const done = await ask(second, "sysAuth/enrolConfirm", {
      body: { enrolmentTicket, code: totpCode(node, result.secret) },
    });
    expect(done.result.recoveryCodes).toHaveLength(10);
    expect(done.result.signIn.outcome).toBe("signedIn");
    expect(
      (await ask(node, "sysAuth/enrolConfirm", { body: { enrolmentTicket, code: totpCode(node, result.secret, 1) } }))
        .status,
    ).toBe(401);
    const removal = await ask(node, "sysAuth/totpRemove", { body: {}, headers: bearer(done.result.signIn) });
    expect(removal.bizCode).toBe("sysAuth.lastFactor");
    await setSetting(node, "sys_second_ver", "False");
    expect((await ask(node, "sysAuth/totpRemove", { body: {}, headers: bearer(done.result.signIn) })).status).toBe(200);
  });
});

describe("a passkey", () => {
  test("signs in by itself, second factor included", async () => {
    const person = await buildPerson(node);
    const { passkey } = await addPasskey(person);
    const reply = await enterByPasskey(passkey);
    expect(reply.result.outcome).toBe("signedIn");
    const own = await ask(node, "sysOnlineUser/ownList", { method: "GET", headers: bearer(reply.result) });
    expect(own.result.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toMatchObject({
      method: "passkey",
      hasSecondFactor: true,
    });
  });

  test("confirms a password as second factor", async () => {
    const person = await buildPerson(node);
    const { passkey } = await addPasskey(person);
    const mfaTicket = await ticketOf(person);
    const { result } = await ask(node, "sysAuth/mfaPasskeyOptions", { body: { mfaTicket } });
    const proof = passkey.get(result.options);
    const body = { mfaTicket, method: "passkey", passkey: proof };
    expect((await ask(second, "sysAuth/verifyMfa", { body, ip: newIp() })).result.outcome).toBe("signedIn");
  });

  test.each<[string, Faults]>([
    ["another origin", { origin: "https://countinghouse.example" }],
    ["another relying party", { rpId: "example.org" }],
    ["a challenge of its own", { challenge: "bm90LW91cnM" }],
    ["no verification of the person", { isVerified: false }],
    ["a credential nobody registered", { id: "Zm9yZWlnbg" }],
  ])("is refused with %s", async (_name, faults) => {
    const { passkey } = await addPasskey(await buildPerson(node));
    const reply = await enterByPasskey(passkey, faults);
    expect([reply.status, reply.bizCode]).toEqual([401, "sysAuth.passkeyRefused"]);
  });

  test("answers a challenge once", async () => {
    const { passkey } = await addPasskey(await buildPerson(node));
    const { result } = await ask(node, "sysAuth/passkeyLoginOptions", { body: {}, ip: newIp() });
    const body = { ticket: result.ticket, passkey: passkey.get(result.options) };
    expect((await ask(node, "sysAuth/passkeyLogin", { body, ip: newIp() })).status).toBe(200);
    expect((await ask(second, "sysAuth/passkeyLogin", { body, ip: newIp() })).status).toBe(401);
  });

  test("of someone else does not confirm a sign-in", async () => {
    const person = await buildPerson(node);
    await addPasskey(person);
    const { passkey: foreign } = await addPasskey(await buildPerson(node));
    const mfaTicket = await ticketOf(person);
    const { result } = await ask(node, "sysAuth/mfaPasskeyOptions", { body: { mfaTicket } });
    const body = { mfaTicket, method: "passkey", passkey: foreign.get(result.options) };
    expect((await ask(node, "sysAuth/verifyMfa", { body, ip: newIp() })).bizCode).toBe("sysAuth.codeWrong");
  });

  test("opens an account that strangers locked", async () => {
    const person = await buildPerson(node);
    const { passkey } = await addPasskey(person);
    for (let round = 0; round < 10; round += 1) await trySignIn(node, person.account, "not the password 11");
    expect((await trySignIn(node, person.account, person.password)).status).toBe(400);
    expect((await enterByPasskey(passkey)).result.outcome).toBe("signedIn");
  });

  test("whose counter goes back is reported", async () => {
    const { passkey } = await addPasskey(await buildPerson(node));
    await enterByPasskey(passkey, { counter: 50 });
    await enterByPasskey(passkey, { counter: 3 });
    const events = await node.platform.db
      .selectFrom("securityEvents")
      .selectAll()
      .where("kind", "=", "passkeyCounterWentBack")
      .execute();
    expect(events).toHaveLength(1);
  });

  test("is listed for its owner and removed by its owner only", async () => {
    const person = await buildPerson(node);
    const { passkey, pair } = await addPasskey(person);
    const stranger = await signIn(node, await buildPerson(node));
    expect(
      (await ask(node, "sysAuth/passkeyRemove", { body: { id: passkey.id }, headers: bearer(stranger) })).status,
    ).toBe(404);
    expect((await ask(node, "sysAuth/passkeyList", { method: "GET", headers: bearer(pair) })).result).toHaveLength(1);
    expect((await ask(node, "sysAuth/passkeyRemove", { body: { id: passkey.id }, headers: bearer(pair) })).status).toBe(
      200,
    );
    expect((await enterByPasskey(passkey)).status).toBe(401);
  });
});

describe("changing a password", () => {
  const change = (pair: Pair, oldPassword: string, newPassword: string) =>
    ask(node, "sysAuth/changePassword", { body: { oldPassword, newPassword }, headers: bearer(pair), ip: newIp() });

  test("refuses a wrong old one and every new one that the rule forbids", async () => {
    const person = await buildPerson(node);
    let pair = await signIn(node, person);
    const refusals: [string, string, string][] = [
      ["not the old one 7", "heron quartz 42 delta", "passwordWrong"],
      [person.password, "short one 1", "passwordTooShort"],
      [person.password, `${"heron quartz ".repeat(10)}42`, "passwordTooLong"],
      [person.password, "heron quartz delta", "passwordNeedsLetterAndDigit"],
      [person.password, "Password123456!", "passwordCommon"],
      [person.password, "qwertyuiop12345", "passwordCommon"],
      [person.password, "abcdefgh12345678", "passwordSequence"],
      [person.password, `my ${person.account} 4711`, "passwordContainsName"],
      [person.password, "my Countinghouse 4711", "passwordContainsName"],
      [person.password, person.password, "passwordUsedBefore"],
    ];
    for (const [old, fresh, code] of refusals) expect((await change(pair, old, fresh)).bizCode).toBe(`sysAuth.${code}`);
    const passwords = [
      "heron quartz 42 delta",
      "maple quarry 17 violin",
      "cobalt meadow 58 anchor",
      "saffron pebble 26 thimble",
    ];
    let present = person.password;
    for (const fresh of passwords) {
      const done = await change(pair, present, fresh);
      expect(done.status).toBe(200);
      pair = pairOf(done);
      present = fresh;
    }
    expect((await change(pair, present, passwords[0] ?? "")).bizCode).toBe("sysAuth.passwordUsedBefore");
    expect((await change(pair, present, person.password)).status).toBe(200);
  });

  test("takes every character and cuts nothing", async () => {
    const person = await buildPerson(node);
    const emoji = `${"🦊🐳🌵🍉🎻🚲🪁🧭".repeat(7)}🦉🐢🌋🍋🎺🚠a7`;
    expect((await change(await signIn(node, person), person.password, emoji)).status).toBe(200);
    expect((await trySignIn(node, person.account, `${emoji.slice(0, -1)}8`)).status).toBe(400);
    expect((await trySignIn(node, person.account, emoji)).status).toBe(200);
  });

  test("ends the other sessions and keeps this one under another word", async () => {
    const person = await buildPerson(node);
    const [one, other] = [await signIn(node, person), await signIn(second, person)];
    const done = await change(one, person.password, "heron quartz 42 delta");
    expect((await whoAmI(second, bearer(other))).status).toBe(401);
    expect((await whoAmI(node, bearer(pairOf(done)))).status).toBe(200);
    node.clock.forward(11_000);
    expect((await whoAmI(node, bearer(one))).status).toBe(401);
  });

  test("follows the other profile when that is set", async () => {
    await setSetting(node, "sys_password_profile", "nist");
    const pair = await signIn(node, await buildPerson(node));
    expect((await change(pair, "violet otter 93 lantern", "heron delta 42")).bizCode).toBe("sysAuth.passwordTooShort");
    expect((await change(pair, "violet otter 93 lantern", "heron quartz meadow delta")).status).toBe(200);
    await setSetting(node, "sys_password_profile", "pci");
  });

  test("is forced before the first session when an administrator set the password", async () => {
    const person = await buildPerson(node, { mustChange: true });
    const reply = await trySignIn(node, person.account, person.password);
    expect(reply.result.outcome).toBe("passwordChange");
    const { passwordChangeTicket } = reply.result;
    const set = (newPassword: string, at = node) =>
      ask(at, "sysAuth/changePasswordByTicket", { body: { passwordChangeTicket, newPassword } });
    expect((await set(person.password)).bizCode).toBe("sysAuth.passwordUsedBefore");
    expect((await set("heron quartz 42 delta", second)).result.outcome).toBe("signedIn");
    expect((await set("maple quarry 17 violin")).bizCode).toBe("sysAuth.ticketInvalid");
    expect((await trySignIn(node, person.account, person.password)).status).toBe(400);
  });
});
