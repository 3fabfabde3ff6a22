import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cardRange } from "@countinghouse/contract/gateways/card-range/card-range.ts";
import { cardRangeFile } from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildCardRange } from "../../../../test/card-ranges.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { actorOf, buildRole, buildTenant, buildUser } from "../../../../test/people.ts";
import { cardRangeWorker, idleCardRangeFiles, issuerOf } from "./index.ts";

let directory: string;
let app: TestApp;
let tenantId: number;
let client: ReturnType<TestApp["as"]>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "ranges-"));
  app = await buildTestApp({ environment: { COUNTINGHOUSE_DATA: directory } });
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const permissions = [
  ...Object.keys(cardRange.operations).map((name) => `cardRange:${name}`),
  ...Object.keys(cardRangeFile.operations).map((name) => `cardRangeFile:${name}`),
];

beforeEach(async () => {
  const place = await buildTenant(app);
  tenantId = place.tenantId;
  const roleId = await buildRole(app, { tenantId, dataScope: 1, permissions });
  client = app.as(
    await actorOf(app, await buildUser(app, { ...place, roleIds: [roleId], accountType: AccountType.SysAdmin })),
  );
  app.jobs.length = 0;
});

const heading = "low,high,country,brand,funding";
const detail = (id: string) => client.call(cardRangeFile, "detail", { id });
const work = () => cardRangeWorker(app.platform, app.platform.files).run(jobContext(app), app.jobs.at(-1)?.data);
const country = (digits: string) => issuerOf({ db: app.platform.db }, { tenantId, digits });

/** Uploads a file of these lines and runs it dry. */
async function checked(lines: readonly string[], source = "Scheme"): Promise<string> {
  const bytes = Buffer.from(lines.join("\n"));
  const origin = { source, licence: "Contract 7", fileDate: "2026-11-01", fileName: "ranges.csv" };
  const id = await client.call(cardRangeFile, "add", { ...origin, fileBytes: bytes.length });
  for (let at = 0, part = 1; at < bytes.length; at += filePartBytes, part += 1) {
    const data = bytes.subarray(at, at + filePartBytes).toString("base64");
    await client.call(cardRangeFile, "upload", { id, part, data });
  }
  await work();
  return id;
}

async function loaded(lines: readonly string[], source?: string): Promise<string> {
  const id = await checked([heading, ...lines], source);
  await client.call(cardRangeFile, "start", { id });
  await work();
  return id;
}

describe("cardRangeFile", () => {
  test("looks at every row of a file first, names the refused ones by line and changes nothing", async () => {
    const id = await checked([heading, "451234,451234,DE,visa,credit", "451235,451235,??,visa,", "451234,451234,FR,,"]);
    expect(await detail(id)).toMatchObject({
      status: "checked",
      rowCount: 3,
      refusedCount: 2,
      presentCount: 0,
      faults: [
        { line: 3, column: "country", reason: "notCountry", value: "??" },
        { line: 4, column: "low", reason: "repeated", value: "451234" },
      ],
    });
    expect(await country("45123499999")).toBeNull();
  });

  test("loads refused files only when their refused rows are left out knowingly", async () => {
    const id = await checked([heading, "451234,451234,DE,visa,credit", "451235,451235,??,visa,"]);
    expect(await client.send(cardRangeFile, "start", { id })).toMatchObject({ bizCode: "cardRangeFile.rowsRefused" });
    await client.call(cardRangeFile, "start", { id, leaveOutRefused: true });
    await work();
    expect(await detail(id)).toMatchObject({ status: "inForce", replacedCount: 0, presentCount: 1 });
    expect(await country("45123499999")).toBe("DE");
    // A node that died before it removed the file finds it done.
    await work();
    expect(await detail(id)).toMatchObject({ status: "inForce", presentCount: 1 });
  });

  test("refuses a file without a row that can be loaded", async () => {
    const id = await checked([heading, "451235,451235,??,visa,"]);
    const start = { id, leaveOutRefused: true };
    expect(await client.send(cardRangeFile, "start", start)).toMatchObject({ bizCode: "cardRangeFile.nothingToLoad" });
  });

  test("replaces the whole of a source at once, and no other source", async () => {
    const first = await loaded(["451234,451234,DE,,", "451235,451235,DE,,"], "Scheme A");
    await loaded(["510000,510000,BR,,"], "Scheme B");
    const second = await loaded(["451234,451234,FR,,"], "Scheme A");
    expect([await country("45123400000"), await country("45123500000"), await country("51000000000")]).toEqual([
      "FR",
      null,
      "BR",
    ]);
    expect((await detail(first)).status).toBe("replaced");
    expect(await detail(second)).toMatchObject({ status: "inForce", replacedCount: 2 });
    await client.call(cardRangeFile, "withdraw", { id: second });
    expect([await country("45123400000"), await country("51000000000")]).toEqual([null, "BR"]);
    expect(await client.send(cardRangeFile, "withdraw", { id: second })).toMatchObject({
      bizCode: "cardRangeFile.wrongState",
    });
  });

  test.each([
    ["a heading of other names", ["first,last,country", "451234,451234,DE"], "headingMissing", null],
    ["no rows", [heading, ""], "emptyFile", null],
    ["a quotation mark too many", [heading, '"451234,451234,DE,,'], "quotesUnbalanced", 2],
  ])("says why %s cannot be read", async (_what, lines, failure, failureLine) => {
    expect(await detail(await checked(lines))).toMatchObject({ status: "failed", failure, failureLine });
  });

  test("refuses files that are too large, parts out of their order, and forgets files that nobody goes on with", async () => {
    const origin = { source: "S", licence: "L", fileDate: "2026-11-01", fileName: "a.csv" };
    expect(await client.send(cardRangeFile, "add", { ...origin, fileBytes: 200_000_000 })).toMatchObject({
      bizCode: "cardRangeFile.fileTooLarge",
    });
    const id = await client.call(cardRangeFile, "add", { ...origin, fileBytes: 3 });
    expect(await client.send(cardRangeFile, "upload", { id, part: 2, data: "YWJj" })).toMatchObject({
      bizCode: "cardRangeFile.partOutOfOrder",
    });
    const sweep = idleCardRangeFiles(app.platform.files);
    const later = new Date(app.clock.now().getTime() + 31 * 86_400_000);
    await sweep.run(app.platform.db, later, jobContext(app).inCommand);
    expect((await detail(id)).status).toBe("canceled");
  });

  test("cancels a file that waits", async () => {
    const id = await checked([heading, "451234,451234,DE,,"]);
    await client.call(cardRangeFile, "cancel", { id });
    await work();
    expect((await detail(id)).status).toBe("canceled");
    const { items } = await client.call(cardRangeFile, "page", { status: ["canceled"] });
    expect(items.map((row) => row.id)).toEqual([id]);
  });
});

describe("cardRange", () => {
  test("the narrowest range that holds a card decides, of equal ones the one loaded last", async () => {
    await loaded(["400000,499999,US,visa,", "45123400000,45123459999,DE,visa,debit", "451234,451234,FR,,"], "A");
    expect(await country("45123412345")).toBe("DE");
    expect(await country("45123460000")).toBe("FR");
    expect(await country("45999999999")).toBe("US");
    expect(await country("51234567890")).toBeNull();
    await loaded(["451234,451234,IT,,"], "B");
    expect(await country("45123460000")).toBe("IT");
  });

  test("of a beginning that two ranges share, only one that holds all of its cards decides", async () => {
    await loaded(["400000,499999,US,,", "45123400000,45123459999,DE,,"]);
    const found = (digits: string) => client.call(cardRange, "lookUp", { digits });
    expect(await found("451234")).toMatchObject({ country: "US", source: "Scheme", licence: "Contract 7" });
    expect(await found("4512341")).toMatchObject({ country: "DE", low: "45123400000", fileDate: "2026-11-01" });
    expect(await found("510000")).toBeNull();
  });

  test("knows the ranges of the own tenant alone", async () => {
    await buildCardRange(app, { tenantId: (await buildTenant(app)).tenantId, low: "451234", country: "DE" });
    expect(await country("45123400000")).toBeNull();
  });

  test("is looked up in every tenant by whoever sees the ranges of all", async () => {
    const elsewhere = (await buildTenant(app)).tenantId;
    await buildCardRange(app, { tenantId: elsewhere, low: "4999871", country: "DE" });
    expect(await app.as(actor()).call(cardRange, "lookUp", { digits: "4999871" })).toMatchObject({ country: "DE" });
    expect(await client.call(cardRange, "lookUp", { digits: "4999871" })).toBeNull();
  });

  test("is listed with its source, filtered by its digits, country, brand, funding and source", async () => {
    await loaded(["451234,451234,DE,visa,credit", "510000,510000,BR,mastercard,debit"]);
    const lows = async (input: object) => {
      const { items } = await client.call(cardRange, "page", input);
      return items.map(({ low }) => low);
    };
    expect(await lows({})).toEqual(["451234", "510000"]);
    expect(await lows({ low: "51" })).toEqual(["510000"]);
    expect(await lows({ country: ["DE"] })).toEqual(["451234"]);
    expect(await lows({ brand: "mastercard", funding: ["debit"] })).toEqual(["510000"]);
    expect(await lows({ source: "other" })).toEqual([]);
    const [first] = (await client.call(cardRange, "page", {})).items;
    expect(await client.call(cardRange, "detail", { id: first?.id ?? 0 })).toEqual(first);
  });
});
