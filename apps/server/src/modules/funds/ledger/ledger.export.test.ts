import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { live } from "../../../../test/worked-life.ts";
import { exportWorker } from "../../../platform/export/export-worker.ts";
import { exportSourcesOf } from "../../../platform/export/exportable.ts";
import { folderFiles } from "../../../platform/files/folder-files.ts";
import { buildTranslator } from "../../../platform/http/translate.ts";
import { exportRuns } from "../../operations/job-run/index.ts";
import { ledgerRoutes } from "./ledger.routes.ts";
import { merchantBalanceRoutes } from "./merchant-balance.routes.ts";

const who = actor();
let app: TestApp;
let directory: string;
let merchantId: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "ledger-export-"));
  app = await buildTestApp({ environment: { COUNTINGHOUSE_DATA: directory } });
  merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
  await live(app, merchantId);
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

/** The lines of the file that an export makes, its heading first. */
async function exported(resource: typeof ledger | typeof merchantBalance, columns: string[]): Promise<string[]> {
  const files = folderFiles(directory);
  const worker = exportWorker({
    db: app.platform.db,
    runs: exportRuns(app.platform.db),
    clock: app.clock,
    translator: buildTranslator([ledger, merchantBalance, merchant]),
    files,
    sources: exportSourcesOf([ledgerRoutes, merchantBalanceRoutes]),
    urlOf: () => app.database.appUrl,
    actorOf: async () => who,
  });
  const input = { format: "csv" as const, columns, filter: { merchantId } };
  const { jobId: id } = await app.as(who).call(resource as typeof ledger, "export", input);
  await worker.run(jobContext(app), app.jobs.at(-1)?.data);
  expect(await app.as(who).call(sysJobRun, "detail", { id })).toMatchObject({ state: "done", error: null });
  const chunks: Buffer[] = [];
  for await (const chunk of (await files.read(`exports/${id}.csv`))?.content ?? []) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8").trimEnd().split("\n");
}

/** Cents as the file writes them. */
const inUsd = (cents: unknown): string =>
  String(cents)
    .padStart(3, "0")
    .replace(/(\d\d)$/, ".$1");

describe("ledger.export", () => {
  test("holds every posting of a journal with its two accounts, its amount and its currency", async () => {
    const [heading, ...rows] = await exported(ledger, ["id", "merchantName"]);
    expect(heading).toBe(
      '\uFEFF"Journal","Merchant","Merchant: Merchant no.","Line","Debit account","Credit account","Amount","Currency"',
    );
    const postings = await app.platform.db
      .selectFrom("ledgerPostings")
      .selectAll()
      .where("merchantId", "=", merchantId)
      .execute();
    const expected = postings.map(({ journalId, line, debitAccount, creditAccount, amount, currency }) =>
      [journalId, line, debitAccount, creditAccount, inUsd(amount), currency].join(),
    );
    const cells = rows.map((row) => row.split(","));
    expect(cells.map(([id, _name, _number, ...rest]) => [id, ...rest].join()).sort()).toEqual(expected.sort());
    const lines = Map.groupBy(cells, ([id]) => id);
    for (const of of lines.values()) {
      const places = of.map((cell) => Number(cell[3]));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });
});

describe("merchantBalance.export", () => {
  test("writes the currency beside each amount, but once where it is a column of its own", async () => {
    const [heading, first] = await exported(merchantBalance, ["pendingAmount", "availableAmount"]);
    expect(heading).toMatch(/^\uFEFF"Pending","Pending: Currency","Available","Available: Currency"$/);
    expect(first).toMatch(/^-?\d+\.\d{2},USD,-?\d+\.\d{2},USD$/);
    const [chosen] = await exported(merchantBalance, ["currency", "pendingAmount"]);
    expect(chosen).toBe('\uFEFF"Currency","Pending"');
  });
});
