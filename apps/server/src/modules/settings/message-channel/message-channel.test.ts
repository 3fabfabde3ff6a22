import { type AddressInfo, createServer } from "node:net";
import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { messageChannel } from "@countinghouse/contract/settings/message-channel/message-channel.ts";
import { messageLog } from "@countinghouse/contract/settings/message-channel/message-log.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildTenant, buildUser } from "../../../../test/people.ts";
import type { MailMessage } from "../../../platform/outbound/mail.ts";
import type { OutboundPost } from "../../../platform/outbound/outbound-post.ts";
import { configuredSms, messageWorker } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type Adding = CallInput<(typeof messageChannel)["operations"]["add"]>;

const admin = () => app.as(actor({ provenAt: app.clock.now() }));
const add = (input: Adding) => admin().call(messageChannel, "add", input);

const posts: OutboundPost[] = [];
const mails: MailMessage[] = [];
let answer: { status: number; head: string };
const outbound = {
  post: async (post: OutboundPost) => {
    posts.push(post);
    return answer;
  },
  mail: async (_settings: unknown, mail: MailMessage) => void mails.push(mail),
};

beforeEach(async () => {
  await app.platform.db.deleteFrom("messageChannels").execute();
  await app.platform.db.deleteFrom("messageLogs").execute();
  [posts.length, mails.length, app.jobs.length] = [0, 0, 0];
  answer = { status: 200, head: "{}" };
});

const http: Adding = {
  kind: "sms_http",
  name: "House",
  url: "https://sms.example.com/send",
  template: '{"to":"{phone}","body":{"text":"{text}"}}',
  secret: "bearer-7Qm2Zx",
};
const aliyun: Adding = {
  kind: "sms_aliyun",
  name: "Aliyun",
  keyId: "key",
  secret: "aliyun-secret",
  signName: "账房",
  templateCode: "SMS_1",
};
const tencent: Adding = {
  ...aliyun,
  kind: "sms_tencent",
  name: "Tencent",
  appId: "1400000001",
  templateCode: "449739",
};
const smtp: Adding = {
  kind: "email_smtp",
  name: "Mail",
  host: "mail.example.com",
  port: 465,
  tls: "implicit",
  sender: "noreply@example.com",
};

const log = async () => (await admin().call(messageLog, "page", {})).items;
const testBy = async (input: Adding, recipient: string) => {
  const id = await add(input);
  await admin().call(messageChannel, "test", { id, recipient });
  await messageWorker(app.platform, outbound).run(jobContext(app), app.jobs.at(-1)?.data);
  return id;
};

describe("messageChannel.add and update", () => {
  test("keep the secret sealed and tell only that there is one", async () => {
    const id = await add(http);
    const told = await admin().call(messageChannel, "detail", { id });
    expect(told).toMatchObject({ kind: "sms_http", hasSecret: true });
    const stored = await app.platform.db.selectFrom("messageChannels").selectAll().execute();
    const audit = await app.platform.db.selectFrom("auditEntries").selectAll().execute();
    expect(JSON.stringify([told, stored, audit])).not.toContain("bearer-7Qm2Zx");
    await admin().call(messageChannel, "update", { id, name: "Renamed" });
    expect(await admin().call(messageChannel, "detail", { id })).toMatchObject({ name: "Renamed", hasSecret: true });
  });

  test("drop the secret when the address becomes another one, so that nobody else is told it", async () => {
    const id = await add(http);
    await admin().call(messageChannel, "update", { id, name: "House", url: "https://other.example.com/send" });
    expect(await admin().call(messageChannel, "detail", { id })).toMatchObject({ hasSecret: false });
  });

  test("take a second person where they decide who is handed the codes of a sign-in", async () => {
    const place = await buildTenant(app);
    const person = async () => {
      const userId = await buildUser(app, { ...place, accountType: AccountType.SuperAdmin });
      return app.as(actor({ ...place, userId, provenAt: app.clock.now() }));
    };
    const [asker] = [await person(), await person()];
    const reasoned = { headers: { "change-reason": "another provider" } };
    expect((await asker.send(messageChannel, "add", http, reasoned)).status).toBe(202);
    const id = await add(http);
    const { version } = await asker.call(messageChannel, "detail", { id });
    const moved = { id, version, name: http.name, url: "https://other.example.com/send" };
    expect((await asker.send(messageChannel, "update", moved, reasoned)).status).toBe(202);
    expect(await asker.call(messageChannel, "detail", { id })).toMatchObject({ url: http.url });
  });

  test.each([
    [{ ...http, url: undefined }, "needed", "url"],
    [{ ...aliyun, signName: " " }, "needed", "signName"],
    [{ ...aliyun, secret: undefined }, "needed", "secret"],
    [{ ...tencent, appId: undefined }, "needed", "appId"],
    [{ ...smtp, sender: undefined }, "needed", "sender"],
    [{ ...http, url: "http://sms.example.com/" }, "hostRefused", "url"],
    [{ ...http, url: "https://10.0.0.1/" }, "hostRefused", "url"],
    [{ ...smtp, host: "10.0.0.1" }, "mailHostRefused", "host"],
    [{ ...smtp, host: "0x7f.1" }, "mailHostRefused", "host"],
    [{ ...smtp, host: "[::1]" }, "mailHostRefused", "host"],
    [{ ...smtp, host: "intranet" }, "mailHostRefused", "host"],
    [{ ...smtp, host: "mail.example.com/x" }, "mailHostRefused", "host"],
    [{ ...smtp, host: "a@mail.example.com" }, "mailHostRefused", "host"],
    [{ ...http, template: "to={phone}" }, "templateMalformed", "template"],
    [{ ...http, template: '{"text":"{text}"}' }, "templateMalformed", "template"],
  ])("refuse what a provider cannot use %#", async (input, name, field) => {
    const refused = await admin().send(messageChannel, "add", input);
    expect(refused).toMatchObject({ status: 400, bizCode: `messageChannel.${name}` });
    expect(refused.body.extras?.fields).toMatchObject([{ field }]);
  });
});

describe("messageChannel.test", () => {
  test("by HTTP: fills the template in, with whatever stands in the text as text", async () => {
    await testBy({ ...http, name: 'House "A"' }, "138 0013 8000");
    expect(posts).toMatchObject([{ url: http.url, headers: { authorization: "Bearer bearer-7Qm2Zx" } }]);
    expect(JSON.parse(posts[0]?.body ?? "")).toEqual({
      to: "13800138000",
      body: { text: 'This is a test of House "A".' },
    });
    expect(await log()).toMatchObject([{ outcome: "sent", purpose: "test", recipient: "138****8000", failure: null }]);
  });

  test("by Aliyun: the call is signed, and the provider's number is kept", async () => {
    answer.head = '{"Code":"OK","Message":"OK","BizId":"9006^0","RequestId":"r"}';
    await testBy(aliyun, "13800138000");
    const sent = new URLSearchParams(posts[0]?.body);
    expect(posts[0]?.url).toBe("https://dysmsapi.aliyuncs.com/");
    expect(Object.fromEntries(sent)).toMatchObject({
      Action: "SendSms",
      Version: "2017-05-25",
      PhoneNumbers: "13800138000",
      SignName: "账房",
      TemplateCode: "SMS_1",
      TemplateParam: '{"code":"000000"}',
      Timestamp: app.clock.now().toISOString().replace(".000Z", "Z"),
    });
    expect(sent.get("Signature")).toMatch(/^[A-Za-z0-9+/]{27}=$/);
    expect(await log()).toMatchObject([{ outcome: "sent", providerRef: "9006^0" }]);
  });

  test("by Tencent Cloud: the call is signed, and the provider's number is kept", async () => {
    answer.head =
      '{"Response":{"SendStatusSet":[{"SerialNo":"5000:1","Code":"Ok","Message":"send success"}],"RequestId":"r"}}';
    await testBy(tencent, "13800138000");
    expect(posts[0]).toMatchObject({ url: "https://sms.tencentcloudapi.com/", headers: { "x-tc-action": "SendSms" } });
    expect(posts[0]?.headers.authorization).toMatch(
      /^TC3-HMAC-SHA256 Credential=key\/2026-11-21\/sms\/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=[0-9a-f]{64}$/,
    );
    expect(JSON.parse(posts[0]?.body ?? "")).toEqual({
      PhoneNumberSet: ["+8613800138000"],
      SmsSdkAppId: "1400000001",
      SignName: "账房",
      TemplateId: "449739",
      TemplateParamSet: ["000000"],
    });
    expect(await log()).toMatchObject([{ outcome: "sent", providerRef: "5000:1" }]);
  });

  test("by SMTP: connects to no machine inside, whatever its name is, and repeats nothing that it says", async () => {
    let callers = 0;
    const inside = createServer((socket) => {
      callers += 1;
      socket.end("220 inner secret\r\n");
    });
    await new Promise<void>((resolve) => inside.listen(0, "127.0.0.2", resolve));
    const { port } = inside.address() as AddressInfo;
    const id = await add({ ...smtp, port });
    await app.platform.db.updateTable("messageChannels").set({ host: "127.0.0.2" }).where("id", "=", id).execute();
    await admin().call(messageChannel, "test", { id, recipient: "ada@example.com" });
    await messageWorker(app.platform).run(jobContext(app), app.jobs.at(-1)?.data);
    expect(callers).toBe(0);
    expect(await log()).toMatchObject([{ outcome: "failed", failure: expect.stringContaining("bare address") }]);
    inside.close();
  });

  test("by SMTP: leaves without anything attached", async () => {
    await testBy(smtp, "ada@example.com");
    expect(mails).toMatchObject([{ to: "ada@example.com", text: "This is a test of Mail." }]);
    expect(await log()).toMatchObject([{ outcome: "sent", recipient: "a***@example.com" }]);
  });

  test.each([
    [http, { status: 503, head: "busy" }, "503 busy"],
    [
      aliyun,
      { status: 200, head: '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"too many"}' },
      "isv.BUSINESS_LIMIT_CONTROL too many",
    ],
    [aliyun, { status: 502, head: "<html>" }, "502 <html>"],
    [tencent, { status: 200, head: '{"Response":{"Error":{"Code":"AuthFailure","Message":"no"}}}' }, "AuthFailure no"],
    [tencent, { status: 200, head: '{"Response":{"SendStatusSet":[{"Code":"Limit","Message":"day"}]}}' }, "Limit day"],
    [tencent, { status: 200, head: "nonsense" }, "200 nonsense"],
  ])("writes down what a provider refuses with %#", async (input, refused, failure) => {
    answer = refused;
    await testBy(input, "13800138000");
    expect(await log()).toMatchObject([{ outcome: "failed", failure, providerRef: null }]);
  });

  test("refuses a recipient that is none of the channel's", async () => {
    const [phone, mail] = [await add(http), await add(smtp)];
    for (const [id, recipient] of [
      [phone, "ada@example.com"],
      [mail, "13800138000"],
    ] as const)
      expect(await admin().send(messageChannel, "test", { id, recipient })).toMatchObject({
        status: 400,
        bizCode: "messageChannel.recipientMalformed",
      });
  });
});

describe("codes for sign-in by phone", () => {
  const message = { phone: "13800138000", text: "Your code is 123456.", code: "123456" };

  test("leave by the first channel that takes them, and nobody's text or code is written down", async () => {
    await add({ ...http, orderNo: 10 });
    await add({ ...aliyun, orderNo: 20 });
    answer = { status: 500, head: "down" };
    const provider = await configuredSms(app.platform, {
      ...outbound,
      post: async (post) => {
        posts.push(post);
        return post.url.includes("aliyuncs") ? { status: 200, head: '{"Code":"OK","BizId":"1"}' } : answer;
      },
    });
    await provider?.send(message);
    expect(posts.map(({ url }) => new URL(url).host)).toEqual(["sms.example.com", "dysmsapi.aliyuncs.com"]);
    const written = await log();
    expect(written.map(({ outcome, purpose }) => [outcome, purpose])).toEqual(
      expect.arrayContaining([
        ["failed", "sign_in"],
        ["sent", "sign_in"],
      ]),
    );
    expect(JSON.stringify(written)).not.toMatch(/123456|13800138000/);
  });

  test("leave by none that is off, nor by mail", async () => {
    await add({ ...http, status: 2 });
    await add(smtp);
    expect(await configuredSms(app.platform, outbound)).toBeUndefined();
  });

  test("are offered in production once a channel is set up", async () => {
    const platform = { ...app.platform, config: { ...app.platform.config, isProduction: true } };
    expect(await configuredSms(platform, outbound)).toBeUndefined();
    await add(http);
    expect(await configuredSms(platform, outbound)).toBeDefined();
    expect(await app.anonymous.send(sysAuth, "sendPhoneCode", { phone: "13900139000" })).toMatchObject({ status: 200 });
  });
});
