import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { writeWorkbook } from "../export/xlsx.ts";
import { UnreadableFile } from "./file-parts.ts";
import { tableLines } from "./table-lines.ts";
import { isWorkbook, workbookText } from "./workbook-table.ts";

const relations = (target = "worksheets/sheet1.xml") =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Target="${target}"/></Relationships>`;
const workbook = `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Pay" sheetId="1" r:id="rId7"/></sheets></workbook>`;
const bookOf = (sheet: string, more: Readonly<Record<string, string>> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        "xl/workbook.xml": workbook,
        "xl/_rels/workbook.xml.rels": relations(),
        "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
        ...more,
      }).map(([name, text]) => [name, strToU8(text)]),
    ),
  );
const textOf = (sheet: string, more?: Readonly<Record<string, string>>) =>
  workbookText(bookOf(sheet, more), { rowsMax: 10 });

test("a sheet is read as its author sees it: shared and own texts, numbers without the noise of their halves, gaps", () => {
  const shared = `<sst><si><t>Amount</t></si><si><r><t>Ac</t></r><r><t>count</t></r><rPh sb="0" eb="1"><t>アカ</t></rPh></si></sst>`;
  const sheet = [
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Say "x", y</t></is></c></row>`,
    `<row r="3"><c r="A3"><v>19.989999999999998</v></c><c r="B3" t="str"><f>A1</f><v>021000021</v></c></row>`,
    `<row r="4"><c r="C4"><v>1E-2</v></c></row>`,
    `<row r="5"/>`,
  ].join("");
  expect(textOf(sheet, { "xl/sharedStrings.xml": shared })).toBe(
    ['"Amount","Account","Say ""x"", y"', '"19.99","021000021",""', '"","","0.01"', ""].join("\r\n"),
  );
});

test("a number that lost digits, and a formula that failed, stay what nobody takes for a value", () => {
  const sheet = `<row r="1"><c r="A1"><v>1.2345678901234567E+17</v></c><c r="B1" t="e"><v>#REF!</v></c></row>`;
  expect(textOf(sheet)).toBe('"1.2345678901234567E+17","#REF!"\r\n');
});

test("the sheet that stands first is read, wherever it is kept", () => {
  const other = {
    "xl/_rels/workbook.xml.rels": relations("/xl/worksheets/second.xml"),
    "xl/worksheets/second.xml": `<worksheet><sheetData><row><c t="inlineStr"><is><t>here</t></is></c></row></sheetData></worksheet>`,
  };
  expect(textOf("", other)).toBe('"here"\r\n');
});

test("of a longer sheet the beginning is read where that is asked for", () => {
  const sheet = Array.from({ length: 20 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`);
  const text = workbookText(bookOf(sheet.join("")), { rowsMax: 2, isCut: true });
  expect(text).toBe('"0"\r\n"1"\r\n"2"\r\n');
});

test.each([
  ["too many rows", `<row r="12"><c r="A12"><v>1</v></c></row>`, "tooManyRows", 11],
  ["a cell far to the right", `<row r="1"><c r="ZZZ1"><v>1</v></c></row>`, "rowTooLong", 1],
  ["an entity of its own", `<!DOCTYPE a [<!ENTITY b "c">]><row r="1"/>`, "quotesUnbalanced", 1],
  ["XML that breaks off", `<row r="1">`, "quotesUnbalanced", 1],
])("%s is not read", (_what, sheet, failure, row) => {
  expect(() => textOf(sheet)).toThrow(UnreadableFile);
  try {
    textOf(sheet);
  } catch (error) {
    expect(error).toMatchObject({ failure, row });
  }
});

test("an archive that is none, lacks a sheet, or unpacks to more than is taken is not read", () => {
  expect(() => workbookText(strToU8("PK\u0003\u0004 nothing"), { rowsMax: 10 })).toThrow(UnreadableFile);
  expect(() => workbookText(zipSync({ "xl/workbook.xml": strToU8(workbook) }), { rowsMax: 10 })).toThrow(
    UnreadableFile,
  );
  const bomb = zipSync({ "xl/sharedStrings.xml": new Uint8Array(40_000_000) }, { level: 9 });
  expect(bomb.length).toBeLessThan(100_000);
  expect(() => workbookText(bomb, { rowsMax: 10 })).toThrow(UnreadableFile);
});

test("what our own export writes comes back, card numbers masked as in any table", async () => {
  const pieces: Uint8Array[] = [];
  async function* rows() {
    yield [
      ["Wages", "450.5"],
      ["4111111111111111", "1"],
    ];
  }
  const columns = [
    { heading: "Purpose", kind: "text" as const },
    { heading: "Amount", kind: "number" as const },
  ];
  for await (const piece of writeWorkbook(rows(), { title: "Pay", columns })) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(isWorkbook(bytes)).toBe(true);
  const { heading, below } = await tableLines(bytes, { locale: "en", rowsMax: 10 });
  expect(heading?.cells).toEqual(["Purpose", "Amount"]);
  expect(below.map(({ cells }) => cells)).toEqual([
    ["Wages", "450.5"],
    [`411111${"\u001a".repeat(6)}1111`, "1"],
  ]);
});
