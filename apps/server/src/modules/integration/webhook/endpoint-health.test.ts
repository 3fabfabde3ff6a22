import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildUser } from "../../../../test/people.ts";
import { Sending } from "../../../../test/sending.ts";

let sending: Sending;
beforeAll(async () => {
  sending = await Sending.start();
});
afterAll(() => sending.close());
beforeEach(() => sending.renew());

describe("an endpoint", () => {
  test("is switched off by an answer that it is gone, and its people and other endpoints are told", async () => {
    const userId = await buildUser(sending.app, { ...sending.place, accountType: AccountType.Member });
    await sending.app.platform.db
      .updateTable("users")
      .set({ merchantId: sending.merchantId })
      .where("id", "=", userId)
      .execute();
    const other = await sending.newEndpoint({ name: "Other", url: `${sending.receiver.url}/other` });
    sending.receiver.answer = (response) => void response.writeHead(410).end();
    await sending.happen();
    await sending.send();
    expect(await sending.endpoint()).toMatchObject({ status: "auto_disabled", statusReason: "gone", version: 2 });
    expect(await sending.deliveries()).toMatchObject([{ status: "dead", lastHttpStatus: 410 }]);
    expect((await sending.deliveries(other)).map(({ eventType }) => eventType).sort()).toEqual([
      "order.paid",
      "webhook_endpoint.disabled",
    ]);
    const notices = await sending.app.platform.db
      .selectFrom("noticeUsers")
      .select("userId")
      .where("userId", "=", userId)
      .execute();
    expect(notices).toEqual([{ userId }]);
  });

  test("is switched off after five days without one success and fifty failures, not before", async () => {
    sending.receiver.answer = (response) => void response.writeHead(500).end();
    for (let index = 0; index < 50; index += 1) await sending.happen();
    await sending.send();
    expect(await sending.endpoint()).toMatchObject({ status: "enabled" });
    sending.app.clock.forward(5 * 86_400_000);
    await sending.happen();
    await sending.send();
    expect(await sending.endpoint()).toMatchObject({ status: "auto_disabled", statusReason: "failing" });
    const sent = sending.receiver.received.length;
    sending.app.clock.forward(86_400_000);
    await sending.send();
    expect(sending.receiver.received).toHaveLength(sent);
  });

  test("that answers once begins its five days anew", async () => {
    sending.receiver.answer = (response) => void response.writeHead(500).end();
    for (let index = 0; index < 50; index += 1) await sending.happen();
    await sending.send();
    sending.app.clock.forward(86_400_000);
    sending.receiver.answer = (response) => void response.writeHead(204).end();
    await sending.happen();
    await sending.send();
    sending.app.clock.forward(5 * 86_400_000);
    sending.receiver.answer = (response) => void response.writeHead(500).end();
    await sending.happen();
    await sending.send();
    expect(await sending.endpoint()).toMatchObject({ status: "enabled" });
  });

  test("that is paused is sent nothing", async () => {
    await sending.happen();
    await sending.app.platform.db
      .updateTable("webhookEndpoints")
      .set({ status: "disabled" })
      .where("merchantId", "=", sending.merchantId)
      .execute();
    await sending.send();
    expect(sending.receiver.received).toEqual([]);
    expect(await sending.deliveries()).toMatchObject([{ status: "queued" }]);
  });

  test("that never answers costs its own time-out and no more", async () => {
    await sending.app.platform.db
      .updateTable("webhookEndpoints")
      .set({ timeoutSeconds: 3 })
      .where("merchantId", "=", sending.merchantId)
      .execute();
    sending.receiver.answer = () => {};
    await sending.happen();
    const began = performance.now();
    await sending.send();
    expect(performance.now() - began).toBeLessThan(4_500);
    expect(await sending.attempts()).toMatchObject([{ httpStatus: null, error: "timeout", isSuccess: false }]);
  });

  test("keeps nothing of what a private address answers, however much it pours out", async () => {
    sending.receiver.answer = (response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write("x".repeat(1_024)), 1);
      response.on("close", () => clearInterval(pour));
      response.write("\u0000\u001b[31mred\n");
    };
    await sending.happen();
    await sending.send();
    const [attempt] = await sending.attempts();
    expect([attempt?.httpStatus, attempt?.responseHead]).toEqual([200, ""]);
    expect(await sending.deliveries()).toMatchObject([{ status: "delivered" }]);
  });
});

describe("an address that policy forbids", () => {
  const loopback = () => `${sending.receiver.url}/forbidden`;
  const forbidden: [name: string, parts: () => { mode: "live" | "test"; url: string }, testHosts: readonly string[]][] =
    [
      ["this machine, in live mode", () => ({ mode: "live", url: loopback() }), ["127.0.0.1"]],
      ["this machine, where no setting names it", () => ({ mode: "test", url: loopback() }), []],
      [
        "an IPv4 address inside an IPv6 one",
        () => ({ mode: "test", url: loopback().replace("127.0.0.1", "[::ffff:127.0.0.1]") }),
        ["127.0.0.1"],
      ],
      [
        "credentials in the address",
        () => ({ mode: "test", url: loopback().replace("//", "//good:pass@") }),
        ["127.0.0.1"],
      ],
      ["a private network", () => ({ mode: "test", url: "http://10.0.0.1/hooks" }), ["127.0.0.1"]],
      ["the metadata service", () => ({ mode: "test", url: "http://169.254.169.254/latest/meta-data" }), ["127.0.0.1"]],
      ["a port of another service", () => ({ mode: "live", url: "https://hooks.example.com:6379/" }), ["127.0.0.1"]],
    ];

  test.each(forbidden)("is not called: %s", async (_name, parts, testHosts) => {
    const { mode, url } = parts();
    sending.endpointId = await sending.newEndpoint({ mode, url });
    await sending.happen({ mode });
    await sending.send({ testHosts });
    expect(sending.receiver.received).toEqual([]);
    expect((await sending.attempts()).filter((one) => one.endpointId === sending.endpointId)).toMatchObject([
      { httpStatus: null, error: "addressNotAllowed", responseHead: null },
    ]);
  });
});
