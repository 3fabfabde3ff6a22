import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobContext } from "../../../../test/jobs.ts";
import { type SmallStore, startSmallStore } from "../../../../test/object-store.ts";
import { buildReconStage, type ReconStage } from "../../../../test/recon.ts";
import { settlementFile } from "../../../../test/settlement-file.ts";
import { type SftpServer, sftpPassword, sftpUser, startSftpServer } from "../../../../test/sftp-server.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { openBucket } from "../../../platform/files/object-bucket.ts";
import { sealSecret } from "../file-endpoint/endpoint-connection.service.ts";
import { reconWorkers } from "./recon.worker.ts";
import { quietMs } from "./recon-file-name.policy.ts";

let stage: ReconStage;
let sftp: SftpServer;
let store: SmallStore;
beforeAll(async () => {
  sftp = await startSftpServer();
  store = await startSmallStore();
  stage = await buildReconStage();
}, 60_000);
afterAll(async () => {
  await stage?.close();
  await sftp?.close();
  await store?.close();
});

/** An endpoint from which the files of the main account are fetched. */
async function fetchedFrom(endpoint: object, secret: string, filePattern = "settlement_*.csv"): Promise<string> {
  const { db, clock } = stage.app.platform;
  const id = newId("fep", clock.now());
  const tenantId = stage.place.tenantId;
  await db
    .insertInto("fileEndpoints")
    .values({
      id,
      tenantId,
      name: id,
      secret: sealSecret(stage.app.platform, id, secret),
      secretTime: clock.now().toISOString(),
      ...endpoint,
    } as never)
    .execute();
  await db.deleteFrom("reconSources").where("gatewayAccountId", "=", stage.accounts.main).execute();
  await db
    .insertInto("reconSources")
    .values({
      id: newId("rcs", clock.now()),
      tenantId,
      gatewayAccountId: stage.accounts.main,
      fileEndpointId: id,
      filePattern,
    } as never)
    .execute();
  return id;
}

const fileOf = (batchNo: number, mid = "sim_main") =>
  settlementFile({ mid, batchNo, at: stage.app.clock.now() }, [
    { type: "Settled", gross: "100.00", fee: "1.42", net: "98.58", upstreamReference: `pay_${batchNo}` },
    { type: "MerchantPayout", gross: "-98.58" },
  ]);

/** The hourly look, as the worker does it. */
async function hourly(): Promise<void> {
  const worker = reconWorkers(stage.app.platform).find(({ queue }) => queue === "recon.hourly");
  await worker?.run(jobContext(stage.app), {});
}

const batches = async () => (await stage.operator().call(recon, "page", { mode: "test", pageSize: 100 })).items;
const exceptions = async () =>
  (await stage.app.platform.db.selectFrom("eventExceptions").select(["eventType", "message"]).execute()).map(
    ({ eventType, message }) => `${eventType} ${message}`,
  );

test("files of an SFTP folder are taken in once each, those of their name that lie there whole", async () => {
  const { clock } = stage.app.platform;
  const old = new Date(clock.now().getTime() - quietMs);
  const id = await fetchedFrom(
    {
      protocol: "sftp",
      url: `sftp://127.0.0.1:${sftp.port}`,
      userName: sftpUser,
      hostKey: sftp.hostKey,
      folder: "/outbox",
    },
    sftpPassword,
  );
  const first = fileOf(1);
  sftp.put("/outbox/settlement_1.csv", first, old);
  sftp.put("/outbox/settlement_2.csv", fileOf(2), clock.now());
  sftp.put("/outbox/settlement_3.csv.part", fileOf(3), old);
  sftp.put("/outbox/other_4.csv", fileOf(4), old);
  sftp.put("/outbox/settlement_5.csv", fileOf(5, "somebody_else"), old);
  await hourly();
  expect((await batches()).map(({ fileName, source, batchNo }) => [fileName, source, batchNo])).toEqual([
    ["settlement_1.csv", "sftp", 1],
  ]);
  const told = (await exceptions()).filter((one) => one.includes("settlement_5.csv"));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("recon.otherAccount");
  stage.app.clock.forward(quietMs);
  await hourly();
  expect((await batches()).map(({ fileName, copies }) => [fileName, copies]).toSorted()).toEqual([
    ["settlement_1.csv", 0],
    ["settlement_2.csv", 0],
  ]);
  expect((await exceptions()).filter((one) => one.includes("settlement_5.csv"))).toHaveLength(1);
  // Written anew, it is looked at anew: the same content is the file that is there.
  sftp.put("/outbox/settlement_1.csv", first, new Date(old.getTime() + 1_000));
  await hourly();
  expect((await batches()).find(({ batchNo }) => batchNo === 1)?.copies).toBe(1);
  const endpoint = await stage.app.platform.db
    .selectFrom("fileEndpoints")
    .select(["lastVerdict", "version"])
    .where("id", "=", id)
    .executeTakeFirst();
  expect(endpoint).toEqual({ lastVerdict: "ok", version: 1 });
});

test("what stands in the way is told: a folder that is gone, a file that may not be read, an endpoint that is off", async () => {
  const old = new Date(stage.app.clock.now().getTime() - quietMs);
  const id = await fetchedFrom(
    {
      protocol: "sftp",
      url: `sftp://127.0.0.1:${sftp.port}`,
      userName: sftpUser,
      hostKey: sftp.hostKey,
      folder: "/gone",
    },
    sftpPassword,
  );
  const { db } = stage.app.platform;
  await hourly();
  expect((await exceptions()).at(-1)).toContain("recon.filesUnreachable");
  await db.updateTable("fileEndpoints").set({ folder: "/outbox" }).where("id", "=", id).execute();
  sftp.put("/outbox/settlement_6.csv", fileOf(6), old);
  sftp.forbidden.add("/outbox/settlement_6.csv");
  await hourly();
  const verdict = () => db.selectFrom("fileEndpoints").select("lastVerdict").where("id", "=", id).executeTakeFirst();
  expect(await verdict()).toEqual({ lastVerdict: "not_permitted" });
  // It stays where it is, and comes once it may be read.
  sftp.forbidden.clear();
  await hourly();
  expect((await batches()).map(({ batchNo }) => batchNo)).toContain(6);
  await db.updateTable("fileEndpoints").set({ status: "disabled" }).where("id", "=", id).execute();
  await hourly();
  expect((await exceptions()).at(-1)).toContain("recon.endpointOff");
});

test("files of a bucket are taken in as well, those of the folder itself", async () => {
  const bucketName = await store.makeBucket(false);
  const { endpoint: url, keyId: userName, secret, region } = store.settings;
  const bucket = openBucket({ store: store.settings, bucket: bucketName, prefix: "in/" });
  for (const [key, text] of [
    ["settlement_7.csv", fileOf(7)],
    ["settlement_8.csv", fileOf(8)],
    ["archive/settlement_9.csv", fileOf(9)],
  ] as const)
    await bucket.send({ method: "PUT", key, body: text });
  await fetchedFrom({ protocol: "s3", url, userName, region, bucket: bucketName, folder: "in" }, secret);
  await hourly();
  await hourly();
  const came = (await batches()).filter(({ source }) => source === "s3");
  expect(came.map(({ fileName, copies }) => [fileName, copies]).toSorted()).toEqual([
    ["settlement_7.csv", 0],
    ["settlement_8.csv", 0],
  ]);
});

test("a card number in the name of a file is kept nowhere, and the file is taken in once", async () => {
  const old = new Date(stage.app.platform.clock.now().getTime() - quietMs);
  await fetchedFrom(
    {
      protocol: "sftp",
      url: `sftp://127.0.0.1:${sftp.port}`,
      userName: sftpUser,
      hostKey: sftp.hostKey,
      folder: "/outbox",
    },
    sftpPassword,
    "till_*.csv",
  );
  sftp.put("/outbox/till_4111111111111111.csv", fileOf(41), old);
  sftp.put("/outbox/till_5555555555554444.csv", fileOf(42, "somebody_else"), old);
  await hourly();
  await hourly();
  const { db } = stage.app.platform;
  expect(await batches()).toContainEqual(
    expect.objectContaining({ fileName: "till_411111******1111.csv", batchNo: 41, copies: 0 }),
  );
  const kept = [
    await db.selectFrom("reconArrivals").selectAll().execute(),
    await db.selectFrom("auditEntries").select(["input", "changes"]).execute(),
    await exceptions(),
  ];
  expect(JSON.stringify(kept)).not.toMatch(/4111111111111111|5555555555554444/);
  expect((await exceptions()).filter((one) => one.includes("till_555555******4444.csv"))).toHaveLength(1);
});
