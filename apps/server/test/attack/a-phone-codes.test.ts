import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { provideSms } from "../../src/modules/system/auth/index.ts";
import type { TestApp } from "../app.ts";
import { ask, buildPerson, newIp, readPicture, realNode, setSetting, trySignIn, twoNodes } from "./visitor.ts";

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

describe("codes sent to a phone", () => {
  const sent = new Map<string, string>();
  beforeAll(() => {
    for (const each of [node, second])
      provideSms(each.platform, { send: async ({ phone, code }) => void sent.set(phone, code) });
  });
  const send = (phone: string, ip = newIp()) => ask(node, "sysAuth/sendPhoneCode", { body: { phone }, ip });
  const enter = (phone: string, code: string, at = node, headers = {}) =>
    ask(at, "sysAuth/loginPhone", { body: { phone, code }, ip: newIp(), headers });

  test("open the account once, on another node too", async () => {
    await buildPerson(node, { phone: "13800000001" });
    expect((await send("13800000001")).status).toBe(200);
    const code = sent.get("13800000001") ?? "";
    expect(code).toMatch(/^\d{6}$/);
    expect((await enter("13800000001", code, second)).result.outcome).toBe("signedIn");
    expect((await enter("13800000001", code)).bizCode).toBe("sysAuth.phoneCodeWrong");
  });

  test("go to other countries only where the settings take their numbers", async () => {
    await setSetting(node, "sys_phone_international", "True");
    await buildPerson(node, { phone: "+442079460018" });
    expect((await send("+44 20 7946 0018")).status).toBe(200);
    await setSetting(node, "sys_phone_international", "False");
    const code = sent.get("+442079460018") ?? "";
    expect((await enter("+442079460018", code)).bizCode).toBe("platform.phoneElsewhere");
    expect((await send("+442079460018")).bizCode).toBe("platform.phoneElsewhere");
  });

  test("are burned by five wrong tries", async () => {
    await buildPerson(node, { phone: "13800000002" });
    await send("13800000002");
    const code = sent.get("13800000002") ?? "";
    for (let guess = 0; guess < 5; guess += 1) {
      const digits = String((Number(code) + guess + 1) % 1_000_000).padStart(6, "0");
      expect((await enter("13800000002", digits, guess % 2 ? node : second)).status).toBe(400);
    }
    expect((await enter("13800000002", code)).bizCode).toBe("sysAuth.phoneCodeWrong");
  });

  test("end after five minutes and are bound to the device that asked", async () => {
    await buildPerson(node, { phone: "13800000003" });
    await send("13800000003");
    const foreign = await enter("13800000003", sent.get("13800000003") ?? "", node, { "user-agent": "another device" });
    expect(foreign.bizCode).toBe("sysAuth.phoneCodeWrong");
    node.clock.forward(5 * minute);
    expect((await enter("13800000003", sent.get("13800000003") ?? "")).bizCode).toBe("sysAuth.phoneCodeWrong");
  });

  test("are sent once a minute and five times an hour to a phone, and twenty times an hour for an address", async () => {
    expect((await send("13800000004")).status).toBe(200);
    const tooSoon = await send("13800000004");
    expect([tooSoon.status, tooSoon.bizCode]).toEqual([429, "sysAuth.phoneCodeTooSoon"]);
    for (let index = 0; index < 4; index += 1) {
      node.clock.forward(minute);
      expect((await send("13800000004")).status).toBe(200);
    }
    node.clock.forward(minute);
    expect((await send("13800000004")).bizCode).toBe("sysAuth.tooManyTries");
    const ip = newIp();
    const statuses = new Map<number, number>();
    for (let index = 0; index < 50; index += 1) {
      const body = { phone: `139000000${String(index).padStart(2, "0")}`, ...(await readPicture(node, ip)) };
      const { status } = await ask(node, "sysAuth/sendPhoneCode", { body, ip });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(200)).toBe(20);
    expect(statuses.get(429)).toBe(30);
    node.clock.forward(61 * minute);
  });

  test("go to mainland mobile numbers only", async () => {
    for (const phone of ["+18005550100", "12345678901", "009613800000000", "1390000"])
      expect((await send(phone)).status).toBe(400);
  });

  test("are answered alike for numbers nobody has, which get no message", async () => {
    await buildPerson(node, { phone: "13800000005" });
    const known = await send("13800000005");
    const unknown = await send("13800000006");
    expect([unknown.status, unknown.result]).toEqual([known.status, known.result]);
    expect(sent.has("13800000006")).toBe(false);
    const body = (reply: { text: string }) => reply.text.replace(/"(requestId|time)":"[^"]*"/g, "");
    expect(body(await enter("13800000006", "123456"))).toBe(body(await enter("13800000005", "000000")));
  });

  test("are not enough for an account that reaches far", async () => {
    await buildPerson(node, { phone: "13800000007", accountType: AccountType.SuperAdmin });
    await send("13800000007");
    expect((await enter("13800000007", sent.get("13800000007") ?? "")).bizCode).toBe("sysAuth.phoneNotEnough");
  });

  test("are refused where no provider is set up, and the lock of the account holds", async () => {
    const bare = await realNode(node.database, node.clock, {
      NODE_ENV: "production",
      COUNTINGHOUSE_PUBLIC_URL: "https://house.example",
      COUNTINGHOUSE_SECRET: "k3Vw8Zq2Lx7Tn5Rb9Yc4Hd6Jf1Gp0SmW8uQ",
    });
    const reply = await ask(bare, "sysAuth/sendPhoneCode", { body: { phone: "13800000008" }, ip: newIp() });
    expect([reply.status, reply.bizCode]).toEqual([503, "sysAuth.smsUnavailable"]);
    const checked = await ask(bare, "swagger/submitUrl", { body: { UserName: "a", Password: "b" }, ip: newIp() });
    expect(checked.text).toBe("401");
    await bare.close();
    const person = await buildPerson(node, { phone: "13800000008" });
    for (let round = 0; round < 10; round += 1) await trySignIn(node, person.account, "not the password 11");
    await send("13800000008");
    expect((await enter("13800000008", sent.get("13800000008") ?? "")).bizCode).toBe("sysAuth.phoneCodeWrong");
  });
});
