import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { type WorkbookOptions, writeWorkbook } from "./xlsx.ts";

type Row = readonly (string | null)[];

async function parts(rows: readonly Row[], options: Partial<WorkbookOptions> = {}): Promise<Record<string, string>> {
  async function* batches() {
    for (let start = 0; start < rows.length; start += 100) yield rows.slice(start, start + 100);
  }
  const columns = [
    { heading: "Name", kind: "text" as const },
    { heading: "Amount", kind: "number" as const },
    { heading: "Time", kind: "instant" as const },
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of writeWorkbook(batches(), { title: "Orders", columns, ...options })) pieces.push(piece);
  return Object.fromEntries(
    Object.entries(unzipSync(Buffer.concat(pieces))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
}

describe("writeWorkbook", () => {
  test("writes a package with a sheet that is named and lists its parts", async () => {
    const written = await parts([["a", "1", "46347.5"]]);
    expect(Object.keys(written).sort()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    expect(written["xl/workbook.xml"]).toContain('<sheet name="Orders" sheetId="1" r:id="rId1"/>');
    expect(written["xl/worksheets/sheet1.xml"]).toContain(
      '<c><v>1</v></c><c s="1"><v>46347.5</v></c></row></sheetData>',
    );
  });

  test("never writes a formula", async () => {
    const sheet = (await parts([["=HYPERLINK(1)", "=1+1", "@SUM(1)"]]))["xl/worksheets/sheet1.xml"] ?? "";
    expect(sheet).not.toContain("<f>");
    expect(sheet.match(/t="inlineStr"/g)).toHaveLength(6);
    expect(sheet).toContain('<t xml:space="preserve">=HYPERLINK(1)</t>');
  });

  test("writes markup, control characters and half characters so that the file stays well formed", async () => {
    const sheet = (await parts([['<a>&"\u0001\ud800_x0041_', null, ""]]))["xl/worksheets/sheet1.xml"] ?? "";
    expect(sheet).toContain("&lt;a&gt;&amp;&quot;\ufffd_x005F_x0041_</t>");
    expect(sheet).toContain("<c/><c/></row>");
  });

  test("writes numbers a spreadsheet would round as text", async () => {
    const sheet = (await parts([["a", "1234567890123456", "1"]]))["xl/worksheets/sheet1.xml"] ?? "";
    expect(sheet).toContain('<t xml:space="preserve">1234567890123456</t>');
  });

  test("begins another sheet with its own heading when one is full", async () => {
    const rows = Array.from({ length: 250 }, (_, index): Row => [`row ${index}`, "1", "1"]);
    const written = await parts(rows, { rowsPerSheet: 100, title: "A/B: all [x]" });
    const sheets = [1, 2, 3].map((n) => written[`xl/worksheets/sheet${n}.xml`] ?? "");
    expect(sheets.map((sheet) => sheet.match(/<row>/g)?.length)).toEqual([101, 101, 51]);
    expect(written["xl/workbook.xml"]).toMatch(/name="A B {2}all {2}x" .*name="A B {2}all {2}x \(2\)"/);
  });
});
