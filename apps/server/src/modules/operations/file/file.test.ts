import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { strToU8, zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildOperator, buildTenant, unique } from "../../../../test/people.ts";
import type { ScannerSettings } from "../../../platform/config/scanner-config.ts";
import { cutOffUploads, fileWorker } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const rights = Object.keys(sysFile.operations).map((name) => `sysFile:${name}`);
let place: { tenantId: number; orgId: number };
let me: TestClient;
let scanner: ScannerSettings | undefined;

beforeEach(async () => {
  place = await buildTenant(app);
  me = app.as(await buildOperator(app, { ...place, permissions: rights }));
  scanner = undefined;
  app.jobs.length = 0;
});

const sendParts = async (id: number, bytes: Buffer, from = 0, to = bytes.length) => {
  for (let at = from; at < to; at += filePartBytes)
    await me.call(sysFile, "uploadPart", {
      id,
      part: at / filePartBytes + 1,
      data: bytes.subarray(at, at + filePartBytes).toString("base64"),
    });
};

/** Runs the worker on its latest job. */
const work = (attempt = 0) => {
  const platform = { ...app.platform, config: { ...app.platform.config, scanner } };
  return fileWorker(platform).run({ ...jobContext(app), attempt }, app.jobs.at(-1)?.data);
};

async function bring(fileName: string, content: Buffer | string, more: object = {}): Promise<number> {
  const bytes = Buffer.from(content);
  const { id } = await me.call(sysFile, "uploadFile", { fileName, fileBytes: bytes.length, ...more });
  await sendParts(id, bytes);
  await work();
  return id;
}

const keyOf = async (id: number): Promise<string> =>
  (await app.platform.db.selectFrom("sysFiles").select("storeKey").where("id", "=", id).executeTakeFirstOrThrow())
    .storeKey;

/** Stored content of a file. */
const storedOf = (key: string) =>
  app.platform.db.selectFrom("storedFiles").select("name").where("name", "like", `files/${key}-%`).execute();

const detail = (id: number, by = me) => by.call(sysFile, "detail", { id });
const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(64)]);
const get = (by: TestClient, url: string, method: "GET" | "POST" = "GET", payload?: object) =>
  app.server.inject({ method, url, headers: by.headers, ...(payload ? { payload } : {}) });

describe("sysFile.uploadFile and uploadPart", () => {
  test("take a file part by part, whole as it was, with its digest", async () => {
    const bytes = Buffer.concat([png, Buffer.alloc(filePartBytes + 5, 7)]);
    const id = await bring("Photo.png", bytes, { fileType: "related", relationName: "sysPos" });
    expect(await detail(id)).toMatchObject({ status: "ready", suffix: "png", contentType: "image/png", fault: null });
    const answer = await get(me, "/api/sysFile/downloadFile", "POST", { id });
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="Photo.png"/);
  });

  test("go on with an upload that was cut off, and with no other", async () => {
    const bytes = Buffer.concat([png, Buffer.alloc(2 * filePartBytes)]);
    const given = { fileName: "big.png", fileBytes: bytes.length };
    const { id } = await me.call(sysFile, "uploadFile", given);
    await sendParts(id, bytes, 0, filePartBytes);
    expect(await me.call(sysFile, "uploadFile", given)).toEqual({ id, receivedBytes: filePartBytes });
    const other = app.as(await buildOperator(app, { ...place, permissions: rights }));
    expect((await other.call(sysFile, "uploadFile", given)).receivedBytes).toBe(0);
    const repeated = { id, part: 1, data: bytes.subarray(0, filePartBytes).toString("base64") };
    const answer = await me.send(sysFile, "uploadPart", repeated);
    expect(answer).toMatchObject({ status: 409, bizCode: "sysFile.partOutOfOrder" });
    expect(answer.body.extras).toMatchObject({ receivedBytes: filePartBytes });
    await sendParts(id, bytes, filePartBytes);
    await work();
    expect(await detail(id)).toMatchObject({ status: "ready" });
  });

  test.each([
    ["page.html", "sysFile.suffixUnknown"],
    ["picture.svg", "sysFile.suffixUnknown"],
    ["program.exe", "sysFile.suffixUnknown"],
    ["nothing", "sysFile.suffixUnknown"],
    ["toString", "sysFile.suffixUnknown"],
  ])("refuse %s by its name", async (fileName, bizCode) => {
    expect(await me.send(sysFile, "uploadFile", { fileName, fileBytes: 10 })).toMatchObject({ status: 400, bizCode });
  });

  test("refuse what is larger than the setting, and what the tenant has no room for", async () => {
    const limited = async (code: string, value: string) =>
      void (await app.platform.db.updateTable("configs").set({ value }).where("code", "=", code).execute());
    expect(await me.send(sysFile, "uploadFile", { fileName: "a.pdf", fileBytes: 50 * 1_048_576 + 1 })).toMatchObject({
      bizCode: "sysFile.fileTooLarge",
    });
    await limited("sys_file_quota_mb", "1");
    try {
      await me.call(sysFile, "uploadFile", { fileName: "a.pdf", fileBytes: 700_000 });
      expect(await me.send(sysFile, "uploadFile", { fileName: "b.pdf", fileBytes: 700_000 })).toMatchObject({
        status: 409,
        bizCode: "sysFile.quotaExceeded",
      });
      const together = ["c.pdf", "d.pdf", "e.pdf"].map((fileName) =>
        me.send(sysFile, "uploadFile", { fileName, fileBytes: 200_000 }),
      );
      expect((await Promise.all(together)).map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    } finally {
      await limited("sys_file_quota_mb", "10240");
    }
  });
});

describe("what a file is", () => {
  test.each([
    ["photo.png", "GIF89a nothing of the kind"],
    ["page.txt", "<!DOCTYPE html><script>alert(1)</script>"],
    ["note.txt", Buffer.from([0, 1, 2, 3])],
    ["paper.pdf", "MZ program"],
  ])("decides, not what %s is called", async (fileName, content) => {
    const id = await bring(fileName, content);
    expect(await detail(id)).toMatchObject({ status: "refused", fault: "type" });
    expect((await get(me, `/api/sysFile/preview/${id}`)).statusCode).toBe(409);
    const key = await keyOf(id);
    expect(await storedOf(key)).toEqual([]);
  });

  test("is refused where a text holds a card number, also across the seam of two parts", async () => {
    const across = (number: string, at: number) =>
      Buffer.concat([Buffer.alloc(filePartBytes - at, "a "), Buffer.from(` ${number} `)]);
    const digits = [..."4111111111111111"];
    const wide = digits.map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
    for (const content of [
      "Pay with 4111111111111111.",
      across("4111 1111 1111 1111", 8),
      across(digits.join(" - "), 44),
      `Pay with ${wide}.`,
      `Pay with ${digits.join("\u200b")}.`,
      "Pay with 4111\u20111111\u20111111\u20111111.",
      Buffer.from("\ufeffPay with 4111111111111111.", "utf16le"),
    ])
      expect(await detail(await bring("note.txt", content))).toMatchObject({ status: "refused", fault: "card_number" });
    expect(await detail(await bring("note.txt", "Order 1234, 中文"))).toMatchObject({ status: "ready" });
  });

  test("is shown in place as what it is, and never as a page", async () => {
    const id = await bring("note.csv", "a,b\n1,2\n");
    const answer = await get(me, `/api/sysFile/preview/${id}`);
    expect(answer.body).toBe("a,b\n1,2\n");
    expect(answer.headers["content-type"]).toContain("text/csv");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-disposition"]).toMatch(/^inline/);
  });
});

describe("who reads a file", () => {
  test("is its tenant's data scope, and everybody of the tenant where it is public", async () => {
    const id = await bring("mine.png", png);
    const open = await bring("ours.png", png, { isPublic: true });
    const colleague = app.as(await buildOperator(app, { ...place, permissions: rights, dataScope: 4 } as never));
    expect(await colleague.send(sysFile, "detail", { id })).toMatchObject({ status: 404 });
    expect((await get(colleague, `/api/sysFile/preview/${id}`)).statusCode).toBe(404);
    expect(await detail(open, colleague)).toMatchObject({ id: open });
    expect(await colleague.send(sysFile, "delete", { id: open })).toMatchObject({ status: 404 });
    const stranger = app.as(await buildOperator(app, { ...(await buildTenant(app)), permissions: rights }));
    expect((await get(stranger, `/api/sysFile/preview/${open}`)).statusCode).toBe(404);
    expect((await stranger.call(sysFile, "page", {})).total).toBe(0);
    const powerless = app.as(await buildOperator(app, { ...place, permissions: ["sysFile:page"] }));
    expect((await get(powerless, `/api/sysFile/preview/${open}`)).statusCode).toBe(403);
  });
});

describe("sysFile.update and delete", () => {
  test("rename a file, but not into another kind, and take it away with what is stored", async () => {
    const id = await bring("mine.png", png);
    const name = `${unique("Named ")}.png`;
    await me.call(sysFile, "update", { id, version: (await detail(id)).version, fileName: name });
    expect(await detail(id)).toMatchObject({ fileName: name });
    expect(await me.send(sysFile, "update", { id, fileName: "mine.pdf" })).toMatchObject({
      bizCode: "sysFile.suffixFixed",
    });
    const key = await keyOf(id);
    expect(await storedOf(key)).toHaveLength(1);
    await me.call(sysFile, "delete", { id });
    await work();
    expect(await storedOf(key)).toEqual([]);
    expect(await me.send(sysFile, "detail", { id })).toMatchObject({ status: 404 });
  });

  test("uploads that nobody went on with leave after a week", async () => {
    const { id } = await me.call(sysFile, "uploadFile", { fileName: "left.pdf", fileBytes: 900_000 });
    const sweep = cutOffUploads(app.platform.files);
    const after = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);
    await sweep.run(app.platform.db, after(6), undefined as never);
    expect(await detail(id)).toMatchObject({ status: "uploading" });
    await sweep.run(app.platform.db, after(8), undefined as never);
    expect(await me.send(sysFile, "detail", { id })).toMatchObject({ status: 404 });
  });
});

describe("sysFile.preview of a workbook", () => {
  const sheetOf = (rows: number) =>
    Array.from(
      { length: rows },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>r${at}</t></is></c></row>`,
    ).join("");
  const bookOf = (rows: number, sheet = sheetOf(rows)) => {
    const relations = `<Relationships><Relationship Id="a" Target="worksheets/s.xml"/></Relationships>`;
    const parts = {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": relations,
      "xl/worksheets/s.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    };
    return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
  };

  test("tells the first rows of its first sheet as CSV, to be shown in place", async () => {
    const book = bookOf(600);
    const id = await bring("Fees.xlsx", book);
    const answer = await get(me, `/api/sysFile/preview/${id}`);
    expect(answer.headers["content-type"]).toMatch(/^text\/csv/);
    expect(answer.headers["content-disposition"]).toMatch(/^inline/);
    const lines = answer.body.trim().split("\r\n");
    expect([lines.length, lines[0], lines[1]]).toEqual([501, '"r0"', '"r1"']);
    const saved = await get(me, "/api/sysFile/downloadFile", "POST", { id });
    expect(saved.rawPayload.equals(book)).toBe(true);
  });

  test("masks card numbers", async () => {
    const card = `<row r="1"><c r="A1" t="inlineStr"><is><t>4111 1111 1111 1111</t></is></c><c r="B1"><v>19.5</v></c></row>`;
    const id = await bring("Cards.xlsx", bookOf(1, card));
    const { body } = await get(me, `/api/sysFile/preview/${id}`);
    expect(body).not.toMatch(/1111 1111 1111/);
    expect(body).toContain('"19.5"');
  });

  test("says so where it is none", async () => {
    const id = await bring("Broken.xlsx", Buffer.from("504b030400000000", "hex"));
    const answer = await get(me, `/api/sysFile/preview/${id}`);
    expect([answer.statusCode, answer.json().extras.bizCode]).toEqual([409, "sysFile.sheetUnreadable"]);
  });
});

describe("the scanner", () => {
  let folder: string;
  let daemon: Server | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scanner-"));
  });
  afterEach(() => void daemon?.close());
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const program = async (script: string): Promise<ScannerSettings> => {
    const path = join(folder, `scan-${Math.random().toString(36).slice(2)}.sh`);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return { kind: "command", program: path };
  };

  const eicar = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";

  test("by a program: refuses what it finds and says what that was, lets the rest in", async () => {
    scanner = await program('if grep -q EICAR; then echo "Eicar-Test-Signature"; exit 1; fi');
    expect(await detail(await bring("bad.txt", eicar))).toMatchObject({
      status: "refused",
      fault: "infected",
      finding: "Eicar-Test-Signature",
    });
    expect(await detail(await bring("good.txt", "nothing"))).toMatchObject({ status: "ready" });
  });

  test("lets nothing in that it could not look at, after it had its chance to come back", async () => {
    scanner = await program("cat > /dev/null; exit 2");
    const { id } = await me.call(sysFile, "uploadFile", { fileName: "a.txt", fileBytes: 5 });
    await sendParts(id, Buffer.from("hello"));
    await expect(work()).rejects.toThrow("ended with 2");
    expect(await detail(id)).toMatchObject({ status: "checking" });
    await work(3);
    expect(await detail(id)).toMatchObject({ status: "refused", fault: "unscanned" });
  });

  test("by the daemon of ClamAV", async () => {
    daemon = createServer((socket) => {
      let got = Buffer.alloc(0);
      socket.on("data", (piece) => {
        got = Buffer.concat([got, piece]);
        if (!got.subarray(-4).equals(Buffer.alloc(4))) return;
        expect(got.subarray(0, 10).toString()).toBe("zINSTREAM\0");
        socket.end(got.includes("EICAR") ? "stream: Win.Test.EICAR_HDB-1 FOUND\0" : "stream: OK\0");
      });
    });
    const listening = daemon;
    await new Promise<void>((resolve) => void listening.listen(0, "127.0.0.1", resolve));
    scanner = { kind: "daemon", host: "127.0.0.1", port: (daemon.address() as { port: number }).port };
    expect(await detail(await bring("bad.txt", eicar))).toMatchObject({
      fault: "infected",
      finding: "Win.Test.EICAR_HDB-1",
    });
    expect(await detail(await bring("good.txt", "nothing"))).toMatchObject({ status: "ready" });
  });
});

describe("an administrator of all tenants", () => {
  test("reads every file", async () => {
    const id = await bring("mine.png", png);
    expect(await detail(id, app.as(actor()))).toMatchObject({ id });
  });
});
