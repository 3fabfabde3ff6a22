import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import { changeRequest, changeRequestHours } from "@countinghouse/contract/system/change-request/change-request.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { because, buildDeciders } from "../../../../test/two-people.ts";
import type { Actor } from "../../../platform/access/actor.ts";

const limit = "payment_due_approval_above";
const operations = [
  [sysConfig, "batchUpdate"],
  [sysConfig, "update"],
  [sysConfig, "saveSysInfo"],
  [sysUser, "grantRole"],
] as const;

let app: TestApp;
let maker: Actor;
let checker: Actor;
let other: Actor;
beforeAll(async () => {
  app = await buildTestApp();
  const people = await buildDeciders(app, 3, operations);
  [maker, checker, other] = people as [Actor, Actor, Actor];
});
afterAll(() => app.close());

const stored = async (code: string): Promise<string | null> =>
  (await app.platform.db.selectFrom("configs").select("value").where("code", "=", code).executeTakeFirstOrThrow())
    .value;
const set = (code: string, value: string) =>
  app.platform.db.updateTable("configs").set({ value }).where("code", "=", code).execute();
const fresh = (who: Actor) => app.as({ ...who, provenAt: app.clock.now() });
const asking = (who: Actor, value: string, code: string = limit, headers = because("the bank asks for it")) =>
  fresh(who).send(sysConfig, "batchUpdate", [{ code, value }], headers);
const idOf = ({ body }: Answer): string => (body.result as { changeRequestId: string }).changeRequestId;
const asked = async (value: string): Promise<string> => idOf(await asking(maker, value));
const rowOf = (id: string) =>
  app.platform.db.selectFrom("changeRequests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const auditOf = (operation: string) =>
  app.platform.db
    .selectFrom("auditEntries")
    .selectAll()
    .where("operation", "=", operation)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

beforeEach(async () => {
  await app.platform.db.deleteFrom("changeRequests").execute();
  await set(limit, "500");
});

describe("a change that takes two people", () => {
  test("is refused until whoever asks says why, and changes nothing", async () => {
    const answer = await asking(maker, "900000", limit, { headers: {} });
    expect(answer).toMatchObject({ status: 428, bizCode: "platform.reasonRequired" });
    expect(await app.platform.db.selectFrom("changeRequests").selectAll().execute()).toEqual([]);
    expect(await stored(limit)).toBe("500");
  });

  test("is recorded with what it would change and answered 202", async () => {
    const answer = await asking(maker, "900000", limit, because("银行要求"));
    expect(answer).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
    expect(answer.body.message).toContain((answer.body.result as { changeNo: string }).changeNo);
    expect(await stored(limit)).toBe("500");
    const seen = await fresh(checker).call(changeRequest, "detail", { id: idOf(answer) });
    expect(seen).toMatchObject({
      operation: "sysConfig.batchUpdate",
      status: "waiting",
      reason: "银行要求",
      createUserName: maker.realName,
      isOwn: false,
      hold: null,
      changes: [{ table: "configs", before: { value: "500" }, after: { value: "900000" } }],
    });
    expect(seen.approvers.map(({ id, hold }) => [id, hold])).toEqual(
      expect.arrayContaining([
        [maker.userId, "own"],
        [checker.userId, null],
      ]),
    );
    expect(await auditOf("changeRequest.ask")).toMatchObject({ actorId: maker.userId, reason: "银行要求" });
  });

  test("takes effect by somebody else's approval, and both are in the audit trail", async () => {
    const id = await asked("900000");
    expect(await fresh(checker).call(changeRequest, "approve", { id })).toBeNull();
    expect(await stored(limit)).toBe("900000");
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: "approved", sealed: null, decideUserId: checker.userId });
    expect(await auditOf("sysConfig.batchUpdate")).toMatchObject({
      actorId: checker.userId,
      input: [{ code: limit, value: "900000" }],
      reason: `${row.changeNo}, ${maker.realName}: the bank asks for it`,
    });
    expect(await auditOf("changeRequest.approve")).toMatchObject({ actorId: checker.userId, input: { id } });
  });

  test("is one where sensitive and plain settings are changed together, and by the site's form", async () => {
    const both = [
      { code: "sys_web_title", value: "Another" },
      { code: "sys_captcha", value: "True" },
    ];
    expect((await fresh(maker).send(sysConfig, "batchUpdate", both, because("x"))).status).toBe(202);
    expect(await stored("sys_web_title")).not.toBe("Another");
    const site = {
      sysTitle: "Site",
      sysViceTitle: "",
      sysViceDesc: "",
      sysWatermark: "",
      sysCopyright: "",
      sysIcp: "",
      sysIcpUrl: "",
    };
    expect(
      (await fresh(maker).send(sysConfig, "saveSysInfo", { ...site, sysSecondVer: true }, because("x"))).status,
    ).toBe(202);
  });

  test("is none where what it changes needs nobody else: texts of the site, and the same value again", async () => {
    expect((await asking(maker, "Other title", "sys_web_title", { headers: {} })).status).toBe(200);
    expect((await asking(maker, "500", limit, { headers: {} })).status).toBe(200);
  });

  test("answers a repeated request with the same key alike, and asks once", async () => {
    const headers = { headers: { ...because("again").headers, "idempotency-key": "the-same-key" } };
    const first = await asking(maker, "700", limit, headers);
    const second = await asking(maker, "700", limit, headers);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toEqual(first.body);
    expect((await app.platform.db.selectFrom("changeRequests").select("id").execute()).length).toBe(1);
  });

  test("is asked for once while it waits", async () => {
    await asked("700");
    expect(await asking(other, "800")).toMatchObject({ status: 409, bizCode: "changeRequest.alreadyAsked" });
  });

  test("is refused at once where it could never be carried out", async () => {
    expect((await asking(maker, "none at all")).bizCode).toBe("sysConfig.valueInvalid");
  });

  test("is one to switch the rule itself off", async () => {
    const answer = await asking(maker, "off", "change_approval");
    expect(answer.status).toBe(202);
    expect(await stored("change_approval")).toBe("auto");
  });
});

describe("changeRequest.refuse and withdraw", () => {
  test("end it for ever, by whom they are meant for", async () => {
    const id = await asked("700");
    expect((await fresh(maker).send(changeRequest, "refuse", { id, reason: "no" })).bizCode).toBe(
      "changeRequest.ownChange",
    );
    expect((await fresh(checker).send(changeRequest, "withdraw", { id })).bizCode).toBe("changeRequest.notOwn");
    await fresh(checker).call(changeRequest, "refuse", { id, reason: "too much" });
    expect(await rowOf(id)).toMatchObject({ status: "refused", decideReason: "too much", sealed: null });
    for (const step of ["approve", "withdraw"] as const)
      expect((await fresh(other).send(changeRequest, step, { id })).bizCode).toBe("changeRequest.decided");
    const again = await asked("700");
    await fresh(maker).call(changeRequest, "withdraw", { id: again });
    expect(await rowOf(again)).toMatchObject({ status: "withdrawn", sealed: null });
    expect(await stored(limit)).toBe("500");
  });
});

describe("a change that waits", () => {
  test("is over after 72 hours, and its rows may be asked about again", async () => {
    const id = await asked("700");
    app.clock.forward(changeRequestHours * 3_600_000);
    expect((await fresh(checker).send(changeRequest, "approve", { id })).bizCode).toBe("changeRequest.expired");
    const { items } = await fresh(checker).call(changeRequest, "page", { status: ["expired"] });
    expect(items.map((one) => one.id)).toEqual([id]);
    await asked("800");
    expect((await rowOf(id)).status).toBe("expired");
  });

  test("is overtaken where the record has changed since, says in what, and stays so", async () => {
    const id = await asked("700");
    await set(limit, "600");
    const answer = await fresh(checker).send(changeRequest, "approve", { id });
    expect(answer).toMatchObject({ status: 409, bizCode: "changeRequest.overtaken" });
    expect(answer.body.extras?.overtaken).toEqual(["value"]);
    expect(await stored(limit)).toBe("600");
    expect(await rowOf(id)).toMatchObject({ status: "stale", overtaken: ["value"], sealed: null });
    await set(limit, "500");
    expect((await fresh(checker).send(changeRequest, "approve", { id })).bizCode).toBe("changeRequest.decided");
  });

  test("is told by an event and waits in the inbox of those who may decide", async () => {
    const id = await asked("700");
    const { payload, audience } = await app.platform.db
      .selectFrom("outboxEvents")
      .selectAll()
      .where("topic", "=", "changeRequest.changed")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect({ payload, audience }).toEqual({
      payload: { id },
      audience: { tenantId: 1, permission: "changeRequest:page" },
    });
  });
});

describe("changes of a tenant", () => {
  test("take effect at once for as long as one person alone could approve, and two from the second on", async () => {
    const lone = await buildTestApp();
    try {
      const [first] = (await buildDeciders(lone, 1, operations)) as [Actor];
      await lone.platform.db.updateTable("users").set({ status: 2 }).where("id", "<>", first.userId).execute();
      const change = (value: string) =>
        lone.as({ ...first, provenAt: lone.clock.now() }).send(sysConfig, "batchUpdate", [{ code: limit, value }]);
      expect((await change("501")).status).toBe(200);
      expect(await lone.as(first).call(changeRequest, "rule", {})).toEqual({
        isInForce: false,
        isSwitchedOff: false,
        approvers: 1,
      });
      const [second] = (await buildDeciders(lone, 1, operations)) as [Actor];
      expect((await change("502")).status).toBe(428);
      // The refused call rolled back, and so recorded nothing; a request does.
      expect(
        (
          await lone
            .as({ ...first, provenAt: lone.clock.now() })
            .send(sysConfig, "batchUpdate", [{ code: limit, value: "502" }], because("x"))
        ).status,
      ).toBe(202);
      await lone.platform.db.updateTable("users").set({ status: 2 }).where("id", "=", second.userId).execute();
      await lone.platform.db.deleteFrom("changeRequests").execute();
      expect((await change("503")).status).toBe(428);
    } finally {
      await lone.close();
    }
  });
});
