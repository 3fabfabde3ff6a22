import { fileEndpoint } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { reconSource } from "@countinghouse/contract/funds/recon/recon-source.ts";
import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { type SmallStore, startSmallStore } from "../../../../test/object-store.ts";
import { buildTenant, buildUser, seatAdministrators, unique } from "../../../../test/people.ts";
import { type SftpServer, sftpPassword, sftpUser, startSftpServer } from "../../../../test/sftp-server.ts";
import { because } from "../../../../test/two-people.ts";
import { endpointUrl } from "./endpoint-connection.service.ts";

type Given = CallInput<(typeof fileEndpoint)["operations"]["add"]>;

let app: TestApp;
let sftp: SftpServer;
let store: SmallStore;
let place: { readonly tenantId: number; readonly orgId: number };

beforeAll(async () => {
  sftp = await startSftpServer();
  store = await startSmallStore();
  app = await buildTestApp();
  place = await buildTenant(app);
  await seatAdministrators(app, place, [101, 102]);
}, 60_000);
afterAll(async () => {
  await app?.close();
  await sftp?.close();
  await store?.close();
});

const operator = (userId = 101): TestClient => app.as(actor({ ...place, userId, provenAt: app.clock.now() }));

const ofSftp = (more: Partial<Given> = {}): Given => ({
  name: unique("Bank "),
  url: `sftp://127.0.0.1:${sftp.port}`,
  userName: sftpUser,
  hostKey: sftp.hostKey,
  folder: "/outbox",
  secret: sftpPassword,
  ...more,
});

/** Has a change asked for by one and agreed to by another; answers what it made. */
async function agreed(operation: "add" | "update", input: object): Promise<void> {
  const asked = await operator().send(fileEndpoint, operation, input as never, because("A new bank"));
  expect(asked).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
  const { changeRequestId } = asked.body.result as unknown as { changeRequestId: string };
  const { changes } = (await operator(102).call(changeRequest, "detail", { id: changeRequestId })) as {
    changes: unknown;
  };
  expect(JSON.stringify(changes)).not.toContain(sftpPassword);
  await operator(102).call(changeRequest, "approve", { id: changeRequestId });
}

async function added(given: Given): Promise<string> {
  await agreed("add", given);
  const { items } = await operator().call(fileEndpoint, "page", { name: given.name });
  return items[0]?.id ?? "";
}

describe("fileEndpoint.add and update", () => {
  test("take two people, keep the secret sealed, and tell it to nobody", async () => {
    const given = ofSftp();
    const id = await added(given);
    const row = await operator().call(fileEndpoint, "detail", { id });
    expect(row).toMatchObject({ protocol: "sftp", status: "enabled", lastVerdict: null, bucket: null });
    expect(JSON.stringify(row)).not.toContain(sftpPassword);
    const { secret } = await app.platform.db
      .selectFrom("fileEndpoints")
      .select("secret")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(secret).toMatch(/^v1\./);
    const trail = await app.platform.db.selectFrom("auditEntries").select(["input", "changes"]).execute();
    expect(JSON.stringify(trail)).not.toContain(sftpPassword);
    expect(JSON.stringify(trail)).not.toContain(secret);
    expect((await operator().send(fileEndpoint, "add", given)).bizCode).toBe("fileEndpoint.duplicate");
  });

  test.each([
    ["a path behind the host", { url: "sftp://files.bank.example/in" }, "urlRefused"],
    ["another protocol", { url: "ftp://files.bank.example" }, "urlRefused"],
    ["a bare address", { url: "sftp://10.0.0.1:22" }, "urlRefused"],
    ["a bare address in another spelling", { url: "sftp://2130706433" }, "urlRefused"],
    ["a user in the address", { url: "sftp://me@files.bank.example" }, "urlRefused"],
    ["http to a public host", { url: "http://s3.store.example", hostKey: null, bucket: "files" }, "urlRefused"],
    ["a bucket of SFTP", { bucket: "files" }, "notOfProtocol"],
    ["a host key of S3", { url: "https://s3.store.example", bucket: "files" }, "notOfProtocol"],
    ["S3 without a bucket", { url: "https://s3.store.example", hostKey: null }, "bucketNeeded"],
  ])("refuse %s", async (_what, more, refusal) => {
    expect(await operator().send(fileEndpoint, "add", ofSftp(more))).toMatchObject({
      status: 422,
      bizCode: `fileEndpoint.${refusal}`,
    });
  });

  test.each([["../in"], ["a/../b"], [".ssh"], ["a//b"]])("refuse the folder %s", async (folder) => {
    expect((await operator().send(fileEndpoint, "add", ofSftp({ folder }))).status).toBe(400);
  });

  test("ask for the secret anew where it would go to somebody else, and not where it stays with the same", async () => {
    const given = ofSftp();
    const id = await added(given);
    const { secret: _secret, ...same } = given;
    for (const more of [{ userName: "other" }, { url: "sftp://files.bank.example" }, { hostKey: null }])
      expect((await operator().send(fileEndpoint, "update", { ...same, id, ...more })).bizCode).toBe(
        "fileEndpoint.secretNeeded",
      );
    await agreed("update", { ...same, id, folder: "/inbox" });
    expect((await operator().call(fileEndpoint, "test", { id })).verdict).toBe("folder_missing");
    expect(
      (await operator().send(fileEndpoint, "update", { ...same, id, folder: "/inbox", remark: "Month end" })).status,
    ).toBe(200);
    const { endpoint: url, keyId: userName, secret } = store.settings;
    const bucket = await store.makeBucket(false);
    const { hostKey: _hostKey, ...elsewhere } = same;
    await agreed("update", { ...elsewhere, id, url, userName, secret, bucket, folder: "" });
    expect(await operator().call(fileEndpoint, "detail", { id })).toMatchObject({
      protocol: "s3",
      hostKey: null,
      bucket,
    });
    await agreed("update", { ...same, id, bucket: null, userName: "other", secret: "something" });
    expect((await operator().call(fileEndpoint, "test", { id })).verdict).toBe("credentials_refused");
  });
});

describe("fileEndpoint.test", () => {
  test("shows the key of a host that nobody confirmed, and tells it no secret", async () => {
    const given = ofSftp({ hostKey: null });
    const id = await added(given);
    const { secret: _secret, ...same } = given;
    const before = sftp.count.asked;
    expect(await operator().call(fileEndpoint, "test", { id })).toMatchObject({
      verdict: "host_key_unknown",
      hostKey: sftp.hostKey,
      fileCount: null,
    });
    expect(sftp.count.asked).toBe(before);
    // Its first key needs no secret anew: nobody was told one.
    await agreed("update", { ...same, id, hostKey: sftp.hostKey });
    expect(await operator().call(fileEndpoint, "test", { id })).toMatchObject({ verdict: "ok", fileCount: 0 });
  });

  test("gives a host with another key no secret either", async () => {
    const other = await startSftpServer();
    const id = await added(ofSftp({ hostKey: other.hostKey }));
    await other.close();
    const before = sftp.count.asked;
    expect(await operator().call(fileEndpoint, "test", { id })).toMatchObject({
      verdict: "host_key_changed",
      hostKey: sftp.hostKey,
    });
    expect(sftp.count.asked).toBe(before);
  });

  test("signs in by a private key as well, and says what a host refuses", async () => {
    const byKey = await added(ofSftp({ secret: sftp.privateKey }));
    expect((await operator().call(fileEndpoint, "test", { id: byKey })).verdict).toBe("ok");
    const wrong = await added(ofSftp({ secret: "wrong" }));
    expect((await operator().call(fileEndpoint, "test", { id: wrong })).verdict).toBe("credentials_refused");
    const broken = await added(ofSftp({ secret: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n" }));
    expect((await operator().call(fileEndpoint, "test", { id: broken })).verdict).toBe("credentials_refused");
  });

  test("reads a folder of a bucket, and says what its store refuses", async () => {
    const bucket = await store.makeBucket(false);
    const { endpoint: url, keyId: userName, secret, region } = store.settings;
    const given = { ...ofSftp(), url, userName, secret, region, hostKey: null, bucket, folder: "in/daily" };
    const id = await added(given);
    expect(await operator().call(fileEndpoint, "test", { id })).toMatchObject({ verdict: "ok", fileCount: 0 });
    for (const [more, verdict] of [
      [{ secret: "wrong" }, "credentials_refused"],
      [{ bucket: "nobodys" }, "folder_missing"],
    ] as const) {
      const other = await added({ ...given, ...more, name: unique("Store ") });
      expect((await operator().call(fileEndpoint, "test", { id: other })).verdict).toBe(verdict);
    }
  });

  test("reaches nothing inside that no setting names, whatever a name resolves to", () => {
    expect(endpointUrl("sftp://127.0.0.1:22", [])).toBeUndefined();
    expect(endpointUrl("http://127.0.0.1:9000", [])).toBeUndefined();
    expect(endpointUrl("sftp://files", [])).toBeUndefined();
    expect(endpointUrl("sftp://files:2222", ["files:2222"])?.host).toBe("files:2222");
    expect(endpointUrl("sftp://files:22", ["files:2222"])).toBeUndefined();
    expect(endpointUrl("sftp://FILES.bank.example", [])?.host).toBe("files.bank.example:22");
  });

  test("connects to no private address behind a public name", async () => {
    const id = await added(ofSftp({ url: "sftp://localhost.localdomain.invalid.example" }));
    expect((await operator().call(fileEndpoint, "test", { id })).verdict).toBe("unreachable");
    await app.platform.db
      .updateTable("fileEndpoints")
      .set({ url: `sftp://10.1.2.3:${sftp.port}` })
      .where("id", "=", id)
      .execute();
    expect((await operator().call(fileEndpoint, "test", { id })).verdict).toBe("address_refused");
  });
});

describe("fileEndpoint.delete and setStatus", () => {
  test("leave one alone that settings name, and offer none that is switched off", async () => {
    const id = await added(ofSftp());
    const { gatewayAccountId } = await buildGateway(app, { tenantId: place.tenantId });
    const asked = await operator().send(
      reconSource,
      "add",
      { gatewayAccountId, fileEndpointId: id, filePattern: "s_*.csv" },
      because("Files come by SFTP"),
    );
    const { changeRequestId } = asked.body.result as unknown as { changeRequestId: string };
    await operator(102).call(changeRequest, "approve", { id: changeRequestId });
    expect(await operator().send(fileEndpoint, "delete", { id })).toMatchObject({
      status: 409,
      bizCode: "fileEndpoint.inUse",
    });
    const { version } = await operator().call(fileEndpoint, "detail", { id });
    await operator().call(fileEndpoint, "setStatus", { id, version, status: "disabled" });
    expect(await operator().call(fileEndpoint, "list", { keyword: "Bank" })).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    const { gatewayAccountId: second } = await buildGateway(app, { tenantId: place.tenantId });
    expect((await operator().send(reconSource, "add", { gatewayAccountId: second, fileEndpointId: id })).bizCode).toBe(
      "reconSource.endpointUnknown",
    );
    expect((await operator().send(recon, "fetch", { gatewayAccountId })).bizCode).toBe("recon.noHouse");
  });

  test("of another tenant, an endpoint is not there", async () => {
    const id = await added(ofSftp());
    const elsewhere = await buildTenant(app);
    const stranger = app.as(
      actor({
        ...elsewhere,
        userId: await buildUser(app, elsewhere),
        provenAt: app.clock.now(),
        scope: { tenantId: elsewhere.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
      }),
    );
    for (const operation of ["detail", "test", "delete"] as const)
      expect((await stranger.send(fileEndpoint, operation, { id })).status).toBe(404);
  });
});
