import { createRequire } from "node:module";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import PDFKit from "pdfkit";

type Weight = "regular" | "semibold";

/** Style of a text. Sizes and lengths are in points: 72 to an inch. */
export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
}

/** Position of a text: its first baseline, and the available width. */
export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly isFigure?: boolean;
}

const require = createRequire(import.meta.url);
const fontFile = (name: string): string => require.resolve(`@expo-google-fonts/${name}`);
const latin: Readonly<Record<Weight, string>> = {
  regular: fontFile("inter/400Regular/Inter_400Regular.ttf"),
  semibold: fontFile("inter/600SemiBold/Inter_600SemiBold.ttf"),
};
const simplified: Readonly<Record<Weight, string>> = {
  regular: fontFile("noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf"),
  semibold: fontFile("noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf"),
};
const traditional: Readonly<Record<Weight, string>> = {
  regular: fontFile("noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf"),
  semibold: fontFile("noto-sans-tc/600SemiBold/NotoSansTC_600SemiBold.ttf"),
};

/** Punctuation that Chinese sets full-width though Latin fonts have it as well. */
const wideInChinese = /[“”‘’…—·]/u;
/** Latin, Greek, Cyrillic and Vietnamese letters, figures and signs, which Inter has; everything else uses Noto. */
const inLatin = /[\t -\u04ff\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf\u2116\u2122\u2190-\u2193\u2212\u2264\u2265]/u;

/** Characters that must not begin a line: they hang at the end of the previous one. */
const neverFirst = /^[，。、；：？！）》」』”’…％,.;:?!)%]+$/u;
/** Amounts and counts, set in tabular figures. */
const figures = /^[\d.,\u2212\s]+$/u;
const featuresOf = (text: string): { features: PDFKit.Mixins.OpenTypeFeatures[] } => ({
  features: figures.test(text) ? ["tnum"] : [],
});

/** A part of a text in one font. */
interface Run {
  readonly text: string;
  readonly font: string;
}

const ink = "#1a2230";

/** Writes mixed-script texts on the pages of a PDF. */
export class PdfWriter {
  readonly pdf: PDFKit.PDFDocument;
  readonly #locale: Locale;
  readonly #words: Intl.Segmenter;

  constructor(locale: Locale, title: string) {
    this.#locale = locale;
    this.#words = new Intl.Segmenter(locale, { granularity: "word" });
    this.pdf = new PDFKit({
      size: "A4",
      margin: 0,
      bufferPages: true,
      lang: locale,
      info: { Title: title, Producer: "Countinghouse", Creator: "Countinghouse" },
    });
  }

  /** Width of a text on one line, in points. */
  widthOf(text: string, style: TextStyle): number {
    return this.#runs(text, style).reduce((width, run) => width + this.#measure(run, style), 0);
  }

  /** Breaks a text into lines no wider than `width`: between words, and within a word that is wider itself. */
  lines(text: string, width: number, style: TextStyle): readonly string[] {
    const lines: string[] = [];
    let line = "";
    const put = (piece: string): void => {
      if (neverFirst.test(piece) || this.widthOf((line + piece).trimEnd(), style) <= width) {
        line += piece;
        return;
      }
      if (line.trim() === "" && [...piece].length > 1) {
        for (const letter of piece) put(letter);
        return;
      }
      lines.push(line.trimEnd());
      line = "";
      if (piece.trim() !== "") put(piece);
    };
    for (const { segment } of this.#words.segment(text)) put(segment);
    return line.trim() === "" && lines.length > 0 ? lines : [...lines, line.trimEnd()];
  }

  /** Writes one line; figures are right-aligned. */
  write(text: string, { x, y, width, isFigure = false }: TextPlace, style: TextStyle): void {
    const runs = this.#runs(text, style);
    let at = isFigure ? x + width - this.widthOf(text, style) : x;
    this.pdf.fillColor(style.colour ?? ink);
    for (const run of runs) {
      this.pdf.font(run.font).fontSize(style.size);
      this.pdf.text(run.text, at, y, { lineBreak: false, baseline: "alphabetic", ...featuresOf(run.text) });
      at += this.#measure(run, style);
    }
  }

  /** Writes a text over as many lines as needed; answers its height. */
  paragraph(text: string, place: TextPlace, { leading, ...style }: TextStyle & { readonly leading: number }): number {
    const lines = this.lines(text, place.width, style);
    for (const [index, line] of lines.entries()) this.write(line, { ...place, y: place.y + index * leading }, style);
    return lines.length * leading;
  }

  /** A horizontal rule. */
  rule(x: number, y: number, width: number, { weight, colour }: { readonly weight: number; readonly colour: string }) {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(colour)
      .stroke();
  }

  #measure({ text, font }: Run, { size }: TextStyle): number {
    return this.pdf.font(font).fontSize(size).widthOfString(text, featuresOf(text));
  }

  #runs(text: string, { weight = "regular" }: TextStyle): readonly Run[] {
    const isChinese = this.#locale !== "en";
    const other = (this.#locale === "zh-tw" ? traditional : simplified)[weight];
    const runs: Run[] = [];
    for (const letter of text) {
      const isLatin = inLatin.test(letter) && !(isChinese && wideInChinese.test(letter));
      const font = isLatin ? latin[weight] : other;
      const last = runs.at(-1);
      if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + letter };
      else runs.push({ font, text: letter });
    }
    return runs;
  }
}
