import { goLive } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { merchantDocument } from "@countinghouse/contract/merchants/merchant-file/merchant-document.ts";
import { merchantOwner } from "@countinghouse/contract/merchants/merchant-file/merchant-owner.ts";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOffice } from "../../../../test/offices.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const resources = [merchantOwner, merchantDocument, goLive];

async function office() {
  const built = await buildOffice(app, resources);
  return { ...built, merchantId: await buildMerchant(app, built.place) };
}

const ada = { name: "Ada Shaw", role: "owner", country: "GB", birthDate: "1980-03-04" } as const;

/** Uploads a file in parts. */
async function sendFile(client: TestClient, id: string, content: Buffer): Promise<void> {
  for (let at = 0; at < content.length; at += filePartBytes)
    await client.call(merchantDocument, "upload", {
      id,
      part: at / filePartBytes + 1,
      data: content.subarray(at, at + filePartBytes).toString("base64"),
    });
}

const pdf = (bytes: number): Buffer => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes - 9, 7)]);
const proof = { kind: "registration", fileName: "Registration 证书.pdf" } as const;

describe("merchantOwner", () => {
  test("holds who is behind a merchant, never more than the whole of it", async () => {
    const { maker, merchantId } = await office();
    const id = await maker.call(merchantOwner, "add", { merchantId, ...ada, share: 600_000 });
    const second = { merchantId, ...ada, name: "Tom Rowe", share: 400_001 };
    const refused = await maker.send(merchantOwner, "add", second);
    expect(refused).toMatchObject({ status: 409, bizCode: "merchantOwner.sharesExceeded" });
    expect(refused.body.message).toContain("40 % are left");
    await maker.call(merchantOwner, "add", { ...second, share: 400_000 });
    await maker.call(merchantOwner, "update", { ...ada, id, version: 1, share: 500_000 });
    expect(await maker.send(merchantOwner, "update", { ...ada, id, version: 1, share: 1 })).toMatchObject({
      bizCode: "platform.stale",
    });
    const owners = await maker.call(merchantOwner, "ofMerchant", { merchantId });
    expect(owners.map(({ name, share }) => [name, share])).toEqual([
      ["Ada Shaw", 500_000],
      ["Tom Rowe", 400_000],
    ]);
    await maker.call(merchantOwner, "delete", { id });
    expect(await maker.send(merchantOwner, "detail", { id })).toMatchObject({ status: 404 });
  });

  test("is not there for an operator of another tenant", async () => {
    const [here, elsewhere] = [await office(), await office()];
    const id = await here.maker.call(merchantOwner, "add", { merchantId: here.merchantId, ...ada });
    expect(await elsewhere.maker.send(merchantOwner, "detail", { id })).toMatchObject({ status: 404 });
    expect(await elsewhere.maker.call(merchantOwner, "ofMerchant", { merchantId: here.merchantId })).toEqual([]);
    expect(await elsewhere.maker.send(merchantOwner, "add", { merchantId: here.merchantId, ...ada })).toMatchObject({
      status: 404,
    });
  });
});

describe("merchantDocument", () => {
  test("comes in parts, is given back byte for byte, and counts once somebody verified it", async () => {
    const { maker, checker, merchantId } = await office();
    await maker.call(merchantOwner, "add", { merchantId, ...ada });
    const content = pdf(filePartBytes + 10);
    const id = await maker.call(merchantDocument, "add", { merchantId, ...proof, fileBytes: content.length });
    expect(await maker.send(merchantDocument, "verify", { id })).toMatchObject({ bizCode: "platform.wrongState" });
    expect(await maker.send(merchantDocument, "download", { id })).toMatchObject({ status: 404 });
    await sendFile(maker, id, content);
    const file = await app.server.inject({
      url: `/api/merchantDocument/download?id=${id}`,
      headers: maker.headers,
    });
    expect(file.headers["content-type"]).toBe("application/pdf");
    expect(file.rawPayload.equals(content)).toBe(true);
    const itemOf = async () => (await maker.call(goLive, "checklist", { merchantId })).items[1];
    expect(await itemOf()).toMatchObject({ state: "waiting", note: "documentsWaiting" });
    await checker.call(merchantDocument, "verify", { id });
    expect(await itemOf()).toMatchObject({ state: "done", values: { owners: "1", documents: "1" } });
    await checker.call(merchantDocument, "reject", { id, reason: "Not legible" });
    expect(await maker.call(merchantDocument, "detail", { id })).toMatchObject({
      status: "rejected",
      decisionReason: "Not legible",
    });
    expect(await itemOf()).toMatchObject({ state: "missing", note: "documentsNone" });
  });

  test("proves nothing after its last day", async () => {
    const { maker, merchantId } = await office();
    await maker.call(merchantOwner, "add", { merchantId, ...ada });
    const input = { merchantId, ...proof, fileBytes: 20, expireDay: "2026-11-20" };
    const id = await maker.call(merchantDocument, "add", input);
    await sendFile(maker, id, pdf(20));
    await maker.call(merchantDocument, "verify", { id });
    const { items } = await maker.call(goLive, "checklist", { merchantId });
    expect(items[1]).toMatchObject({ state: "missing", note: "documentsExpired" });
  });

  test("is refused where it is no document, too large, or its parts are out of order", async () => {
    const { maker, merchantId } = await office();
    expect(await maker.send(merchantDocument, "add", { merchantId, ...proof, fileBytes: 10_485_761 })).toMatchObject({
      bizCode: "merchantDocument.fileTooLarge",
    });
    const id = await maker.call(merchantDocument, "add", { merchantId, ...proof, fileBytes: 14 });
    const data = Buffer.from("<script>x</scr").toString("base64");
    expect(await maker.send(merchantDocument, "upload", { id, part: 2, data })).toMatchObject({
      bizCode: "merchantDocument.partOutOfOrder",
    });
    expect(await maker.send(merchantDocument, "upload", { id, part: 1, data })).toMatchObject({
      bizCode: "merchantDocument.fileType",
    });
  });
});
