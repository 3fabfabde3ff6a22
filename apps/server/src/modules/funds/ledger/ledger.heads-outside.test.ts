import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildBookedMerchant } from "../../../../test/booked-merchant.ts";
import { startCephStore, whyNoCeph } from "../../../../test/ceph-store.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { sealBook, sealKeys } from "../../../../test/ledger.ts";
import { type MailServer, startMailServer } from "../../../../test/mail-server.ts";
import { type SmallStore, startSmallStore, type TestStore } from "../../../../test/object-store.ts";
import type { HeadsBucketSettings } from "../../../platform/config/outside-config.ts";
import { openBucket } from "../../../platform/files/object-bucket.ts";
import { connectOutside } from "../../../platform/outbound/guarded-call.ts";
import { sendMail } from "../../../platform/outbound/mail.ts";
import { ledgerWorkers } from "./index.ts";
import { checkHeadsBucket, createHeadBucket } from "./ledger.head-bucket.service.ts";
import { createHeadFolder } from "./ledger.head-folder.service.ts";
import { compareWithPublished } from "./ledger.heads.service.ts";

const noCeph = whyNoCeph();
if (noCeph) process.stderr.write(noCeph);

const dayMs = 86_400_000;

describe.each([
  { name: "a small store", start: startSmallStore, isSkipped: false },
  { name: "Ceph", start: startCephStore, isSkipped: noCeph !== undefined },
])("a bucket with object lock in $name", ({ start, isSkipped }) => {
  let store: TestStore;
  let settings: HeadsBucketSettings;
  beforeAll(async () => {
    if (isSkipped) return;
    store = await start();
    settings = { store: store.settings, bucket: await store.makeBucket(true), prefix: "house/", retentionDays: 30 };
  }, 120_000);
  afterAll(() => store?.close());

  test.skipIf(isSkipped)("keeps a day under retention that nobody shortens, and not a second time", async () => {
    const heads = createHeadBucket(settings, () => new Date());
    await checkHeadsBucket(settings);
    for (const day of ["2026-11-21", "2026-11-19", "2026-11-20"]) await heads.keep(day, `heads of ${day}`);
    expect(await heads.days()).toEqual(["2026-11-19", "2026-11-20", "2026-11-21"]);
    expect(await heads.read("2026-11-20")).toBe("heads of 2026-11-20");
    await expect(heads.keep("2026-11-20", "others")).rejects.toThrow("keeps heads of 2026-11-20 already");
    const kept = await openBucket(settings).send({ method: "HEAD", key: "heads-2026-11-20.json" });
    const until = Date.parse(kept.headers.get("x-amz-object-lock-retain-until-date") ?? "");
    expect(Math.round((until - Date.now()) / dayMs)).toBe(30);
    const versionId = kept.headers.get("x-amz-version-id");
    if (versionId)
      await expect(
        openBucket(settings).send({ method: "DELETE", key: "heads-2026-11-20.json", query: { versionId } }),
      ).rejects.toThrow("403 AccessDenied");
  });

  test.skipIf(isSkipped)(
    "still tells what it was told first when somebody wrote over it or removed it, and who was disturbed",
    async () => {
      const place = { ...settings, prefix: "disturbed/" };
      const [heads, bucket] = [createHeadBucket(place, () => new Date()), openBucket(place)];
      for (const day of ["2026-11-19", "2026-11-20", "2026-11-21"]) await heads.keep(day, "first");
      await bucket.send({ method: "PUT", key: "heads-2026-11-19.json", body: "second" });
      await bucket.send({ method: "DELETE", key: "heads-2026-11-20.json" });
      expect(await heads.days()).toEqual(["2026-11-19", "2026-11-20", "2026-11-21"]);
      expect(await Promise.all(["2026-11-19", "2026-11-20"].map((day) => heads.read(day)))).toEqual(["first", "first"]);
      expect(await heads.disturbed()).toEqual(["2026-11-19", "2026-11-20"]);
    },
  );

  test.skipIf(isSkipped)("is refused at the start where it has no lock, or is not there", async () => {
    const unlocked = { ...settings, bucket: await store.makeBucket(false) };
    await expect(checkHeadsBucket(unlocked)).rejects.toThrow(
      /COUNTINGHOUSE_LEDGER_HEADS_BUCKET is refused: .* has no object lock/,
    );
    await expect(createHeadBucket(unlocked, () => new Date()).keep("2026-11-21", "text")).rejects.toThrow("400");
    await expect(checkHeadsBucket({ ...settings, bucket: "nobodys-bucket" })).rejects.toThrow(
      "there is no such bucket",
    );
  });
});

describe("heads in several places", () => {
  let app: TestApp;
  let owner: pg.Client;
  let store: SmallStore;
  let mail: MailServer;
  let folder: string;
  let settings: HeadsBucketSettings;
  beforeAll(async () => {
    [store, mail] = [await startSmallStore(), await startMailServer()];
    folder = await mkdtemp(join(tmpdir(), "heads-"));
    settings = { store: store.settings, bucket: await store.makeBucket(true), prefix: "", retentionDays: 30 };
    app = await buildTestApp({
      environment: {
        COUNTINGHOUSE_LANGUAGE: "en",
        COUNTINGHOUSE_LEDGER_HEADS: folder,
        COUNTINGHOUSE_S3_ENDPOINT: store.settings.endpoint,
        COUNTINGHOUSE_S3_REGION: store.settings.region,
        COUNTINGHOUSE_S3_KEY_ID: store.settings.keyId,
        COUNTINGHOUSE_S3_SECRET: store.settings.secret,
        COUNTINGHOUSE_LEDGER_HEADS_BUCKET: settings.bucket,
        COUNTINGHOUSE_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        COUNTINGHOUSE_SMTP_TLS: "off",
        COUNTINGHOUSE_SMTP_USER: "books",
        COUNTINGHOUSE_SMTP_PASSWORD: "pass",
        COUNTINGHOUSE_MAIL_FROM: "books@house.example",
        COUNTINGHOUSE_LEDGER_HEADS_MAIL: "ann@house.example, ben@house.example",
      },
    });
    owner = new pg.Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await app.close();
    await Promise.all([store.close(), mail.close()]);
    await rm(folder, { recursive: true });
  });

  const inFolder = () => createHeadFolder(folder);
  const inBucket = () => createHeadBucket(settings, () => app.clock.now());
  const today = () => app.clock.now().toISOString().slice(0, 10);
  const runWorker = (queue: string, data: object = {}) => {
    const worker = ledgerWorkers(app.platform).find((one) => one.queue === queue);
    if (!worker) throw new Error(`no worker of ${queue}`);
    return worker.run(jobContext(app), data);
  };
  const alarms = async (event: string) =>
    (
      await owner.query(
        "SELECT object_id, level FROM event_exception_items WHERE event_type = $1 AND at = $2 ORDER BY object_id",
        [event, app.clock.now().toISOString()],
      )
    ).rows;
  const mailsOfToday = () => mail.mails.filter(({ source }) => source.includes(`heads-${today()}.json`));

  test("are the same text in folder, bucket and every mail", async () => {
    await buildBookedMerchant(app);
    await runWorker("ledger-seal");
    await runWorker("ledger-heads");
    await runWorker("ledger-heads");
    const text = await inFolder().read(today());
    expect(await inBucket().read(today())).toBe(text);
    expect(mailsOfToday().map(({ to }) => to)).toEqual(["ann@house.example", "ben@house.example"]);
    const [, attached = ""] =
      /Content-Disposition: attachment.*?\r\n\r\n(.*?)\r\n--/s.exec(mail.mails[0]?.source ?? "") ?? [];
    expect(Buffer.from(attached, "base64").toString()).toBe(text);
    const { digest } = JSON.parse(text);
    expect(mail.mails[0]?.source).toContain(`Subject: Countinghouse: heads of the books of ${today()}`);
    expect(mail.mails[0]?.source.replaceAll("=\r\n", "")).toContain(digest);
  });

  test("raise an alarm for each that did not take them, and reach it later, on another day too", async () => {
    app.clock.forward(dayMs);
    const first = today();
    store.failing = Number.POSITIVE_INFINITY;
    mail.refused.add("ben@house.example");
    await expect(runWorker("ledger-heads")).rejects.toThrow(/SlowDown.*the mailbox is full/);
    const names = ["COUNTINGHOUSE_LEDGER_HEADS_BUCKET", "ben@house.example"];
    expect(await alarms("ledger.headsRefused")).toEqual(names.map((object_id) => ({ object_id, level: "critical" })));
    await expect(runWorker("ledger-heads")).rejects.toThrow();
    expect(await alarms("ledger.headsRefused")).toHaveLength(2);
    expect(mailsOfToday().map(({ to }) => to)).toEqual(["ann@house.example"]);

    app.clock.forward(dayMs);
    store.failing = 0;
    mail.refused.clear();
    await runWorker("ledger-heads");
    expect(await inBucket().read(first)).toBe(await inFolder().read(first));
    expect(await inBucket().read(today())).toBe(await inFolder().read(today()));
    const ofBen = mail.mails.filter(({ to }) => to === "ben@house.example");
    expect([first, today()].map((day) => ofBen.some(({ source }) => source.includes(`heads-${day}.json`)))).toEqual([
      true,
      true,
    ]);
  }, 60_000);

  test("name the place that disagrees with the books", async () => {
    const of = await buildBookedMerchant(app);
    await sealBook(app, of.merchantId);
    app.clock.forward(dayMs);
    await runWorker("ledger-heads");
    const compare = async () =>
      compareWithPublished(app.platform.db, of.tenantId, {
        keys: await sealKeys(app),
        stores: [inBucket(), inFolder()],
      });
    expect(await compare()).toMatchObject({ violations: [], failed: [] });
    // The folder is lost to whoever owns the machine, and a day of it is made up anew.
    const path = join(folder, `heads-${today()}.json`);
    const text = await readFile(path, "utf8");
    await rm(path);
    await writeFile(path, text.replace(/"length": 9/, '"length": 8'));
    expect((await compare()).violations).toEqual([
      expect.objectContaining({ place: "COUNTINGHOUSE_LEDGER_HEADS", key: today(), column: "mac" }),
    ]);
    await rm(path);
    await writeFile(path, text);
    // The bucket does not let go of it, and says so.
    await openBucket(settings).send({ method: "DELETE", key: `heads-${today()}.json` });
    expect((await compare()).violations).toEqual([
      expect.objectContaining({ place: "COUNTINGHOUSE_LEDGER_HEADS_BUCKET", key: today(), column: "version" }),
    ]);
  });

  test("are compared with what can be read, and an alarm names what cannot", async () => {
    const of = await buildBookedMerchant(app);
    const who = actor({
      tenantId: of.tenantId,
      scope: { tenantId: of.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" },
    });
    store.failing = Number.POSITIVE_INFINITY;
    const [id = ""] = (await app.as(who).call(ledger, "verify", {})).ids;
    await runWorker("ledger-verify", { id });
    store.failing = 0;
    const run = (await app.as(who).call(ledger, "verificationPage", {})).find((one) => one.id === id);
    expect(run).toMatchObject({ status: "passed", heads: (await inFolder().days()).length });
    expect(await alarms("ledger.headsUnreadable")).toEqual([
      { object_id: "COUNTINGHOUSE_LEDGER_HEADS_BUCKET", level: "critical" },
    ]);
  }, 60_000);

  test("are not taken for kept where a store forgets the lock", async () => {
    app.clock.forward(dayMs);
    store.isForgetful = true;
    await expect(runWorker("ledger-heads")).rejects.toThrow("does not lock them");
    store.isForgetful = false;
  });
});

describe("a mail", () => {
  const settings = (port: number) =>
    ({ host: "127.0.0.1", port, user: "books", password: "pass", from: "books@house.example" }) as const;
  const mail = {
    to: "ann@house.example",
    subject: "heads",
    text: "heads",
    messageId: `<${createHash("sha256").update("heads").digest("hex")}@house.example>`,
    attachment: { filename: "heads.json", content: "{}", contentType: "application/json" },
  };

  test("is not handed to a server without encryption, nor to one that does not prove who it is", async () => {
    const [plain, unproven] = [await startMailServer(), await startMailServer({ encrypts: true })];
    const to = (port: number, tls: "starttls" | "implicit") => sendMail({ ...settings(port), tls }, mail);
    await expect(to(plain.port, "starttls")).rejects.toThrow(/did not take the mail: .*STARTTLS/);
    await expect(to(unproven.port, "starttls")).rejects.toThrow(/did not take the mail: .*certificate/);
    expect([...plain.mails, ...unproven.mails]).toEqual([]);
    await Promise.all([plain.close(), unproven.close()]);
  });

  test("goes over the connection that was made for it, which proves itself like any other", async () => {
    const [plain, unproven] = [await startMailServer(), await startMailServer({ encrypts: true })];
    const dialling = (port: number) => () =>
      connectOutside(new URL(`smtp://127.0.0.1:${port}`), { reach: ["127.0.0.1"], timeoutMs: 5_000 });
    const nowhere = { ...settings(25), host: "mail.example" };
    await sendMail({ ...nowhere, tls: "none" }, mail, dialling(plain.port));
    expect(plain.mails).toHaveLength(1);
    const proven = sendMail({ ...nowhere, tls: "starttls" }, mail, dialling(unproven.port));
    await expect(proven).rejects.toThrow(/certificate/);
    const inside = () => connectOutside(new URL(`smtp://127.0.0.1:${plain.port}`), { reach: [], timeoutMs: 5_000 });
    await expect(sendMail({ ...nowhere, tls: "none" }, mail, inside)).rejects.toThrow("bare address");
    await Promise.all([plain.close(), unproven.close()]);
  });

  test("that the server refuses says why", async () => {
    const server = await startMailServer();
    const wrong = sendMail({ ...settings(server.port), password: "other", tls: "none" }, mail);
    await expect(wrong).rejects.toThrow("wrong user or password");
    await server.close();
    await expect(sendMail({ ...settings(server.port), tls: "none" }, mail)).rejects.toThrow("ECONNREFUSED");
  });
});
