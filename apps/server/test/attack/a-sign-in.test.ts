import { decode } from "fast-png";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInServicesOf } from "../../src/modules/system/auth/sign-in-services.service.ts";
import type { TestApp } from "../app.ts";
import {
  ask,
  bearer,
  buildPerson,
  newIp,
  readPicture,
  type Someone,
  setSetting,
  trySignIn,
  twoNodes,
} from "./visitor.ts";

const minute = 60_000;
const wrong = "not the password 11";

let node: TestApp;
let second: TestApp;

beforeAll(async () => {
  [node, second] = await twoNodes();
});
afterAll(async () => {
  await second.close();
  await node.close();
});

const eventsOf = (kind: string) =>
  node.platform.db.selectFrom("securityEvents").selectAll().where("kind", "=", kind).execute();

/** Tries a wrong password so many times, each from another address. */
async function failTimes(count: number, account: string, at: (index: number) => TestApp = () => node) {
  const replies = [];
  for (let index = 0; index < count; index += 1) replies.push(await trySignIn(at(index), account, wrong));
  return replies;
}

describe("guessing accounts", () => {
  test("well-known pairs open nothing on a fresh install", async () => {
    const accounts = [
      "superadmin",
      "admin",
      "root",
      "administrator",
      "test",
      "demo",
      "user",
      "guest",
      "system",
      "operator",
    ];
    const passwords = ["123456", "admin", "admin123", "password", "Admin@123"];
    for (const account of accounts) {
      for (const password of passwords) {
        const reply = await trySignIn(node, account, password);
        expect([400, 401]).toContain(reply.status);
        expect(reply.headers["access-token"]).toBeUndefined();
      }
    }
    node.clock.forward(60 * minute);
  });

  test.each([
    ["nothing", {}],
    ["a list", []],
    ["a text", '"x"'],
    ["null", "null"],
    ["broken JSON", "{"],
    ["a NUL in the account", { account: "a\u0000b", password: "x" }],
    ["a number for the password", { account: "a", password: 1 }],
  ])("a body of %s is refused quickly and without a stack", async (_name, body) => {
    const headers = { "content-type": "application/json" };
    const started = performance.now();
    const reply = await ask(node, "sysAuth/login", { body, headers, ip: newIp() });
    expect(reply.status).toBe(400);
    expect(performance.now() - started).toBeLessThan(500);
    expect(reply.text).not.toMatch(/\bat \S+:\d+:\d+/);
  });

  test("a password of a megabyte is refused", async () => {
    const body = { account: "admin", password: "x".repeat(1_000_000) };
    expect((await ask(node, "sysAuth/login", { body, ip: newIp() })).status).toBe(413);
  });

  test("an unknown, a disabled and a known account get one and the same answer", async () => {
    const known = await buildPerson(node);
    const disabled = await buildPerson(node, { status: 2 });
    const homeless = await buildPerson(node, { tenantStatus: 2 });
    const locked = await buildPerson(node);
    await failTimes(10, locked.account);
    const shape = async (account: string, password: string) => {
      const { status, text } = await trySignIn(node, account, password);
      return [status, text.replace(/"(requestId|time)":"[^"]*"/g, "")];
    };
    const neutral = await shape(known.account, wrong);
    expect(await shape("nobody-at-all", wrong)).toEqual(neutral);
    expect(await shape(disabled.account, wrong)).toEqual(neutral);
    expect(await shape(disabled.account, disabled.password)).toEqual(neutral);
    expect(await shape(homeless.account, homeless.password)).toEqual(neutral);
    expect(await shape(locked.account, locked.password)).toEqual(neutral);
  });

  test("an unknown account takes as long as a known one", async () => {
    const timed = async (work: () => Promise<unknown>) => {
      const started = performance.now();
      await work();
      return performance.now() - started;
    };
    const time = (account: string) =>
      timed(() => ask(node, "sysAuth/login", { body: { account, password: wrong }, ip: newIp() }));
    const { passwords } = signInServicesOf(node.platform).keys;
    const [known, unknown, hashing]: [number[], number[], number[]] = [[], [], []];
    await time("warm-up");
    for (let round = 0; round < 5; round += 1) {
      const people = [
        await buildPerson(node),
        await buildPerson(node),
        await buildPerson(node),
        await buildPerson(node),
      ];
      for (const { account } of people) {
        known.push(await time(account));
        unknown.push(await time(`nobody-${round}-${account}`));
        hashing.push(await timed(() => passwords.matches(wrong, undefined)));
      }
      // Many failing accounts at once would look like spraying and ask for a picture.
      node.clock.forward(10 * minute);
    }
    // The lower quartile: a machine with other work makes single answers late, but none of them early.
    const usual = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 4)] ?? 0;
    // What would be saved for a name that nobody has, on this machine at this moment, is the hashing.
    expect(Math.abs(usual(known) - usual(unknown))).toBeLessThan(usual(hashing) / 2);
  });
});

describe("locking an account", () => {
  test("ten wrong passwords lock it for thirty minutes, the right one included", async () => {
    const person = await buildPerson(node);
    await failTimes(10, person.account);
    expect((await trySignIn(node, person.account, person.password)).bizCode).toBe("sysAuth.signInFailed");
    node.clock.forward(29 * minute);
    expect((await trySignIn(node, person.account, person.password)).status).toBe(400);
    node.clock.forward(2 * minute);
    expect((await trySignIn(node, person.account, person.password)).status).toBe(200);
    expect((await eventsOf("accountLocked")).length).toBeGreaterThan(0);
  });

  test("a hundred tries at once are judged ten times at most", async () => {
    const person = await buildPerson(node);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_unused, index) =>
        ask(index % 2 ? node : second, "sysAuth/login", {
          body: { account: person.account, password: wrong },
          ip: newIp(),
        }),
      ),
    );
    expect(replies.every(({ status }) => status === 400 || status === 429)).toBe(true);
    const judged = await node.platform.db
      .selectFrom("securityEvents")
      .select("detail")
      .where("kind", "=", "signInRefused")
      .where("userId", "=", person.id)
      .execute();
    expect(
      judged.filter(({ detail }) => (detail as { reason?: string }).reason === "notAccepted").length,
    ).toBeLessThanOrEqual(10);
    const next = await ask(node, "sysAuth/login", { body: person, ip: newIp() });
    expect(["sysAuth.signInFailed", "sysAuth.captchaRequired"]).toContain(next.bizCode);
  });

  test("every way of typing an account counts on one counter", async () => {
    const person = await buildPerson(node, { account: `Clerk${Date.now() % 100_000}` });
    const wide = [...person.account].map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).join("");
    const ways = [person.account, `${person.account} `, person.account.toUpperCase(), wide, `${person.account}\u200b`];
    for (let round = 0; round < 2; round += 1) for (const way of ways) await trySignIn(node, way, wrong);
    expect((await trySignIn(node, person.account, person.password)).status).toBe(400);
  });

  test("wrong passwords on two nodes add up", async () => {
    const person = await buildPerson(node);
    await failTimes(10, person.account, (index) => (index % 2 ? node : second));
    expect((await trySignIn(node, person.account, person.password)).status).toBe(400);
    expect((await trySignIn(second, person.account, person.password)).status).toBe(400);
  });

  test("a sign-in in between starts the count anew", async () => {
    const person = await buildPerson(node);
    for (let round = 0; round < 2; round += 1) {
      await failTimes(9, person.account);
      expect((await trySignIn(node, person.account, person.password)).status).toBe(200);
    }
  });

  test("the lock of an account nobody has is counted too", async () => {
    await failTimes(10, "ghost-account");
    const event = (await eventsOf("accountLocked")).at(-1);
    expect(event?.userId).toBeNull();
    expect(JSON.stringify(event)).not.toContain("ghost-account");
  });
});

describe("limits of a source", () => {
  test("the twenty-first try of a minute is refused, whatever address the caller claims", async () => {
    const ip = newIp();
    const codes = new Set<number>();
    for (let index = 0; index < 30; index += 1) {
      const claimed = `192.0.2.${index}`;
      const headers = {
        "x-forwarded-for": claimed,
        "x-real-ip": claimed,
        "x-clientid": String(index),
        forwarded: `for=${claimed}`,
      };
      const { status, headers: answer } = await ask(node, "sysAuth/login", {
        body: { account: `x${index}`, password: wrong },
        ip,
        headers,
      });
      codes.add(status);
      if (status === 429) expect(Number(answer["retry-after"])).toBeGreaterThan(0);
    }
    expect(codes.has(429)).toBe(true);
    node.clock.forward(minute);
    expect((await ask(second, "sysAuth/login", { body: { account: "x", password: wrong }, ip })).status).toBe(400);
    node.clock.forward(30 * minute);
  });

  test("eleven accounts from one address ask for a picture", async () => {
    const ip = newIp();
    for (let index = 0; index < 10; index += 1) {
      expect(
        (await ask(node, "sysAuth/login", { body: { account: `target-${index}`, password: wrong }, ip })).bizCode,
      ).toBe("sysAuth.signInFailed");
    }
    const eleventh = await ask(node, "sysAuth/login", { body: { account: "target-11", password: wrong }, ip });
    expect(eleventh.bizCode).toBe("sysAuth.captchaRequired");
    node.clock.forward(30 * minute);
  });

  test("many accounts failing within minutes force the picture on everyone and raise one alarm", async () => {
    for (let index = 0; index < 20; index += 1) await trySignIn(node, `sprayed-${index}`, wrong);
    const bystander = await buildPerson(node);
    const reply = await ask(second, "sysAuth/login", { body: bystander, ip: newIp() });
    expect(reply.bizCode).toBe("sysAuth.captchaRequired");
    const alarms = await eventsOf("sprayingSuspected");
    expect(alarms.length).toBeGreaterThan(0);
    node.clock.forward(30 * minute);
    expect((await ask(node, "sysAuth/login", { body: bystander, ip: newIp() })).status).toBe(200);
  });
});

describe("the picture", () => {
  let person: Someone;
  beforeAll(async () => {
    node.clock.forward(60 * minute);
    person = await buildPerson(node);
  });

  test("is asked for at the sixth try although it is switched off", async () => {
    const victim = await buildPerson(node);
    const ips = Array.from({ length: 6 }, newIp);
    for (const ip of ips.slice(0, 5)) {
      expect(
        (await ask(node, "sysAuth/login", { body: { account: victim.account, password: wrong }, ip })).bizCode,
      ).toBe("sysAuth.signInFailed");
    }
    const sixth = await ask(node, "sysAuth/login", {
      body: { account: victim.account, password: victim.password },
      ip: ips[5] ?? "",
    });
    expect(sixth.bizCode).toBe("sysAuth.captchaRequired");
  });

  test("is good once, for its own id, from its own network, within its minute, and burns when answered wrong", async () => {
    await setSetting(node, "sys_captcha", "True");
    const ip = newIp();
    const attempt = (answer: object, from = ip, at = node) =>
      ask(at, "sysAuth/login", { body: { ...person, ...answer }, ip: from });
    const once = await readPicture(node, ip);
    expect((await attempt(once, ip, second)).status).toBe(200);
    expect((await attempt(once)).bizCode).toBe("sysAuth.captchaWrong");
    expect((await attempt({ codeId: "", code: once.code })).bizCode).toBe("sysAuth.captchaRequired");
    expect((await attempt({ codeId: "someone-elses", code: once.code })).bizCode).toBe("sysAuth.captchaWrong");
    const burnt = await readPicture(node, ip);
    expect((await attempt({ ...burnt, code: "WRONG1" })).bizCode).toBe("sysAuth.captchaWrong");
    expect((await attempt(burnt)).bizCode).toBe("sysAuth.captchaWrong");
    expect((await attempt(await readPicture(node, ip), newIp())).bizCode).toBe("sysAuth.captchaWrong");
    const stale = await readPicture(node, ip);
    node.clock.forward(61_000);
    expect((await attempt(stale)).bizCode).toBe("sysAuth.captchaWrong");
    await setSetting(node, "sys_captcha", "False");
  });

  test("never carries its answer in the reply", async () => {
    const { result, text } = await ask(node, "sysAuth/captcha", { method: "GET", ip: newIp() });
    expect(Object.keys(result).sort()).toEqual(["expirySeconds", "id", "img", "mediaType"]);
    // Pixels: no letters, and no outlines that name them by their number and order.
    const { width, height, channels, data } = decode(Buffer.from(result.img, "base64"));
    expect([result.mediaType, width, height, channels]).toEqual(["image/png", 180, 60, 1]);
    expect(data.filter((shade) => shade < 128).length).toBeGreaterThan(500);
    expect(text).not.toMatch(/"answer"/);
  });

  test("is not switched off for anyone by the sign-in of the API documents", async () => {
    await setSetting(node, "sys_captcha", "True");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const form = `UserName=${person.account}&Password=${encodeURIComponent(person.password)}`;
    const [door, ...others] = await Promise.all([
      ask(node, "swagger/submitUrl", { body: form, headers, ip: newIp() }),
      ...Array.from({ length: 20 }, () => ask(node, "sysAuth/login", { body: person, ip: newIp() })),
    ]);
    expect(door?.text).toBe("401");
    expect(others.map(({ bizCode }) => bizCode)).toEqual(others.map(() => "sysAuth.captchaRequired"));
    await setSetting(node, "sys_captcha", "False");
  });
});

test("signing in again opens another session, whatever words the caller brings along", async () => {
  node.clock.forward(60 * minute);
  const person = await buildPerson(node);
  const first = await trySignIn(node, person.account, person.password);
  const again = await trySignIn(node, person.account, person.password, newIp(), {
    ...bearer(first.result),
    cookie: "sid=chosen",
  });
  const word = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sid;
  expect(word(again.result.accessToken)).not.toBe(word(first.result.accessToken));
  expect(
    (await ask(node, "sysOnlineUser/ownList", { method: "GET", headers: bearer(again.result) })).result,
  ).toHaveLength(2);
});

test("nobody is told the names of tenants before signing in", async () => {
  for (const path of ["sysTenant/list", "sysTenant/page"])
    expect([401, 404]).toContain((await ask(node, path, { body: {} })).status);
  expect([401, 404]).toContain((await ask(node, "sysTenant/list", { method: "GET" })).status);
});

test("a tenant named in the body changes nothing", async () => {
  const person = await buildPerson(node);
  const other = await buildPerson(node);
  const reply = await ask(node, "sysAuth/login", {
    body: { account: person.account, password: person.password, tenantId: other.tenantId },
    ip: newIp(),
  });
  const info = await ask(node, "sysAuth/userInfo", { method: "GET", headers: bearer(reply.result) });
  expect(info.result.tenantId).toBe(person.tenantId);
});
