import { setTimeout as sleep } from "node:timers/promises";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInControl } from "../../src/modules/system/auth/index.ts";
import { hearSessionEnds } from "../../src/modules/system/session/index.ts";
import { lookUpMs } from "../../src/modules/system/session/session.policy.ts";
import { createListener } from "../../src/platform/events/listener.ts";
import { actor, type TestApp } from "../app.ts";
import {
  ask,
  bearer,
  both,
  buildPerson,
  enrolTotp,
  newIp,
  type Pair,
  pairOf,
  setSetting,
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

/** Asks until the answer is the expected one, for two seconds at most. */
async function within2s(app: TestApp, headers: Record<string, string>, status: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const reply = await whoAmI(app, headers);
    if (reply.status === status || performance.now() - started > 2_000) return reply.status;
    await sleep(50);
  }
}

describe("what ends a session on one node ends it on the other within two seconds", () => {
  test("signing out, for both tokens", async () => {
    const pair = await signIn(node, await buildPerson(node));
    expect((await whoAmI(second, bearer(pair))).status).toBe(200);
    const out = await ask(node, "sysAuth/logout", { body: {}, headers: bearer(pair) });
    expect([out.status, out.headers["access-token"]]).toEqual([200, "invalid_token"]);
    expect(out.headers["clear-site-data"]).toBe('"cache", "storage"');
    expect(await within2s(node, bearer(pair), 401)).toBe(401);
    expect(await within2s(second, bearer(pair), 401)).toBe(401);
    expect(await within2s(second, both(pair), 401)).toBe(401);
    const visits = await node.platform.db.selectFrom("visits").selectAll().where("visitType", "=", 2).execute();
    expect(visits.length).toBeGreaterThan(0);
  });

  test("signing out, at once where notifications are heard", async () => {
    const listener = createListener({ url: node.database.appUrl, logger: { info: () => {}, warn: () => {} } });
    const stop = hearSessionEnds(second.platform, {
      onNotify: (channel, handler) =>
        listener.listen(channel, typeof handler === "function" ? { onMessage: handler } : handler),
    });
    while (!listener.isConnected()) await sleep(20);
    const pair = await signIn(node, await buildPerson(node));
    await sleep(50);
    await whoAmI(second, bearer(pair));
    const remembered = performance.now();
    await ask(node, "sysAuth/logout", { body: {}, headers: bearer(pair) });
    expect(await within2s(second, bearer(pair), 401)).toBe(401);
    // Sooner than the look-up that was just made would have grown old.
    expect(performance.now() - remembered).toBeLessThan(lookUpMs * 0.8);
    stop();
    await listener.close();
  });

  test("being forced offline by an administrator", async () => {
    const boss = await signIn(node, await buildPerson(node, { accountType: AccountType.SuperAdmin }));
    const person = await buildPerson(node);
    const pair = await signIn(second, person);
    expect((await whoAmI(second, bearer(pair))).status).toBe(200);
    const { result } = await ask(node, "sysOnlineUser/page", {
      body: { userName: person.account },
      headers: bearer(boss),
    });
    expect(result.items).toHaveLength(1);
    expect(Object.keys(result.items[0])).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/word|token|agent/i)]),
    );
    expect(
      (await ask(node, "sysOnlineUser/forceOffline", { body: { id: result.items[0].id }, headers: bearer(boss) }))
        .status,
    ).toBe(200);
    expect(await within2s(second, bearer(pair), 401)).toBe(401);
    expect(
      (await ask(node, "sysOnlineUser/forceOffline", { body: { id: result.items[0].id }, headers: bearer(boss) }))
        .status,
    ).toBe(404);
  });

  test("a user or a tenant that is disabled, deleted or made anew", async () => {
    const [one, two, three] = [await buildPerson(node), await buildPerson(node), await buildPerson(node)];
    const pairs = [await signIn(node, one), await signIn(node, two), await signIn(node, three)];
    for (const pair of pairs) await whoAmI(second, bearer(pair));
    await node.platform.db.updateTable("users").set({ status: 2 }).where("id", "=", one.id).execute();
    await node.platform.db.updateTable("tenants").set({ status: 2 }).where("id", "=", two.tenantId).execute();
    await node.platform.db.deleteFrom("users").where("id", "=", three.id).execute();
    await buildPerson(node, { account: three.account, tenantId: three.tenantId });
    for (const pair of pairs) expect(await within2s(second, bearer(pair), 401)).toBe(401);
  });

  test("an administrator's reset, which opens nothing but a new password", async () => {
    const person = await buildPerson(node);
    const { pair, secret } = await enrolTotp(node, await signIn(node, person));
    expect(secret).toBeTruthy();
    await whoAmI(second, bearer(pair));
    const invite = (id: number) => signInControl(node.platform).invite(node.context(actor()), id);
    const choose = ({ invitation }: { readonly invitation: string }) =>
      ask(node, "sysAuth/changePasswordByTicket", {
        body: { passwordChangeTicket: invitation, newPassword: "amber teapot 47 marching" },
      });
    const link = await invite(person.id);
    expect(await within2s(second, bearer(pair), 401)).toBe(401);
    expect((await trySignIn(node, person.account, person.password)).bizCode).toBe("sysAuth.signInFailed");
    expect((await choose(link)).result.outcome).toBe("secondFactor");
    expect((await choose(link)).bizCode).toBe("sysAuth.ticketInvalid");
    const late = await invite((await buildPerson(node)).id);
    node.clock.forward(3 * 24 * 60 * minute);
    expect((await choose(late)).bizCode).toBe("sysAuth.ticketInvalid");
  });

  test("a role taken away", async () => {
    const boss = await buildPerson(node, { accountType: AccountType.SuperAdmin });
    const pair = await signIn(node, boss);
    expect((await ask(second, "sysOnlineUser/page", { body: {}, headers: bearer(pair) })).status).toBe(200);
    await node.platform.db
      .updateTable("users")
      .set({ accountType: AccountType.NormalUser })
      .where("id", "=", boss.id)
      .execute();
    await sleep(1_600);
    expect((await ask(second, "sysOnlineUser/page", { body: {}, headers: bearer(pair) })).status).toBe(403);
  });
});

describe("how long a session lasts", () => {
  test("fifteen minutes of passive polling do not keep it alive", async () => {
    const pair = await signIn(node, await buildPerson(node));
    let tokens = pair;
    for (let half = 0; half < 29; half += 1) {
      node.clock.forward(30_000);
      const reply = await whoAmI(half % 2 ? node : second, { ...both(tokens), "x-passive": "1" });
      expect(reply.status).toBe(200);
      if (reply.headers["access-token"]) tokens = pairOf(reply);
    }
    node.clock.forward(31_000);
    expect((await whoAmI(node, { ...both(tokens), "x-passive": "1" })).status).toBe(401);
  });

  test("work on either node keeps it alive, but not beyond twelve hours", async () => {
    let tokens = await signIn(node, await buildPerson(node));
    let status = 200;
    let minutes = 0;
    while (status === 200 && minutes < 730) {
      node.clock.forward(10 * minute);
      minutes += 10;
      const reply = await whoAmI(minutes % 20 ? node : second, both(tokens));
      status = reply.status;
      if (status === 200 && reply.headers["access-token"]) tokens = pairOf(reply);
    }
    expect(minutes).toBe(720);
  });

  test("the fourth session of an operator ends the oldest, who is told; a merchant's user has five", async () => {
    const person = await buildPerson(node);
    const pairs: Pair[] = [];
    for (let device = 0; device < 4; device += 1) {
      pairs.push(await signIn(device % 2 ? node : second, person));
      node.clock.forward(1_000);
    }
    const statuses = await Promise.all(
      pairs.map((pair) => within2s(node, bearer(pair), pair === pairs[0] ? 401 : 200)),
    );
    expect(statuses).toEqual([401, 200, 200, 200]);
    const told = await node.platform.db
      .selectFrom("outboxEvents")
      .selectAll()
      .where("topic", "=", "session.ended")
      .execute();
    expect(told.some(({ payload }) => (payload as { reason?: string }).reason === "elsewhere")).toBe(true);
    const member = await buildPerson(node, { accountType: AccountType.Member });
    for (let device = 0; device < 6; device += 1) await signIn(node, member);
    const list = await ask(node, "sysOnlineUser/ownList", {
      method: "GET",
      headers: bearer(await signIn(node, member)),
    });
    expect(list.result).toHaveLength(5);
  });

  test("sessions opened at once on two nodes do not exceed the limit, nor does one device at a time", async () => {
    const person = await buildPerson(node);
    await Promise.all(Array.from({ length: 8 }, (_unused, index) => signIn(index % 2 ? node : second, person)));
    const live = () =>
      node.platform.db
        .selectFrom("sessions")
        .select("id")
        .where("userId", "=", person.id)
        .where("endedAt", "is", null)
        .execute();
    expect(await live()).toHaveLength(3);
    await setSetting(node, "sys_single_login", "True");
    await signIn(node, person);
    expect(await live()).toHaveLength(1);
    await setSetting(node, "sys_single_login", "False");
  });
});

describe("a locked screen", () => {
  test("answers nothing but unlocking and signing out, on both nodes", async () => {
    const person = await buildPerson(node);
    const pair = await signIn(node, person);
    await whoAmI(second, bearer(pair));
    expect((await ask(node, "sysAuth/lockScreen", { body: {}, headers: bearer(pair) })).status).toBe(200);
    expect(await within2s(second, bearer(pair), 423)).toBe(423);
    const calls = ["sysOnlineUser/page", "sysOnlineUser/endOthers", "sysAuth/stepUp", "sysAuth/changePassword"];
    for (const path of calls) expect((await ask(node, path, { body: {}, headers: bearer(pair) })).status).toBe(423);
    const renewal = { method: "GET", query: { accessToken: pair.accessToken }, headers: bearer(pair) } as const;
    expect((await ask(node, "sysAuth/refreshToken", renewal)).status).toBe(423);
    const wrong = await ask(node, "sysAuth/unLockScreen", {
      body: { password: "not the password 11" },
      headers: bearer(pair),
    });
    expect(wrong.bizCode).toBe("sysAuth.passwordWrong");
    const open = await ask(second, "sysAuth/unLockScreen", {
      body: { password: person.password },
      headers: bearer(pair),
    });
    expect(open.result).toBe(true);
    expect((await whoAmI(node, bearer(pairOf(open)))).status).toBe(200);
    expect(pairOf(open).accessToken).not.toBe(pair.accessToken);
    node.clock.forward(11_000);
    expect((await whoAmI(second, bearer(pair))).status).toBe(401);
  });

  test("counts wrong passwords together with the sign-in", async () => {
    const person = await buildPerson(node);
    const pair = await signIn(node, person);
    await ask(node, "sysAuth/lockScreen", { body: {}, headers: bearer(pair) });
    for (let round = 0; round < 11; round += 1) {
      const at = round % 2 ? node : second;
      await ask(at, "sysAuth/unLockScreen", {
        body: {},
        query: { password: "not the password 11" },
        headers: bearer(pair),
      });
    }
    const right = await ask(node, "sysAuth/unLockScreen", {
      body: { password: person.password },
      headers: bearer(pair),
    });
    expect(right.bizCode).toBe("sysAuth.passwordWrong");
    expect((await trySignIn(node, person.account, person.password)).status).toBe(400);
  });

  test("takes the password from the query only while that is allowed", async () => {
    const person = await buildPerson(node);
    let pair = await signIn(node, person);
    const unlock = (headers: Record<string, string>) =>
      ask(node, "sysAuth/unLockScreen", { query: { password: person.password }, headers });
    const open = await unlock(bearer(pair));
    expect(open.result).toBe(true);
    pair = pairOf(open);
    await setSetting(node, "sys_secret_in_query", "False");
    expect((await unlock(bearer(pair))).bizCode).toBe("sysAuth.queryPasswordOff");
    expect(
      (await ask(node, "sysAuth/unLockScreen", { body: { password: person.password }, headers: bearer(pair) })).result,
    ).toBe(true);
    await setSetting(node, "sys_secret_in_query", "True");
  });
});

describe("confirming who is there", () => {
  test("counts for five minutes, gives the session another word, and asks for the factor of whoever has one", async () => {
    const person = await buildPerson(node);
    const pair = await signIn(node, person);
    node.clock.forward(6 * minute);
    expect((await ask(node, "sysAuth/totpEnrol", { body: {}, headers: bearer(pair) })).bizCode).toBe(
      "platform.stepUpRequired",
    );
    expect(
      (await ask(node, "sysAuth/stepUp", { body: { password: "not the password 11" }, headers: bearer(pair) })).bizCode,
    ).toBe("sysAuth.passwordWrong");
    const done = await ask(second, "sysAuth/stepUp", { body: { password: person.password }, headers: bearer(pair) });
    expect(done.result.expirySeconds).toBe(300);
    const guarded = await enrolTotp(node, pairOf(done));
    const again = await ask(node, "sysAuth/stepUp", {
      body: { password: person.password },
      headers: bearer(guarded.pair),
    });
    expect(again.bizCode).toBe("sysAuth.factorNeeded");
    expect(
      (await ask(node, "sysAuth/recoveryCodes", { body: {}, headers: bearer(guarded.pair) })).result.recoveryCodes,
    ).toHaveLength(10);
  });
});

describe("sysOnlineUser", () => {
  test("shows and ends one's own sessions, and nobody else's", async () => {
    const person = await buildPerson(node);
    const [here, there] = [await signIn(node, person), await signIn(second, person)];
    const stranger = await signIn(node, await buildPerson(node));
    const own = await ask(node, "sysOnlineUser/ownList", { method: "GET", headers: bearer(here) });
    expect(own.result.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort()).toEqual([false, true]);
    const other = own.result.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const foreign = await ask(node, "sysOnlineUser/endOwn", { body: { id: other.id }, headers: bearer(stranger) });
    const absent = await ask(node, "sysOnlineUser/endOwn", {
      body: { id: "ses_nothing_here" },
      headers: bearer(stranger),
    });
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect((await ask(node, "sysOnlineUser/page", { body: {}, headers: bearer(stranger) })).status).toBe(403);
    expect(
      (await ask(node, "sysOnlineUser/forceOffline", { body: { id: other.id }, headers: bearer(stranger) })).status,
    ).toBe(403);
    expect((await ask(node, "sysOnlineUser/endOthers", { body: {}, headers: bearer(here) })).result).toEqual({
      ended: 1,
    });
    expect(await within2s(second, bearer(there), 401)).toBe(401);
  });
});

describe("signing in by QR code", () => {
  test("is confirmed on the phone that scanned it, once, within a minute, for the page that waits", async () => {
    const person = await buildPerson(node);
    const phone = await signIn(node, person);
    const stranger = await signIn(node, await buildPerson(node));
    const { result: qr } = await ask(node, "sysAuth/qrStart", { body: {}, ip: "81.2.69.142" });
    expect(Buffer.from(qr.qrToken, "base64url")).toHaveLength(16);
    const state = (waitSecret = qr.waitSecret) =>
      ask(second, "sysAuth/qrState", { body: { qrToken: qr.qrToken, waitSecret } });
    const answer = (path: string, pair = phone) =>
      ask(second, `sysAuth/${path}`, { body: { qrToken: qr.qrToken }, headers: bearer(pair) });
    expect((await state()).result).toEqual({ state: "waiting", signIn: null });
    expect((await answer("qrConfirm")).bizCode).toBe("sysAuth.qrGone");
    expect((await answer("qrScan")).result).toMatchObject({
      ip: "81.2.69.142",
      place: "United Kingdom",
      browser: "Chrome 142",
      os: "Linux",
    });
    expect((await answer("qrScan", stranger)).status).toBe(410);
    expect((await answer("qrConfirm", stranger)).status).toBe(410);
    expect((await answer("qrConfirm")).status).toBe(200);
    expect((await state("x".repeat(40))).result.state).toBe("expired");
    const entered = await state();
    expect(entered.result.signIn.outcome).toBe("signedIn");
    expect((await whoAmI(node, bearer(entered.result.signIn))).result.account).toBe(person.account);
    expect((await state()).result).toEqual({ state: "expired", signIn: null });
  });

  test("can be refused, and ends by itself", async () => {
    const phone = await signIn(node, await buildPerson(node));
    const start = async () => (await ask(node, "sysAuth/qrStart", { body: {}, ip: newIp() })).result;
    const qr = await start();
    await ask(node, "sysAuth/qrScan", { body: { qrToken: qr.qrToken }, headers: bearer(phone) });
    expect(
      (await ask(node, "sysAuth/qrReject", { body: { qrToken: qr.qrToken }, headers: bearer(phone) })).status,
    ).toBe(200);
    expect(
      (await ask(node, "sysAuth/qrState", { body: { qrToken: qr.qrToken, waitSecret: qr.waitSecret } })).result.state,
    ).toBe("rejected");
    const late = await start();
    node.clock.forward(61_000);
    expect(
      (await ask(node, "sysAuth/qrScan", { body: { qrToken: late.qrToken }, headers: bearer(phone) })).status,
    ).toBe(410);
  });
});
