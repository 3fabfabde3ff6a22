import { unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { UnreadableFile } from "./file-parts.ts";

/** The bytes that every workbook begins with: it is a ZIP archive. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** What the parts that are read may come to unpacked, and how many columns and elements are taken. */
const unpackedMax = 33_554_432;
const columnsMax = 200;
const elementsMax = 2_000_000;
/** Digits that a spreadsheet's number keeps: whatever is longer was cut when it was typed. */
const digitsMax = 15;

/** An archive or a part that breaks off is told as a table whose quotes do not close: it cannot be read from there on. */
const broken = "quotesUnbalanced";

const wanted = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;

/** The parts of a workbook that hold its cells; nothing else is unpacked. */
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

/** Goes through a part element by element. A document type, and with it every entity of its own, is refused. */
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

/** Texts that cells refer to by their place. */
function sharedTexts(part: Uint8Array | undefined): readonly string[] {
  if (!part) return [];
  const texts: string[] = [];
  let own = "";
  let isReading = false;
  walk(part, {
    open: ({ name }) => {
      if (name === "si") own = "";
      // How it is read aloud is no part of it.
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

/** The path of the first sheet of a workbook, as its author ordered them. */
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

/** The place of a column by its letters: A is 0. */
const columnOf = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? "")].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/**
 * A number as a spreadsheet shows it: 19.99 is kept as 19.989999999999998. One that lost digits stays as it is kept, and is
 * no number of anything: `1.23E+17`.
 */
function numberText(value: string): string {
  const number = Number(value);
  if (!(Math.abs(number) < 10 ** digitsMax)) return value;
  const text = String(Number(number.toPrecision(digitsMax)));
  return text.includes("e") ? number.toFixed(digitsMax).replace(/0+$/, "") : text;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * The first sheet of a workbook as CSV. Throws {@link UnreadableFile} for what is no workbook, or holds more than is taken.
 */
export function workbookText(bytes: Uint8Array, { rowsMax }: { readonly rowsMax: number }): string {
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
        if (!Number.isInteger(row) || row > rowsMax + 1) throw new UnreadableFile("tooManyRows", rowsMax + 1);
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
      // Rows that nobody filled are left out where CSV would say nothing either.
      if (name === "row" && cells.some((cell) => cell)) rows.push(Array.from(cells, (cell) => cell ?? ""));
    },
  });
  // Sheets leave out what is empty at a row's end.
  const width = rows[0]?.length ?? 0;
  const whole = rows.map((cellsOfRow) => [
    ...cellsOfRow,
    ...Array<string>(Math.max(0, width - cellsOfRow.length)).fill(""),
  ]);
  return whole.map((cellsOfRow) => `${cellsOfRow.map(quoted).join(",")}\r\n`).join("");
}
