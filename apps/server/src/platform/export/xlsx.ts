import { strToU8, Zip, ZipDeflate } from "fflate";
import type { CellKind } from "./export-columns.ts";

/** A column of a work sheet. */
export interface SheetColumn {
  readonly heading: string;
  readonly kind: CellKind;
}

export interface WorkbookOptions {
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  /** Rows per sheet without the heading; further rows begin another sheet. */
  readonly rowsPerSheet?: number;
}

/** The format allows 1,048,576 rows. */
const rowsPerSheetMax = 1_000_000;
const textLengthMax = 32_767;
/** Significant digits of a spreadsheet's number. */
const digitsMax = 15;
const pieceLength = 32_768;

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const styleOf: Readonly<Record<CellKind, string>> = { text: "", number: "", instant: ' s="1"', day: ' s="2"' };
const widthOf: Readonly<Record<CellKind, number>> = { text: 24, number: 16, instant: 20, day: 12 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: those XML 1.0 cannot hold.
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const markup: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Characters not allowed in XML, lone surrogates, and the start of a spreadsheet's own escape sequences. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const special = /[&<>"_\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Text escaped for XML; a text that looks like a spreadsheet's escape sequence is kept literally. */
const xml = (text: string): string =>
  special.test(text)
    ? text
        .toWellFormed()
        .replace(unprintable, "")
        .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
        .replace(/[&<>"\r]/g, (sign) => markup[sign] ?? sign)
    : text;

const textCell = (text: string): string =>
  `<c t="inlineStr"><is><t xml:space="preserve">${xml(text.slice(0, textLengthMax))}</t></is></c>`;

function cell(text: string | null, kind: CellKind): string {
  if (text === null || text === "") return "<c/>";
  const isNumber = kind !== "text" && /^-?\d+(\.\d+)?$/.test(text);
  if (!isNumber || (kind === "number" && text.replace(/\D/g, "").length > digitsMax)) return textCell(text);
  return `<c${styleOf[kind]}><v>${text}</v></c>`;
}

/**
 * Streams a workbook as its rows arrive, holding only a piece in memory. Every text is a cell of type text, which is
 * never run as a formula.
 */
export async function* writeWorkbook(
  rows: AsyncIterable<readonly (readonly (string | null)[])[]>,
  { title, columns, rowsPerSheet = rowsPerSheetMax }: WorkbookOptions,
): AsyncGenerator<Uint8Array> {
  const kinds = columns.map(({ kind }) => kind);
  const out: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    out.push(piece);
  });
  const names: string[] = [];
  let sheet: ZipDeflate | undefined;
  let text = "";
  let count = 0;
  const flush = (): void => {
    if (sheet && text !== "") sheet.push(strToU8(text));
    text = "";
  };
  const openSheet = (): void => {
    names.push(sheetName(title, names.length));
    sheet = new ZipDeflate(`xl/worksheets/sheet${names.length}.xml`, { level: 1 });
    zip.add(sheet);
    text = sheetHead(columns);
    count = 0;
  };
  const closeSheet = (): void => {
    flush();
    sheet?.push(strToU8("</sheetData></worksheet>"), true);
  };

  openSheet();
  for await (const batch of rows) {
    for (const row of batch) {
      if (count === rowsPerSheet) {
        closeSheet();
        openSheet();
      }
      text += "<row>";
      for (let index = 0; index < row.length; index += 1) text += cell(row[index] ?? null, kinds[index] ?? "text");
      text += "</row>";
      count += 1;
      if (text.length > pieceLength) flush();
    }
    yield* out.splice(0);
  }
  closeSheet();
  for (const [path, content] of Object.entries(partsOf(names))) {
    const part = new ZipDeflate(path, { level: 1 });
    zip.add(part);
    part.push(strToU8(declaration + content), true);
  }
  zip.end();
  yield* out.splice(0);
}

/** Sheet names are short, distinct and free of characters that formulas use. */
function sheetName(title: string, index: number): string {
  const base =
    title
      .replace(/[\\/?*[\]:']/g, " ")
      .trim()
      .slice(0, 25) || "Sheet";
  return index === 0 ? base : `${base} (${index + 1})`;
}

function sheetHead(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf[kind]}" customWidth="1"/>`,
  );
  const headings = columns.map(({ heading }) => textCell(heading).replace("<c ", '<c s="3" '));
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row>${headings.join("")}</row>`;
}

function partsOf(names: readonly string[]): Readonly<Record<string, string>> {
  const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const sheets = names.map((_name, index) => index + 1);
  return {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheets.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`).join("")}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, index) => `<sheet name="${xml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packageRelations}">${sheets.map((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join("")}<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  };
}
