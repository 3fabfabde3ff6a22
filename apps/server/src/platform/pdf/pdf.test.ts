import { describe, expect, test } from "vitest";
import { drawPdf } from "./pdf.ts";
import type { PdfDocument } from "./pdf-document.ts";
import { PdfWriter } from "./pdf-writer.ts";

const bill: PdfDocument = {
  locale: "en",
  title: "Bill",
  number: "INV-2026-11-0417",
  issuer: { name: "Countinghouse Europe S.A.", lines: ["18 rue de l’Étoile, L-1528 Luxembourg"] },
  to: { label: "To", name: "Nordlicht Outdoor GmbH", lines: ["Speicherstraße 22"] },
  facts: [{ label: "Batch", value: "BT20261120N2A7QK05DV" }],
  result: { label: "Made available", amount: "38,204.11", currency: "EUR" },
  tables: [],
  notes: [{ title: "Something wrong?", text: ["Write to us."] }],
  summary: { title: "Summary, EUR", rows: [{ label: "Sales", value: "41,736.65" }] },
  footer: "Amounts are rounded per order, half to even.",
  pageOf: "Page {page} of {pages}",
};
const tableOf = (rows: number) => ({
  title: "Sales",
  columns: [
    { heading: "Method", share: 3 },
    { heading: "Sales", share: 1, isFigure: true },
  ],
  rows: Array.from({ length: rows }, (_, row) => [`Method ${row}`, "86,240.50"]),
});
const drawn = async (document: PdfDocument): Promise<string> => Buffer.from(await drawPdf(document)).toString("latin1");
const pages = (pdf: string): number => pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

describe("a document as PDF", () => {
  test("is one page with its title, and more where its tables are longer", async () => {
    const short = await drawn(bill);
    expect(short.slice(0, 5)).toBe("%PDF-");
    expect(pages(short)).toBe(1);
    expect(pages(await drawn({ ...bill, tables: [tableOf(60)] }))).toBe(2);
  });

  test("brings the fonts of its own script alone", async () => {
    const english = await drawn(bill);
    expect(english).toContain("Inter");
    expect(english).not.toContain("NotoSans");
    expect(await drawn({ ...bill, locale: "zh-cn", title: "结算账单" })).toContain("NotoSansSC");
    expect(await drawn({ ...bill, locale: "zh-tw", title: "撥款帳單" })).toContain("NotoSansTC");
    // A merchant's own name is written whoever reads it.
    expect(await drawn({ ...bill, to: { ...bill.to, name: "杭州青禾茶业有限公司" } })).toContain("NotoSansSC");
  });
});

describe("a text on lines", () => {
  const style = { size: 8.5 };
  const writer = new PdfWriter("zh-cn", "账单");

  test("is cut between words, each line within its width", () => {
    const lines = writer.lines("请在资金与结算批次中打开本批次并提出疑问 billing@countinghouse.example", 120, style);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(writer.widthOf(line, style)).toBeLessThanOrEqual(120);
    expect(lines.join("").replaceAll(" ", "")).toBe(
      "请在资金与结算批次中打开本批次并提出疑问billing@countinghouse.example",
    );
  });

  test("cuts a word that is wider than its line, and loses nothing of it", () => {
    const word = "W".repeat(80);
    expect(writer.lines(word, 100, style).join("")).toBe(word);
  });

  test("begins no line with a closing sign", () => {
    for (let width = 40; width < 140; width += 7)
      for (const line of writer.lines("请打开本批次，点击“提出疑问”。或注明账单号（附件）发送邮件。", width, style))
        expect(line).not.toMatch(/^[，。”）]/);
  });
});
