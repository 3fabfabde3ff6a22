import { unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { UnreadableFile } from "./file-parts.ts";

/** Whether bytes begin like a workbook, which is a ZIP archive. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** Limits on the unpacked size of the parts that are read, and on columns and elements. */
const unpackedMax = 33_554_432;
const columnsMax = 200;
const elementsMax = 2_000_000;
/** Significant digits of a spreadsheet's number: a longer one was truncated when it was typed. */
const digitsMax = 15;

/** A truncated archive or part is reported like a table with unbalanced quotes: it cannot be read further. */
const broken = "quotesUnbalanced";

const wanted = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;

/** The parts of a workbook that hold its cells; no other part is unpacked. */
function partsOf(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted.test(name)) return false;
        total += originalSize;
        if (total > unpackedMax) throw new UnreadableFile(broken, 1);
        return true;
      },
    });
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(broken, 1);
  }
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Walk {
  readonly open?: (element: Element) => void;
  readonly close?: (name: string, text: string) => void;
}

/** Walks the elements of an XML part. Refuses a document type declaration, and with it every custom entity. */
function walk(part: Uint8Array | undefined, { open, close }: Walk): void {
  if (!part) throw new UnreadableFile(broken, 1);
  const parser = new SaxesParser();
  const fail = (): never => {
    throw new UnreadableFile(broken, 1);
  };
  let count = 0;
  let text = "";
  parser.on("error", fail);
  parser.on("doctype", fail);
  parser.on("opentag", ({ name, attributes }) => {
    count += 1;
    if (count > elementsMax) fail();
    text = "";
    open?.({ name: localName(name), attributes });
  });
  parser.on("text", (piece) => {
    text += piece;
  });
  parser.on("closetag", ({ name }) => {
    close?.(localName(name), text);
    text = "";
  });
  parser.write(new TextDecoder("utf-8", { fatal: true }).decode(part)).close();
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Shared strings, which cells reference by index. */
function sharedTexts(part: Uint8Array | undefined): readonly string[] {
  if (!part) return [];
  const texts: string[] = [];
  let own = "";
  let isReading = false;
  walk(part, {
    open: ({ name }) => {
      if (name === "si") own = "";
      // Phonetic text (`rPh`) is no part of the value.
      if (name === "rPh") isReading = true;
    },
    close: (name, text) => {
      if (name === "rPh") isReading = false;
      if (name === "t" && !isReading) own += text;
      if (name === "si") texts.push(own);
    },
  });
  return texts;
}

/** Path of the first sheet, in the order of the workbook. */
function firstSheet(parts: Readonly<Record<string, Uint8Array>>): string {
  let relation: string | undefined;
  walk(parts["xl/workbook.xml"], {
    open: ({ name, attributes }) => {
      if (name === "sheet") relation ??= Object.entries(attributes).find(([key]) => localName(key) === "id")?.[1];
    },
  });
  let target = "";
  walk(parts["xl/_rels/workbook.xml.rels"], {
    open: ({ name, attributes }) => {
      if (name === "Relationship" && attributes.Id === relation) target = attributes.Target ?? "";
    },
  });
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** Column index of a cell reference: A is 0. */
const columnOf = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? "")].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/**
 * A number as a spreadsheet displays it: 19.99 is stored as 19.989999999999998. One that lost digits stays in its
 * stored form, `1.23E+17`, which no identifier matches.
 */
function numberText(value: string): string {
  const number = Number(value);
  if (!(Math.abs(number) < 10 ** digitsMax)) return value;
  const text = String(Number(number.toPrecision(digitsMax)));
  return text.includes("e") ? number.toFixed(digitsMax).replace(/0+$/, "") : text;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** How many rows are read below the heading, and whether a longer sheet is cut off there instead of refused. */
interface SheetLimits {
  readonly rowsMax: number;
  readonly isCut?: boolean;
}

/**
 * The first sheet of a workbook as CSV. Throws {@link UnreadableFile} for a file that is no workbook or exceeds the
 * limits.
 */
export function workbookText(bytes: Uint8Array, { rowsMax, isCut = false }: SheetLimits): string {
  const parts = partsOf(bytes);
  const texts = sharedTexts(parts["xl/sharedStrings.xml"]);
  const rows: string[][] = [];
  let cells: string[] = [];
  let row = 0;
  let at = -1;
  let type = "n";
  let inline = "";
  walk(parts[firstSheet(parts)], {
    open: ({ name, attributes }) => {
      if (name === "row") {
        row = Number(attributes.r ?? row + 1);
        const isBeyond = !Number.isInteger(row) || row > rowsMax + 1;
        if (isBeyond && !isCut) throw new UnreadableFile("tooManyRows", rowsMax + 1);
        cells = [];
        at = -1;
      }
      if (name !== "c") return;
      at = attributes.r ? columnOf(attributes.r) : at + 1;
      if (at < 0 || at >= columnsMax) throw new UnreadableFile("rowTooLong", row);
      type = attributes.t ?? "n";
      inline = "";
    },
    close: (name, text) => {
      if (name === "t" && type === "inlineStr") inline += text;
      if (name === "v") {
        cells[at] = type === "s" ? (texts[Number(text)] ?? "") : type === "n" ? numberText(text) : text;
      }
      if (name === "c" && type === "inlineStr") cells[at] = inline;
      // Blank rows are omitted, as CSV does.
      if (name === "row" && row <= rowsMax + 1 && cells.some((cell) => cell))
        rows.push(Array.from(cells, (cell) => cell ?? ""));
    },
  });
  // Sheets omit empty cells at the end of a row.
  const width = rows[0]?.length ?? 0;
  const whole = rows.map((cellsOfRow) => [
    ...cellsOfRow,
    ...Array<string>(Math.max(0, width - cellsOfRow.length)).fill(""),
  ]);
  return whole.map((cellsOfRow) => `${cellsOfRow.map(quoted).join(",")}\r\n`).join("");
}
