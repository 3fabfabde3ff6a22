import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { jobContext, sweepLog } from "../../../../test/jobs.ts";
import { buildTenant } from "../../../../test/people.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import type { ApplyNotification, GatewayNotification, NotificationResult } from "../../gateways/connector/index.ts";
import { parkWaitsSeconds } from "./inbound.policy.ts";
import { notificationBytesMax } from "./inbound.routes.ts";
import { inboundWorkers, oldNotifications, reprocessNotifications } from "./index.ts";

const secret = "whsec_sim_main_0001";
let app: TestApp;
let tenantId: number;
let accountId: string;
let token: string;

beforeAll(async () => {
  app = await buildTestApp({ environment: { COUNTINGHOUSE_SIMULATOR: "http://127.0.0.1:4100" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ tenantId } = await buildTenant(app));
  ({ accountId, token } = await buildAccount());
  app.jobs.length = 0;
});

async function buildAccount() {
  const credentials = { apiKey: "sk_sim_main_0001", webhookSecret: secret };
  const { gatewayAccountId } = await buildGateway(app, { tenantId, credentials });
  const { webhookToken } = await app.platform.db
    .selectFrom("gatewayAccounts")
    .select("webhookToken")
    .where("id", "=", gatewayAccountId)
    .executeTakeFirstOrThrow();
  return { accountId: gatewayAccountId, token: webhookToken };
}

let lastEvent = 0;
const newEvent = () => {
  lastEvent += 1;
  return `evt_${lastEvent}`;
};

const paymentOf = (changes: object = {}) => ({
  object: "payment",
  id: "pay_1",
  reference: "OR-1",
  attempt: "AT-1",
  status: "captured",
  amount: 10_000,
  capturedAmount: 10_000,
  refundedAmount: 0,
  currency: "USD",
  card: null,
  declineCode: null,
  issuerCode: null,
  threeDs: null,
  checks: null,
  nextAction: null,
  sequence: 1,
  updateTime: "2026-06-01T00:00:00.000Z",
  ...changes,
});

const eventOf = (id: string, object: object = paymentOf(), type = "payment.captured") =>
  JSON.stringify({
    id,
    type,
    createdAt: "2026-06-01T00:00:00.000Z",
    objectNo: "pay_1",
    objectSeq: 1,
    data: { object },
  });

const proofOf = (body: string | Buffer, key = secret) =>
  `t=1780272000,v1=${createHmac("sha256", key).update("1780272000.").update(body).digest("hex")}`;

interface Sent {
  readonly to?: string;
  readonly proof?: string;
  readonly headers?: Record<string, string>;
}

const notify = (body: string | Buffer, { to = token, proof = proofOf(body), headers = {} }: Sent = {}) =>
  app.server.inject({
    method: "POST",
    url: `/hooks/gateway/${to}`,
    headers: { "content-type": "application/json", "x-webhook-signature": proof, ...headers },
    payload: body,
  });

const rows = () =>
  app.platform.db
    .selectFrom("inboundNotifications")
    .selectAll()
    .where("gatewayAccountId", "=", accountId)
    .orderBy("createTime")
    .orderBy("id")
    .execute();

const exceptions = () =>
  app.platform.db
    .selectFrom("eventExceptionItems")
    .select(["level", "message", "objectId", "retry"])
    .where("tenantId", "=", tenantId)
    .execute();

/** Notifications passed to the payments module, and its answers. */
function keeper(...answers: (NotificationResult | Error)[]) {
  const given: GatewayNotification[] = [];
  const apply: ApplyNotification = async (_spine, notification) => {
    given.push(notification);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer ?? "processed";
  };
  return { given, apply };
}

/** Runs a notification job as a node would, with its own follow-up jobs captured by the test. */
async function work(apply: ApplyNotification, data: object) {
  const [worker] = inboundWorkers(app.platform, apply);
  const job = jobContext(app);
  const enqueue: JobContext["spine"]["enqueue"] = async (_db, request) => void app.jobs.push(request);
  await worker?.run({ ...job, spine: { ...job.spine, enqueue } }, data);
}

const queued = () => app.jobs.filter(({ queue }) => queue === "gateway-notification");

describe("POST /hooks/gateway/:token", () => {
  test("keeps the very bytes and a job before it says 200", async () => {
    const body = eventOf(newEvent()).replace('"id"', ' "id"');
    const answer = await notify(body, { headers: { authorization: "Bearer sk_1", "x-trace": "abc" } });
    expect(answer.statusCode).toBe(200);
    const [row] = await rows();
    expect(row).toMatchObject({
      tenantId,
      verdict: "valid",
      status: "received",
      eventType: "payment.captured",
      objectNo: "OR-1",
      mode: "test",
      bodySha256: createHash("sha256").update(body).digest("hex"),
    });
    expect(row?.body.toString()).toBe(body);
    expect(row?.headers).toMatchObject({
      authorization: "[redacted]",
      "x-webhook-signature": "[redacted]",
      "x-trace": "abc",
    });
    expect(queued()).toEqual([{ queue: "gateway-notification", data: { id: row?.id } }]);
  });

  test("takes ten copies at once for one", async () => {
    const body = eventOf(newEvent());
    const answers = await Promise.all(Array.from({ length: 10 }, () => notify(body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(await rows()).toMatchObject([{ copies: 9 }]);
    expect(queued()).toHaveLength(1);
  });

  test("sounds the alarm once when an event comes again with another body, and does not apply it", async () => {
    const id = newEvent();
    await notify(eventOf(id));
    const altered = eventOf(id, paymentOf({ capturedAmount: 1 }));
    for (let copy = 0; copy < 3; copy += 1) expect((await notify(altered)).statusCode).toBe(200);
    const kept = new Map((await rows()).map((row) => [row.verdict, row]));
    expect([...kept.keys()].sort()).toEqual(["altered_copy", "valid"]);
    expect(kept.get("valid")).toMatchObject({ status: "received" });
    expect(kept.get("altered_copy")).toMatchObject({ status: "failed", copies: 2 });
    expect(await exceptions()).toMatchObject([{ level: "critical" }]);
    expect(queued()).toHaveLength(1);
  });

  test.each([
    ["no proof", () => ({ proof: "" })],
    ["a proof by another key", (body: string) => ({ proof: proofOf(body, "whsec_other") })],
    ["two proofs", (body: string) => ({ proof: `${proofOf(body)}, ${proofOf(body)}` })],
    ["a proof of another version", (body: string) => ({ proof: proofOf(body).replace("v1", "v0") })],
    ["a thousand proofs", (body: string) => ({ proof: Array(60).fill(proofOf(body)).join(",") })],
  ])("refuses %s with 401 and applies nothing", async (_, sent) => {
    const body = eventOf(newEvent());
    const answer = await notify(body, sent(body));
    expect(answer.statusCode).toBe(401);
    expect(await rows()).toMatchObject([{ verdict: "invalid_signature", status: "failed" }]);
    expect(queued()).toEqual([]);
  });

  test("refuses a body that was altered after it was signed, by as little as a blank", async () => {
    const body = eventOf(newEvent());
    expect((await notify(`${body} `, { proof: proofOf(body) })).statusCode).toBe(401);
  });

  test("refuses what another account signed", async () => {
    const other = await buildAccount();
    const answer = await notify(eventOf(newEvent()), { to: other.token, proof: proofOf(eventOf("evt_0"), "whsec_x") });
    expect(answer.statusCode).toBe(401);
    expect(await rows()).toEqual([]);
  });

  test("keeps one row a minute of a flood without proof, and little of it", async () => {
    const body = `{"flood":"${"x".repeat(10_000)}"}`;
    for (let copy = 0; copy < 20; copy += 1) expect((await notify(body, { proof: "" })).statusCode).toBe(401);
    const kept = await rows();
    expect(kept.length).toBeLessThanOrEqual(2);
    expect(kept.reduce((sum, { copies }) => sum + copies + 1, 0)).toBe(20);
    expect(kept[0]?.body.length).toBe(4_096);
    expect(kept[0]?.bodyBytes).toBe(body.length);
  });

  test("answers an unknown address like any that does not exist", async () => {
    const unknown = await notify(eventOf(newEvent()), { to: "A".repeat(43) });
    const nowhere = await app.server.inject({ method: "POST", url: "/hooks/nowhere", payload: {} });
    expect(unknown.statusCode).toBe(404);
    expect(Object.keys(unknown.json())).toEqual(Object.keys(nowhere.json()));
    expect(unknown.json().extras.bizCode).toBe(nowhere.json().extras.bizCode);
  });

  test("takes bytes of any type, and none beyond 256 KB", async () => {
    const body = eventOf(newEvent());
    expect((await notify(body, { headers: { "content-type": "text/weird" } })).statusCode).toBe(200);
    const large = Buffer.alloc(notificationBytesMax + 1, 0x20);
    expect((await notify(large)).statusCode).toBe(413);
    expect(await rows()).toHaveLength(1);
  });

  test.each(["{", "null", '{"id":7}', "\u0000"])("keeps what is proven and reads as nothing: %j", async (body) => {
    expect((await notify(body)).statusCode).toBe(200);
    expect((await notify(body)).statusCode).toBe(200);
    expect(await rows()).toMatchObject([{ verdict: "unparsable", status: "failed", copies: 1 }]);
    expect(await exceptions()).toHaveLength(1);
    expect(queued()).toEqual([]);
  });
});

describe("working a notification off", () => {
  const received = async (object?: object, type?: string) => {
    await notify(eventOf(newEvent(), object, type));
    const [row] = await rows();
    if (!row) throw new Error("nothing was kept");
    app.jobs.length = 0;
    return row.id;
  };

  test("hands it to the keeper of payments, proven, with our words", async () => {
    const { given, apply } = keeper("processed");
    const id = await received();
    await work(apply, { id });
    expect(given).toMatchObject([
      {
        gatewayAccountId: accountId,
        eventType: "payment.captured",
        facts: [
          { subject: "payment", orderNo: "OR-1", attemptNo: "AT-1", upstreamSeq: 1, outcome: { kind: "captured" } },
        ],
      },
    ]);
    expect(await rows()).toMatchObject([{ status: "processed", attemptCount: 1, doneTime: expect.any(String) }]);
  });

  test("does a done one no second time", async () => {
    const { given, apply } = keeper("processed");
    const id = await received();
    for (let time = 0; time < 3; time += 1) await work(apply, { id });
    await work(apply, { id, again: true });
    expect(given).toHaveLength(1);
  });

  test("ignores what is old news, and what nobody handles without asking", async () => {
    const { given, apply } = keeper("ignored");
    await work(apply, { id: await received() });
    expect(await rows()).toMatchObject([{ status: "ignored", reason: "nothing_new" }]);
    const asked = given.length;
    const [id] = await received({ object: "dispute", id: "dsp_1" }, "dispute.opened").then(async () =>
      (await rows()).filter(({ status }) => status === "received").map((row) => row.id),
    );
    await work(apply, { id });
    expect(given).toHaveLength(asked);
    expect((await rows()).map(({ reason }) => reason)).toContain("not_handled");
  });

  test("parks one whose payment is unknown for ten tries within an hour, then tells people", async () => {
    const { given, apply } = keeper("unknown_object");
    const id = await received();
    const waits: unknown[] = [];
    await work(apply, { id });
    expect(await rows()).toMatchObject([{ status: "parked", reason: "unknown_object", attemptCount: 1 }]);
    for (let job = queued().at(-1); job; job = queued().at(-1)) {
      waits.push(job.startAfterSeconds);
      app.jobs.length = 0;
      await work(apply, job.data);
    }
    expect(waits).toEqual(parkWaitsSeconds);
    expect(parkWaitsSeconds).toHaveLength(10);
    expect(parkWaitsSeconds.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3_600);
    expect(given).toHaveLength(11);
    expect(await rows()).toMatchObject([{ status: "failed", attemptCount: 11 }]);
    expect(await exceptions()).toMatchObject([
      { level: "error", objectId: id, retry: { queue: "gateway-notification", data: { id, again: true } } },
    ]);
  });

  test("takes a parked one in once its payment is known", async () => {
    const { apply } = keeper("unknown_object", "processed");
    const id = await received();
    await work(apply, { id });
    await work(apply, { id });
    expect(await rows()).toMatchObject([{ status: "processed", reason: null, nextAttemptTime: null, attemptCount: 2 }]);
  });

  test("tries one that throws again later, and holds up no other", async () => {
    const poisoned = keeper(new Error("the books are closed"));
    const id = await received();
    await work(poisoned.apply, { id });
    expect(await rows()).toMatchObject([{ status: "parked", reason: "the books are closed" }]);
    await work(keeper("processed").apply, { id });
    expect(await rows()).toMatchObject([{ status: "processed" }]);
  });

  test("tells people at once of one that somebody has to look at", async () => {
    await work(keeper({ failed: "amount_mismatch" }).apply, { id: await received() });
    expect(await rows()).toMatchObject([{ status: "failed", reason: "amount_mismatch" }]);
    expect(await exceptions()).toHaveLength(1);
  });
});

describe("reprocessNotifications", () => {
  const contextOf = (tenant: number) => ({
    ...app.context(actor({ scope: { tenantId: tenant, orgIds: "all", selfOnly: false, merchantIds: "all" } })),
    enqueue: async (request: (typeof app.jobs)[number]) => void app.jobs.push(request),
  });

  test("puts one that was given up in line again, within the actor's scope", async () => {
    await notify(eventOf(newEvent()));
    const [row] = await rows();
    const id = row?.id ?? "";
    await work(keeper({ failed: "amount_mismatch" }).apply, { id });
    app.jobs.length = 0;
    const { tenantId: foreign } = await buildTenant(app);
    expect(await reprocessNotifications(contextOf(foreign), [id])).toBe(0);
    expect(await reprocessNotifications(contextOf(tenantId), [id])).toBe(1);
    expect(queued()).toEqual([{ queue: "gateway-notification", data: { id } }]);
    expect(await rows()).toMatchObject([{ status: "received", attemptCount: 0, reason: null }]);
  });

  test("leaves alone what is done and what was never proven", async () => {
    await notify(eventOf(newEvent()));
    await work(keeper("processed").apply, { id: (await rows())[0]?.id });
    await notify("{}", { proof: "" });
    const ids = (await rows()).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(await reprocessNotifications(contextOf(tenantId), ids)).toBe(0);
  });
});

describe("keeping", () => {
  const aged = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000).toISOString();
  const setAge = (createTime: string) =>
    app.platform.db
      .updateTable("inboundNotifications")
      .set({ createTime })
      .where("gatewayAccountId", "=", accountId)
      .execute();

  test("ends after half a year for what is done, never for what is not", async () => {
    await notify(eventOf(newEvent()));
    await setAge(aged(400));
    await sweepLog(app, oldNotifications);
    expect(await rows()).toHaveLength(1);
    await work(keeper("processed").apply, { id: (await rows())[0]?.id });
    await setAge(aged(179));
    await sweepLog(app, oldNotifications);
    expect(await rows()).toHaveLength(1);
    await setAge(aged(181));
    await sweepLog(app, oldNotifications);
    expect(await rows()).toEqual([]);
  });

  test("puts one in line again whose job got lost", async () => {
    await notify(eventOf(newEvent()));
    const [, overdue] = inboundWorkers(app.platform, keeper().apply);
    const job = jobContext(app);
    const enqueue: JobContext["spine"]["enqueue"] = async (_db, request) => void app.jobs.push(request);
    const look = () => overdue?.run({ ...job, spine: { ...job.spine, enqueue } }, {});
    const own = (await rows()).map(({ id }) => id);
    const mine = () => queued().filter(({ data }) => own.includes((data as { id: string }).id));
    app.jobs.length = 0;
    await look();
    expect(mine()).toEqual([]);
    await setAge(aged(1));
    await look();
    expect(mine()).toHaveLength(1);
  });
});
