import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { actorOf, buildOperator, buildOrg, buildTenant, buildUser } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const rights = ["page", "detail", "add", "update", "delete", "public", "cancel"].map((name) => `sysNotice:${name}`);
const text = { title: "Closed on Friday", content: "All day.\n<b>Bold</b>" };

/** An author with one branch in scope, a reader in it, and one outside. */
async function buildOffice() {
  const { tenantId, orgId: root } = await buildTenant(app);
  const orgId = await buildOrg(app, { tenantId, pid: root });
  const author = app.as(await buildOperator(app, { tenantId, orgId, permissions: rights, dataScope: 3 }));
  const inside = await buildUser(app, { tenantId, orgId });
  const outside = await buildUser(app, { tenantId, orgId: root });
  return {
    tenantId,
    orgId,
    author,
    inside,
    reader: app.as(await actorOf(app, inside)),
    stranger: app.as(await actorOf(app, outside)),
  };
}

describe("sysNotice.add and update", () => {
  test("name the caller as author, whatever the body says, and keep markup as text", async () => {
    const { author, orgId } = await buildOffice();
    const id = await author.call(sysNotice, "add", { ...text, publicUserId: 1, status: 1 } as never);
    expect(await author.call(sysNotice, "detail", { id })).toMatchObject({ ...text, status: 0, publicOrgId: orgId });
    await author.call(sysNotice, "update", { ...text, id, title: "Closed on Monday" });
    expect(await author.call(sysNotice, "detail", { id })).toMatchObject({ title: "Closed on Monday", version: 2 });
  });

  test("refuse to edit what is published", async () => {
    const { author } = await buildOffice();
    const id = await author.call(sysNotice, "add", text);
    await author.call(sysNotice, "public", { id });
    expect(await author.send(sysNotice, "update", { ...text, id })).toMatchObject({
      status: 409,
      bizCode: "sysNotice.notDraft",
    });
  });
});

describe("sysNotice.public", () => {
  test("reaches the users in the author's scope and tells them", async () => {
    const { author, reader, stranger, inside } = await buildOffice();
    const id = await author.call(sysNotice, "add", text);
    await author.call(sysNotice, "public", { id });
    expect(await reader.call(sysNotice, "unReadList", {})).toMatchObject([{ id, status: 1 }]);
    expect(await stranger.call(sysNotice, "unReadList", {})).toEqual([]);
    const event = await app.platform.db
      .selectFrom("outboxEvents")
      .selectAll()
      .where("topic", "=", "notice.published")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(event.payload).toEqual({ noticeId: id });
    expect((event.audience as { userIds: number[] }).userIds).toContain(inside);
  });

  test("happens once", async () => {
    const { author } = await buildOffice();
    const id = await author.call(sysNotice, "add", text);
    const answers = await Promise.all([
      author.send(sysNotice, "public", { id }),
      author.send(sysNotice, "public", { id }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("sysNotice.cancel and delete", () => {
  test("take a notice back from its readers, then remove it", async () => {
    const { author, reader } = await buildOffice();
    const id = await author.call(sysNotice, "add", text);
    expect(await author.send(sysNotice, "cancel", { id })).toMatchObject({
      status: 409,
      bizCode: "sysNotice.notPublished",
    });
    await author.call(sysNotice, "public", { id });
    expect(await author.send(sysNotice, "delete", { id })).toMatchObject({
      status: 409,
      bizCode: "sysNotice.published",
    });
    await author.call(sysNotice, "cancel", { id });
    expect(await reader.call(sysNotice, "unReadList", {})).toEqual([]);
    expect((await reader.call(sysNotice, "pageReceived", {})).total).toBe(0);
    await author.call(sysNotice, "delete", { id });
    expect(await author.send(sysNotice, "detail", { id })).toMatchObject({ status: 404 });
  });
});

describe("sysNotice.setRead and pageReceived", () => {
  test("mark a received notice once, and filter by read state and title", async () => {
    const { author, reader } = await buildOffice();
    const id = await author.call(sysNotice, "add", text);
    await author.call(sysNotice, "public", { id });
    await reader.call(sysNotice, "setRead", { id });
    app.clock.forward(60_000);
    await reader.call(sysNotice, "setRead", { id });
    const { items } = await reader.call(sysNotice, "pageReceived", { title: "friday", readStatus: 1 });
    expect(items).toMatchObject([{ noticeId: id, readStatus: 1, sysNotice: { title: text.title } }]);
    expect((await reader.call(sysNotice, "pageReceived", { readStatus: 0 })).items).toEqual([]);
    expect((await reader.call(sysNotice, "pageReceived", { title: "%" })).items).toEqual([]);
    expect(await reader.call(sysNotice, "unReadList", {})).toEqual([]);
  });

  test("do not find a notice that was not received", async () => {
    const { author, stranger } = await buildOffice();
    const id = await author.call(sysNotice, "add", text);
    await author.call(sysNotice, "public", { id });
    expect(await stranger.send(sysNotice, "setRead", { id })).toMatchObject({
      status: 404,
      bizCode: "platform.notFound",
    });
  });
});

describe("sysNotice.page", () => {
  test("shows an author only their own notices, in their tenant", async () => {
    const [one, two] = [await buildOffice(), await buildOffice()];
    const id = await one.author.call(sysNotice, "add", text);
    expect((await one.author.call(sysNotice, "page", {})).items.map((notice) => notice.id)).toEqual([id]);
    expect((await two.author.call(sysNotice, "page", {})).items).toEqual([]);
    for (const [name, input] of [
      ["detail", { id }],
      ["update", { ...text, id }],
      ["public", { id }],
      ["delete", { id }],
    ] as const) {
      expect(await two.author.send(sysNotice, name, input)).toMatchObject({ status: 404 });
    }
  });
});
