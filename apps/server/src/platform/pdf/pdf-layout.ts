import type { PdfDocument, PdfFact, PdfNote, PdfSum, PdfTable } from "./pdf-document.ts";
import { PdfWriter, type TextStyle } from "./pdf-writer.ts";

const page = { width: 595.28, height: 841.89 } as const;
const margin = 45;
const inner = page.width - 2 * margin;
/** Lower edge of the content; the footer is below. */
const bottom = page.height - 62;
const half = inner / 2;

const quiet = "#5b6675";
const hairline = { weight: 0.5, colour: "#d9dee5" } as const;
const strongRule = { weight: 0.75, colour: "#1a2230" } as const;
const body: TextStyle = { size: 8.5 };
const label: TextStyle = { size: 8.5, colour: quiet };
const strong: TextStyle = { size: 8.5, weight: "semibold" };
const heading: TextStyle = { size: 10, weight: "semibold" };
const small: TextStyle = { size: 7.5, colour: quiet };
const leading = 11.5;
const rowHeight = 18;

/** Draws a document on A4 pages; a table that does not fit continues with its heading on the next page. */
export function layOut(document: PdfDocument): PDFKit.PDFDocument {
  const writer = new PdfWriter(document.locale, `${document.title} ${document.number}`);
  let y = drawHead(writer, document);
  y = drawResult(writer, document, y);
  for (const table of document.tables) y = drawTable(writer, table, y + 26);
  drawEnd(writer, document, y + 26);
  drawFooters(writer, document);
  writer.pdf.end();
  return writer.pdf;
}

const next = (writer: PdfWriter, y: number, needed: number): number => {
  if (y + needed <= bottom) return y;
  writer.pdf.addPage();
  return margin + 12;
};

function drawHead(writer: PdfWriter, { issuer, title, number, to, facts }: PdfDocument): number {
  const right = { x: margin + half, width: half, isFigure: true } as const;
  writer.write(title, { ...right, y: 58 }, { size: 16, weight: "semibold" });
  writer.write(number, { ...right, y: 72 }, body);
  let left = 54;
  left += writer.paragraph(
    issuer.name,
    { x: margin, y: left, width: half },
    { size: 11, weight: "semibold", leading: 14 },
  );
  for (const line of issuer.lines)
    left += writer.paragraph(line, { x: margin, y: left, width: half }, { ...label, leading });
  const top = Math.max(left, 84) + 22;
  writer.write(to.label, { x: margin, y: top, width: half }, label);
  let own = top + leading + 1;
  own += writer.paragraph(to.name, { x: margin, y: own, width: half - 16 }, { ...strong, leading });
  for (const line of to.lines)
    own += writer.paragraph(line, { x: margin, y: own, width: half - 16 }, { ...label, leading });
  const told = drawFacts(writer, facts, { x: margin + inner * 0.56, y: top, width: inner * 0.44, labels: 76 });
  return Math.max(own, told) + 8;
}

interface FactPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Width of the labels. */
  readonly labels: number;
}

/** Draws labels with their values; answers the y where they end. */
function drawFacts(writer: PdfWriter, facts: readonly PdfFact[], { x, y, width, labels }: FactPlace): number {
  let at = y;
  for (const fact of facts) {
    writer.write(fact.label, { x, y: at, width: labels }, label);
    const height = writer.paragraph(fact.value, { x: x + labels, y: at, width: width - labels }, { ...body, leading });
    at += Math.max(height, leading) + 1.5;
  }
  return at;
}

function drawResult(writer: PdfWriter, { result }: PdfDocument, y: number): number {
  const height = 40;
  writer.pdf.roundedRect(margin, y, inner, height, 4).fill("#f1f4f9");
  const baseline = y + 25;
  writer.write(result.label, { x: margin + 11, y: baseline, width: half }, strong);
  const currency: TextStyle = { size: 9, colour: quiet };
  const unit = writer.widthOf(result.currency, currency);
  const edge = margin + inner - 11;
  writer.write(result.currency, { x: edge - unit, y: baseline, width: unit }, currency);
  writer.write(
    result.amount,
    { x: margin, y: baseline, width: edge - unit - 5 - margin, isFigure: true },
    { size: 17, weight: "semibold" },
  );
  return y + height;
}

/** Draws a table with its title; answers the y where it ends. */
function drawTable(writer: PdfWriter, table: PdfTable, top: number): number {
  let y = next(writer, top, 4 * rowHeight);
  writer.write(table.title, { x: margin, y, width: inner }, heading);
  y = drawRow(
    writer,
    table,
    table.columns.map(({ heading: text }) => text),
    { y: y + 18, style: label, rule: strongRule },
  );
  for (const row of table.rows) {
    if (y + rowHeight > bottom) {
      y = next(writer, y, rowHeight);
      y = drawRow(
        writer,
        table,
        table.columns.map(({ heading: text }) => text),
        { y, style: label, rule: strongRule },
      );
    }
    y = drawRow(writer, table, row, { y, style: body, rule: hairline });
  }
  if (table.sum) {
    y = next(writer, y, rowHeight);
    y = drawRow(writer, table, table.sum, { y, style: strong });
  }
  return table.note
    ? y -
        4 +
        writer.paragraph(table.note, { x: margin, y: next(writer, y, leading), width: inner }, { ...small, leading })
    : y - 10;
}

interface RowLook {
  /** The baseline. */
  readonly y: number;
  readonly style: TextStyle;
  readonly rule?: typeof hairline | typeof strongRule;
}

/** Draws one row, each text cut to its column; answers the baseline of the next row. */
function drawRow(
  writer: PdfWriter,
  { columns }: PdfTable,
  texts: readonly string[],
  { y, style, rule }: RowLook,
): number {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  const gap = 10;
  let x = margin;
  let height = leading;
  for (const [index, { share, isFigure = false }] of columns.entries()) {
    const width = (inner * share) / whole;
    const place = { x, y, width: isFigure ? width : width - gap, isFigure };
    height = Math.max(height, writer.paragraph(texts[index] ?? "", place, { ...style, leading }));
    x += width;
  }
  if (rule) writer.rule(margin, y + height - leading + 6, inner, rule);
  return y + height - leading + rowHeight;
}

/** Draws notes on the left and the summary on the right, on one page where both fit. */
function drawEnd(writer: PdfWriter, { notes, summary }: PdfDocument, top: number): void {
  const y = next(writer, top, summary.rows.length * rowHeight + 24);
  const x = margin + inner * 0.537;
  writer.write(summary.title, { x, y, width: margin + inner - x }, heading);
  drawSummary(writer, summary.rows, x, y + 18);
  let left = y;
  for (const note of notes) left = drawNote(writer, note, left) + 14;
}

function drawSummary(writer: PdfWriter, rows: readonly PdfSum[], x: number, top: number): void {
  const width = margin + inner - x;
  let y = top;
  for (const [index, { label: name, value, isStrong }] of rows.entries()) {
    const style = isStrong ? strong : body;
    const figure = writer.widthOf(value, style);
    const height = writer.paragraph(name, { x, y, width: width - figure - 10 }, { ...style, leading });
    writer.write(value, { x, y, width, isFigure: true }, style);
    y += height - leading;
    if (index < rows.length - 1) writer.rule(x, y + 6, width, hairline);
    y += rowHeight;
  }
}

/** Draws a note with its title in the left column; answers the y where it ends. */
function drawNote(writer: PdfWriter, { title, facts = [], text = [] }: PdfNote, top: number): number {
  const width = inner * 0.49;
  writer.write(title, { x: margin, y: top, width }, heading);
  let y = drawFacts(writer, facts, { x: margin, y: top + 15, width, labels: 66 });
  for (const sentence of text) y += writer.paragraph(sentence, { x: margin, y, width }, { ...label, leading }) + 3;
  return y;
}

function drawFooters(writer: PdfWriter, { footer, pageOf }: PdfDocument): void {
  const { start, count } = writer.pdf.bufferedPageRange();
  const y = page.height - 34;
  for (let index = 0; index < count; index += 1) {
    writer.pdf.switchToPage(start + index);
    writer.rule(margin, y - 14, inner, hairline);
    writer.paragraph(footer, { x: margin, y, width: inner * 0.8 }, { ...small, leading: 9 });
    const text = pageOf.replace("{page}", String(index + 1)).replace("{pages}", String(count));
    writer.write(text, { x: margin, y, width: inner, isFigure: true }, small);
  }
}
