import { orderImportRow } from "@countinghouse/contract/payments/order-import/order-import-row.ts";
import { withoutFormulas } from "@countinghouse/contract/platform/spreadsheet-text.ts";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import {
  buildImportDesk,
  buildImportNode,
  file,
  heading,
  type ImportDesk,
  type ImportNode,
  line,
} from "../../../../test/order-imports.ts";
import { exportWorker } from "../../../platform/export/export-worker.ts";
import { exportSourcesOf } from "../../../platform/export/exportable.ts";
import { buildTranslator } from "../../../platform/http/translate.ts";
import { exportRuns } from "../../operations/job-run/index.ts";
import { orderImportRowRoutes } from "./order-import.routes.ts";

let node: ImportNode;
let desk: ImportDesk;

beforeAll(async () => {
  node = await buildImportNode();
  desk = await buildImportDesk(node);
});

afterAll(() => node.close());

const columns = ["id", "verdict", "merchantOrderNo", "paymentMethod", "columnName", "reason", "value"];

/** The file with what became of each row, as somebody of the merchant's tenant takes it away. */
async function exported(importId: string, format: "csv" | "xlsx"): Promise<Buffer> {
  const { app, files } = node;
  const who = actor({ tenantId: desk.tenantId });
  const client = app.as(who);
  const worker = exportWorker({
    db: app.platform.db,
    runs: exportRuns(app.platform.db),
    clock: app.clock,
    translator: buildTranslator([orderImportRow]),
    files,
    sources: exportSourcesOf([orderImportRowRoutes]),
    urlOf: () => app.database.appUrl,
    actorOf: async () => who,
  });
  const { jobId } = await client.call(orderImportRow, "export", { format, columns, filter: { importId } });
  await worker.run(jobContext(app), app.jobs.at(-1)?.data);
  const url = `/api/sysJobRun/download?id=${jobId}`;
  return (await app.server.inject({ method: "GET", url, headers: client.headers })).rawPayload;
}

/** Cells of a CSV file as a spreadsheet program takes them apart (RFC 4180). */
const cellsOf = (csv: string): string[] =>
  [...csv.matchAll(/(?:^|,|\n)(?:"((?:[^"]|"")*)"|([^",\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );

const formulas = ["=1+1", "+1", "-1", "@SUM(1)", '=HYPERLINK("https://evil.example")', "\t=1", "\r=1", " =1", "＝1"];
const written = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe("orderImportRow.export", () => {
  test("holds what a file says as words, never as a formula of the program that opens it", async () => {
    const rows = formulas.map((status, index) => line({ order_id: `=a-${index}`, status: written(status) }));
    const text = file(...rows).replace(heading, heading.replace("status", "=status"));
    const importId = await desk.checked(text, {
      columns: { merchantOrderNo: [0], orderTime: [1], status: [2], method: [3], amount: [4], currency: [5] },
    });
    const found = await desk.rowsOf(importId);
    expect(found.map(({ verdict }) => verdict)).toEqual(formulas.map(() => "refused"));
    expect(found.map(({ columnName }) => columnName)).toContain("=status");

    const cells = cellsOf((await exported(importId, "csv")).toString("utf8"));
    expect(cells.filter((cell) => /^\s*[=+\-@＝\t\r]/.test(cell))).toEqual([]);
    for (const { value } of found) if (value !== null) expect(cells).toContain(withoutFormulas(value));

    const book = unzipSync(await exported(importId, "xlsx"));
    const sheet = strFromU8(book["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet).toContain("=status");
    expect(sheet).not.toMatch(/<f[ >]/);
  });
});
