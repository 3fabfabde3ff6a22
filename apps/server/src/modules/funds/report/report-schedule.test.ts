import { reportSchedule } from "@countinghouse/contract/funds/report/report-schedule.ts";
import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { type MailServer, startMailServer } from "../../../../test/mail-server.ts";
import { actorOf, buildRole, buildTenant, buildUser } from "../../../../test/people.ts";
import { sftpPassword, sftpUser, startSftpServer } from "../../../../test/sftp-server.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { sealSecret } from "../file-endpoint/endpoint-connection.service.ts";
import { nextTime, spanOf } from "./report-schedule.policy.ts";
import { reportScheduleWorkers } from "./report-schedule.worker.ts";

type Given = CallInput<(typeof reportSchedule)["operations"]["add"]>;

let app: TestApp;
let mails: MailServer;
let userId: number;
let own: TestClient;
let colleague: string;
let roleId: number;

const permissions = ["page", "detail", "add", "update", "setStatus", "send", "delete"].map(
  (one) => `reportSchedule:${one}`,
);

beforeAll(async () => {
  mails = await startMailServer();
  app = await buildTestApp({
    environment: {
      COUNTINGHOUSE_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      COUNTINGHOUSE_SMTP_TLS: "off",
      COUNTINGHOUSE_SMTP_USER: "books",
      COUNTINGHOUSE_SMTP_PASSWORD: "pass",
      COUNTINGHOUSE_MAIL_FROM: "books@house.example",
    },
  });
  const place = await buildTenant(app);
  roleId = await buildRole(app, {
    ...place,
    permissions: [...permissions, "reportByGateway:download"],
    dataScope: 1,
  } as never);
  userId = await buildUser(app, { ...place, roleIds: [roleId] } as never);
  colleague = "ada@house.example";
  const other = await buildUser(app, { ...place, roleIds: [roleId] } as never);
  const clerk = await buildUser(app, place);
  const branchRole = await buildRole(app, {
    ...place,
    permissions: ["reportByGateway:download"],
    dataScope: 3,
  } as never);
  const branch = await buildUser(app, { ...place, roleIds: [branchRole] } as never);
  for (const [id, email] of [
    [clerk, "clerk@house.example"],
    [branch, "branch@house.example"],
  ] as const)
    await app.platform.db.updateTable("users").set({ email }).where("id", "=", id).execute();
  await app.platform.db.updateTable("users").set({ email: colleague }).where("id", "=", other).execute();
  own = app.as(await actorOf(app, userId));
});
afterAll(async () => {
  await app?.close();
  await mails?.close();
});

let serial = 0;
const given = (more: Partial<Given> = {}): Given => {
  serial += 1;
  return {
    name: `Every Monday ${serial}`,
    report: "reportByGateway",
    span: "last7",
    groupBy: "account",
    timeZone: "Asia/Shanghai",
    cadence: "weekly",
    onDay: 1,
    atTime: "08:00",
    recipients: [colleague],
    ...more,
  };
};

const [due, sender] = [0, 1].map((place) => () => {
  const worker = reportScheduleWorkers(app.platform)[place];
  if (!worker) throw new Error("there is no such worker");
  return worker;
}) as [() => ReturnType<typeof reportScheduleWorkers>[number], () => ReturnType<typeof reportScheduleWorkers>[number]];

describe("when a report is made", () => {
  const at = (text: string) =>
    new Date(
      nextTime({ cadence: "weekly", onDay: 1, atTime: "08:00", timeZone: "Asia/Shanghai" }, Date.parse(text)),
    ).toISOString();

  test("is the next time on the clock of its zone, and never the same time twice", () => {
    expect(at("2026-11-22T00:00:00.000Z")).toBe("2026-11-23T00:00:00.000Z");
    expect(at("2026-11-23T00:00:00.000Z")).toBe("2026-11-30T00:00:00.000Z");
    const berlin = { cadence: "daily", atTime: "02:30", timeZone: "Europe/Berlin" } as const;
    // The clock goes from two to three that night.
    expect(new Date(nextTime(berlin, Date.parse("2026-03-28T12:00:00.000Z"))).toISOString()).toBe(
      "2026-03-29T01:30:00.000Z",
    );
    const monthly = { cadence: "monthly", onDay: 28, atTime: "00:00", timeZone: "UTC" } as const;
    expect(new Date(nextTime(monthly, Date.parse("2026-02-28T00:00:00.000Z"))).toISOString()).toBe(
      "2026-03-28T00:00:00.000Z",
    );
  });

  test("covers full days before it alone", () => {
    expect(spanOf("last7", "2026-11-23")).toEqual({ fromDay: "2026-11-16", toDay: "2026-11-22" });
    expect(spanOf("lastMonth", "2026-03-31")).toEqual({ fromDay: "2026-02-01", toDay: "2026-02-28" });
    expect(spanOf("thisMonth", "2026-03-01")).toEqual({ fromDay: "2026-02-01", toDay: "2026-02-28" });
  });
});

describe("reportSchedule", () => {
  test("is made when it is due, once, kept among the downloads and mailed to the colleague", async () => {
    const id = await own.call(reportSchedule, "add", given());
    const { nextTime: first } = await own.call(reportSchedule, "detail", { id });
    app.clock.forward(Date.parse(first) - app.clock.now().getTime() + 1_000);
    const jobs: { readonly data: unknown }[] = [];
    const job = jobContext(app);
    await due().run(
      {
        ...job,
        inCommand: (work, options) =>
          job.inCommand(
            (ctx) =>
              work({
                ...ctx,
                enqueue: async (one: unknown) => {
                  jobs.push(one as never);
                },
              } as never),
            options,
          ),
      },
      {},
    );
    expect(jobs.map(({ data }) => data)).toEqual([{ id, due: first }]);
    await sender().run(jobContext(app), { id, due: first });
    const row = await own.call(reportSchedule, "detail", { id });
    expect(row).toMatchObject({ lastState: "sent", lastError: null });
    expect(Date.parse(row.nextTime) - Date.parse(first)).toBe(7 * 86_400_000);
    expect(mails.mails.map(({ to }) => to)).toEqual([colleague]);
    expect(mails.mails[0]?.source).toContain(".csv");
    const runs = await own.call(sysJobRun, "list", {});
    expect(runs).toMatchObject([{ kind: "reportByGateway.download", state: "done" }]);
  });

  test.each([
    ["a day that does not go with how often it is made", { cadence: "daily" as const }, "dayNotOfCadence"],
    ["a weekday beyond Sunday", { onDay: 8 }, "dayNotOfCadence"],
    ["rows that the report does not have", { groupBy: "merchant" as const }, "groupNotOfReport"],
    [
      "a report that may not be exported",
      { report: "reportByDomain" as const, groupBy: "domain" as const },
      "notAllowed",
    ],
    ["a stranger's address", { recipients: ["eve@else.example"] }, "unknownRecipient"],
    [
      "a colleague who may not export it",
      { recipients: ["ada@house.example", "clerk@house.example"] },
      "recipientMayNot",
    ],
    ["a colleague who sees less", { recipients: ["Branch@house.example"] }, "recipientMayNot"],
  ])("refuses %s", async (_what, more, refusal) => {
    expect((await own.send(reportSchedule, "add", given(more))).bizCode).toBe(`reportSchedule.${refusal}`);
  });

  test("refuses a second one of the same name, and shows nobody else's", async () => {
    const one = given();
    await own.call(reportSchedule, "add", one);
    expect((await own.send(reportSchedule, "add", one)).bizCode).toBe("reportSchedule.duplicateName");
    const stranger = app.as({ ...(await actorOf(app, userId)), userId: 990_099 });
    expect((await stranger.call(reportSchedule, "page", {})).total).toBe(0);
  });

  test("is sent by hand once a minute", async () => {
    const id = await own.call(reportSchedule, "add", given({ name: "By hand" }));
    await own.call(reportSchedule, "send", { id });
    expect(await own.send(reportSchedule, "send", { id })).toMatchObject({
      status: 429,
      bizCode: "reportSchedule.sentJustNow",
    });
    app.clock.forward(60_000);
    expect((await own.send(reportSchedule, "send", { id })).status).toBe(200);
  });

  test("sends nothing to who left since, and tells when its maker may no longer export", async () => {
    const id = await own.call(reportSchedule, "add", given());
    const sent = mails.mails.length;
    const setStatus = (status: number) =>
      app.platform.db
        .updateTable("users")
        .set({ status } as never)
        .where("email", "=", colleague)
        .execute();
    await setStatus(2);
    await sender().run(jobContext(app), { id, due: app.clock.now().toISOString() });
    await setStatus(1);
    expect(mails.mails.length).toBe(sent);
    await app.platform.db
      .updateTable("users")
      .set({ status: 2 } as never)
      .where("id", "=", userId)
      .execute();
    await sender().run(jobContext(app), { id, due: app.clock.now().toISOString() });
    await app.platform.db
      .updateTable("users")
      .set({ status: 1 } as never)
      .where("id", "=", userId)
      .execute();
    expect(mails.mails.length).toBe(sent);
    expect(await own.call(reportSchedule, "detail", { id })).toMatchObject({ lastState: "failed" });
  });

  test("sends nothing to a colleague who may not export it any more", async () => {
    const id = await own.call(reportSchedule, "add", given());
    const sent = mails.mails.length;
    const { id: other } = await app.platform.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", colleague)
      .executeTakeFirstOrThrow();
    await app.platform.db.deleteFrom("userRoles").where("userId", "=", other).execute();
    await sender().run(jobContext(app), { id, due: app.clock.now().toISOString() });
    expect(mails.mails.length).toBe(sent);
    await app.platform.db.insertInto("userRoles").values({ userId: other, roleId }).execute();
    await sender().run(jobContext(app), { id, due: app.clock.now().toISOString() });
    expect(mails.mails.length).toBe(sent + 1);
  });

  test("tells why a mail was not taken", async () => {
    const id = await own.call(reportSchedule, "add", given());
    mails.refused.add(colleague);
    const last = { ...jobContext(app), attempt: 3 };
    await sender().run(last, { id, due: app.clock.now().toISOString() });
    mails.refused.delete(colleague);
    const row = await own.call(reportSchedule, "detail", { id });
    expect(row.lastError).toContain("did not take the mail");
  });

  test("puts the file to an endpoint as well, once for each time it is due, and to none that is switched off", async () => {
    const sftp = await startSftpServer("/reports");
    const { tenantId, orgId } = await actorOf(app, userId);
    const place = { tenantId, orgId };
    const endpointId = newId("fep", app.clock.now());
    await app.platform.db
      .insertInto("fileEndpoints")
      .values({
        id: endpointId,
        tenantId,
        name: "Group finance",
        protocol: "sftp",
        url: `sftp://127.0.0.1:${sftp.port}`,
        userName: sftpUser,
        hostKey: sftp.hostKey,
        folder: "/reports",
        secret: sealSecret(app.platform, endpointId, sftpPassword),
        secretTime: app.clock.now().toISOString(),
      } as never)
      .execute();
    const asked = given({ recipients: [], fileEndpointId: endpointId, timeZone: "UTC" });
    expect((await own.send(reportSchedule, "add", asked)).bizCode).toBe("reportSchedule.endpointUnknown");
    const chooserRole = await buildRole(app, {
      ...place,
      permissions: [...permissions, "reportByGateway:download", "fileEndpoint:list"],
      dataScope: 1,
    } as never);
    const chooserId = await buildUser(app, { ...place, roleIds: [chooserRole] } as never);
    const chooser = app.as(await actorOf(app, chooserId));
    const id = await chooser.call(reportSchedule, "add", asked);
    const due = "2026-11-23T00:00:00.000Z";
    for (const _time of [1, 2]) await sender().run(jobContext(app), { id, due });
    expect(await chooser.call(reportSchedule, "detail", { id })).toMatchObject({
      lastState: "sent",
      fileEndpointName: "Group finance",
    });
    const path = `/reports/reportByGateway_2026-11-16_2026-11-22_${id}.csv`;
    expect([...sftp.files.keys()]).toEqual([path]);
    const [run] = await chooser.call(sysJobRun, "list", {});
    expect(sftp.files.get(path)?.content.length).toBe((run as { fileBytes?: number } | undefined)?.fileBytes);
    await app.platform.db
      .updateTable("fileEndpoints")
      .set({ status: "disabled" })
      .where("id", "=", endpointId)
      .execute();
    await sender().run({ ...jobContext(app), attempt: 3 }, { id, due: "2026-11-30T00:00:00.000Z" });
    const failed = await chooser.call(reportSchedule, "detail", { id });
    expect(failed).toMatchObject({ lastState: "failed" });
    expect(failed.lastError).toContain("switched off");
    expect(sftp.files.size).toBe(1);
    await sftp.close();
  });
});
