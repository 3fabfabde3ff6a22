import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { RateFigure } from "./rate.figure.part.tsx";
import { joinPreviews, partsOf } from "./rate.file.policy.ts";
import { Freshness } from "./rate.freshness.part.tsx";
import { PreviewTable } from "./rate.import.form.tsx";

beforeEach(() => switchLanguage("en"));
afterEach(cleanup);

const row = (line: number, day: string | null, added = 1) => ({
  line,
  day,
  added,
  corrected: 0,
  unchanged: 0,
  missing: 0,
  problem: day ? null : ("dayMalformed" as const),
});

describe("partsOf", () => {
  test("cuts a file at line ends, each part with the heading, and loses no line", () => {
    const lines = Array.from({ length: 9 }, (_none, index) => `2026-11-0${index + 1},1.0${index}`);
    const parts = partsOf(["\uFEFFDate,USD", ...lines].join("\r\n"), 50);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every(({ text }) => text.startsWith("Date,USD\n") && text.length <= 50)).toBe(true);
    expect(parts.flatMap(({ text }) => text.split("\n").slice(1))).toEqual(lines);
    expect(
      parts.map(({ text, firstLine }) => lines.indexOf(text.split("\n")[1] ?? "") + 1 === firstLine),
    ).not.toContain(false);
  });
});

describe("joinPreviews", () => {
  test("counts lines through the file and leaves out a day that a later part repeats", () => {
    const preview = { currencies: ["USD"], ignored: ["RON"] };
    const joined = joinPreviews([
      { preview: { ...preview, rows: [row(2, "2026-11-20"), row(3, null, 0)] }, firstLine: 1 },
      { preview: { ...preview, rows: [row(2, "2026-11-20"), row(3, "2026-11-18")] }, firstLine: 3 },
    ]);
    expect(joined.rows.map(({ line, problem }) => [line, problem])).toEqual([
      [2, null],
      [3, "dayMalformed"],
      [4, "dayRepeated"],
      [5, null],
    ]);
    expect(joined).toMatchObject({ added: 2, problems: 2, ignored: ["RON"] });
  });
});

describe("PreviewTable", () => {
  test("shows the rows that change something or are left out, with the reason", () => {
    const preview = joinPreviews([
      {
        preview: {
          currencies: ["USD"],
          ignored: ["RON"],
          rows: [row(2, "2026-11-20"), row(3, "2026-11-19", 0), row(4, null, 0)],
        },
        firstLine: 1,
      },
    ]);
    render(<PreviewTable preview={preview} />);
    expect(screen.getAllByRole("row")).toHaveLength(3);
    expect(screen.getByText("2026-11-20")).toBeTruthy();
    expect(screen.queryByText("2026-11-19")).toBeNull();
    expect(screen.getByText(/not written as YYYY-MM-DD/)).toBeTruthy();
    expect(screen.getByText(/RON/)).toBeTruthy();
  });

  test("says so when everything is stored already", () => {
    const preview = joinPreviews([
      { preview: { currencies: ["USD"], ignored: [], rows: [row(2, "2026-11-20", 0)] }, firstLine: 1 },
    ]);
    render(<PreviewTable preview={preview} />);
    expect(screen.getByText("Everything in this file is stored already.")).toBeTruthy();
  });
});

describe("Freshness", () => {
  test("says in a word whether a rate can be used", () => {
    render(<Freshness row={{ isStale: true }} />);
    expect(screen.getByText("Stale")).toBeTruthy();
  });
});

describe("RateFigure", () => {
  test("sets the points of rates below each other, whatever places they have", () => {
    render(["6.1203", "163.1", "34.812", "150", "0.00612345"].map((rate) => <RateFigure key={rate} rate={rate} />));
    const room = (rate: string) => screen.getByText(rate).style.paddingInlineEnd;
    expect(["6.1203", "163.1", "34.812", "150", "0.00612345"].map(room)).toEqual(["2ch", "5ch", "3ch", "7ch", "0ch"]);
  });
});
