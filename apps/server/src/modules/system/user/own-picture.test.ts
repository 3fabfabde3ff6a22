import { sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { pictureBytesMax, sysUser } from "@countinghouse/contract/system/user/user.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const uri = (bytes: Buffer, type = "image/png") => `data:${type};base64,${bytes.toString("base64")}`;
const read = (url: string) => app.server.inject({ url });

async function buildPerson() {
  const { tenantId, orgId } = await buildTenant(app);
  const who = await buildOperator(app, { tenantId, orgId });
  return { who, own: app.as(who) };
}

describe.each([
  ["uploadAvatar", "avatar"],
  ["uploadSignature", "signature"],
] as const)("sysUser.%s", (operation, field) => {
  test("keeps the caller's own picture in the place of the one before, as a file of theirs", async () => {
    const { who, own } = await buildPerson();
    const first = await own.call(sysUser, operation, { image: uri(png) });
    expect(first).toMatchObject({ suffix: "png", fileBytes: png.length });
    expect(await own.call(sysUser, "baseInfo", {})).toMatchObject({ [field]: first?.url });
    const shown = await read(first?.url ?? "");
    expect([shown.statusCode, shown.headers["content-type"], shown.rawPayload.equals(png)]).toEqual([
      200,
      "image/png",
      true,
    ]);
    expect(shown.headers["content-security-policy"]).toContain("sandbox");
    const second = await own.call(sysUser, operation, { image: uri(png) });
    expect(second?.url).not.toBe(first?.url);
    expect((await read(first?.url ?? "")).statusCode).toBe(404);
    const { items } = await app
      .as(actor())
      .call(sysFile, "page", { relationName: "sysUser", relationId: String(who.userId) });
    expect(items).toMatchObject([{ id: second?.id, status: "ready" }]);
  });

  test("takes it away where none is sent", async () => {
    const { own } = await buildPerson();
    const kept = await own.call(sysUser, operation, { image: uri(png) });
    expect(await own.call(sysUser, operation, { image: null })).toBeNull();
    expect(await own.call(sysUser, "baseInfo", {})).toMatchObject({ [field]: null });
    expect((await read(kept?.url ?? "")).statusCode).toBe(404);
  });

  test("refuses what is no picture, is too large, or could run in a browser", async () => {
    const { own } = await buildPerson();
    const large = Buffer.concat([png, Buffer.alloc(pictureBytesMax)]);
    for (const [image, bizCode] of [
      ["https://elsewhere.example/face.png", "sysUser.pictureMalformed"],
      [uri(large), "sysUser.pictureTooLarge"],
      [uri(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml"), "sysUser.pictureType"],
      [uri(Buffer.from("<html>"), "image/png"), "sysUser.pictureType"],
    ] as const)
      expect(await own.send(sysUser, operation, { image })).toMatchObject({ status: 400, bizCode });
    expect(await own.call(sysUser, "baseInfo", {})).toMatchObject({ [field]: null });
  });
});

test("nobody's picture is an address that somebody sends", async () => {
  const { own } = await buildPerson();
  await own.call(sysUser, "saveBaseInfo", {
    realName: "Myself",
    avatar: "https://elsewhere.example/seen.png",
  } as never);
  expect(await own.call(sysUser, "baseInfo", {})).toMatchObject({ avatar: null });
});

test("files that are no picture of a person are not read at the address of one", async () => {
  const admin = app.as(actor());
  const { id } = await admin.call(sysFile, "uploadFile", { fileName: "plan.png", fileBytes: png.length });
  await admin.call(sysFile, "uploadPart", { id, part: 1, data: png.toString("base64") });
  await app.platform.db.updateTable("sysFiles").set({ status: "ready" }).where("id", "=", id).execute();
  const { storeKey } = await app.platform.db
    .selectFrom("sysFiles")
    .select("storeKey")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect((await read(`/upload/picture/${storeKey}.png`)).statusCode).toBe(404);
});
