import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newAccount } from "../src/http/control-routes.ts";
import { signatureHeaders } from "../src/notifications.ts";
import { type Bench, buildBench, buildReceiver } from "./bench.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await buildBench();
});
afterEach(() => bench.stop());

const hmac = (secret: string, text: string): string => createHmac("sha256", secret).update(text).digest("hex");

describe("signatures", () => {
  test("follow the published vector", () => {
    const account = { ...newAccount("any"), webhookSecret: "whsec_test_0001" };
    const body = '{"id":"evt_0001","type":"order.paid","data":{"orderNo":"OR20260521000001"}}';
    expect(signatureHeaders(account, body, 1_780_000_000_000)["x-webhook-signature"]).toBe(
      "t=1780000000,v1=0c886850b53f87922b0964e4d7d6325d50f64dbaae83e1a1e9d9c37c695bb680",
    );
  });

  test("cover instant and body in either wire, and are wrong on demand", async () => {
    const receiver = await buildReceiver();
    const send = async (changes: object) => {
      await bench.configure("sim_main", { webhookUrl: receiver.url, ...changes });
      await bench.pay("001");
      await bench.advance(0);
      const last = receiver.received.at(-1);
      if (!last) throw new Error("nothing was received");
      return last;
    };
    const native = await send({});
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(native.headers["x-webhook-signature"])) ?? [];
    expect(v1).toBe(hmac("whsec_sim_main_0001", `${t}.${native.body}`));
    const wrong = await send({ profiles: [{ name: "bad_signature" }] });
    const [, t2, v2] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(wrong.headers["x-webhook-signature"])) ?? [];
    expect(v2).not.toBe(hmac("whsec_sim_main_0001", `${t2}.${wrong.body}`));
    const other = await send({ profiles: [], face: "airwallex" });
    expect(other.headers["x-signature"]).toBe(
      hmac("whsec_sim_main_0001", `${other.headers["x-timestamp"]}${other.body}`),
    );
    await receiver.stop();
  });
});

describe("deliveries", () => {
  test("are tried again until they are acknowledged", async () => {
    const receiver = await buildReceiver(500, 302);
    await bench.configure("sim_main", { webhookUrl: receiver.url });
    const { body } = await bench.pay("001");
    await bench.advance(9);
    expect(receiver.received).toHaveLength(1);
    await bench.advance(1);
    expect(receiver.received).toHaveLength(2);
    await bench.advance(86_400);
    expect(receiver.received.map(({ headers }) => headers["x-delivery-try"])).toEqual(["1", "2", "3"]);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-event-id"])).size).toBe(1);
    const log = await bench.control("GET", `/notifications?objectId=${body.id}`);
    expect(log.body.data[0].deliveries.map(({ status }: { status: number }) => status)).toEqual([500, 302, 200]);
    await receiver.stop();
  });

  test("are sent again on demand: as they were, twice, or latest first", async () => {
    const receiver = await buildReceiver();
    await bench.configure("sim_main", { webhookUrl: receiver.url });
    const { body } = await bench.pay("003");
    await bench.advance(60);
    const resend = async (mode: string): Promise<string[]> => {
      receiver.received.length = 0;
      await bench.control("POST", "/notifications/resend", { mode, objectId: body.id });
      await bench.advance(1);
      return receiver.types();
    };
    expect(await resend("replay")).toEqual(["payment.pending", "payment.captured"]);
    expect(await resend("reorder")).toEqual(["payment.captured", "payment.pending"]);
    expect(await resend("duplicate")).toHaveLength(4);
    await receiver.stop();
  });

  test("go to this machine and to hosts that were named, nowhere else", async () => {
    const refused = await bench.configure("sim_main", { webhookUrl: "http://gateway.example/hook" });
    expect(refused.status).toBe(400);
    const wider = await buildBench({ allowedHosts: ["gateway.example"] });
    expect((await wider.configure("sim_main", { webhookUrl: "http://gateway.example/hook" })).status).toBe(200);
    await wider.stop();
  });
});

describe("the log", () => {
  test("holds no card number and no code", async () => {
    await bench.pay("101");
    await bench.call("POST", "/v1/payments?card=4008401010000002", {}, bench.as("sim_main"));
    expect(bench.log.length).toBeGreaterThan(1);
    expect(bench.log.join("\n")).not.toMatch(/\d{12,}/);
  });
});
