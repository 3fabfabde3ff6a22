import { reportFileWords, reportWords } from "@countinghouse/contract/funds/report/report.messages.ts";
import { decimalText, growthOf, pointsOf } from "@countinghouse/contract/funds/report/report-change.ts";
import { ReportGroup } from "@countinghouse/contract/funds/report/report-enumerations.ts";
import {
  type ReportGrouping,
  type ReportRow,
  type ReportTotal,
  reportFigures,
  shownFigures,
} from "@countinghouse/contract/funds/report/report-fields.ts";
import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { withoutFormulas } from "@countinghouse/contract/platform/spreadsheet-text.ts";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { fromWire } from "@countinghouse/money/wire.ts";

type Figure = keyof typeof reportFigures;
type Figures = Pick<ReportTotal, Figure | "currency"> & { readonly before?: ReportTotal["before"] };
type Cell = string | null;

/** A column of a report as a table: what it is called, whether it holds figures, and its cell of a row. */
export interface ReportColumn {
  readonly heading: string;
  readonly isFigure: boolean;
  cell(of: Figures): Cell;
}

/** A share of millionths in per cent with two decimals: 880_812 is 88.08. */
export function percentText(millionths: number | null): string | null {
  if (millionths === null) return null;
  const hundredths = Math.round(Math.abs(millionths) / 100);
  return `${millionths < 0 && hundredths > 0 ? "-" : ""}${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
}

/** What only the operator reads. */
const isOperators = (figure: Figure): boolean => factsOf(reportFigures[figure]).readers === "operator";

/** The columns of a figure: amounts as people write them and, where a program reads the file, in minor units beside it. */
function columnsOf(figure: Figure, locale: Locale, withMinor: boolean): ReportColumn[] {
  const { kind, isShare = false } = factsOf(reportFigures[figure]);
  const heading = reportWords[locale][figure];
  const value = (of: Figures): string | number | null => of[figure];
  if (kind === "money") {
    const minor = (of: Figures): Cell => value(of) as string | null;
    const written = (of: Figures): Cell => {
      const amount = minor(of);
      return amount === null ? null : formatDecimal(fromWire(amount, of.currency));
    };
    const column = { heading, isFigure: true, cell: written };
    return withMinor
      ? [column, { heading: fill(reportFileWords[locale].minor, { amount: heading }), isFigure: true, cell: minor }]
      : [column];
  }
  if (isShare)
    return [{ heading: `${heading} %`, isFigure: true, cell: (of) => percentText(value(of) as number | null) }];
  return [{ heading, isFigure: true, cell: (of) => (value(of) === null ? null : String(value(of))) }];
}

/** The same figure of the period before, and by how much it changed since: rates in points, everything else in per cent. */
function comparedWith(figure: Figure, locale: Locale): ReportColumn[] {
  const { isShare = false } = factsOf(reportFigures[figure]);
  const [column] = columnsOf(figure, locale, false);
  const words = reportFileWords[locale];
  const amount = reportWords[locale][figure];
  const changed = (of: Figures): number | null => {
    const [now, then] = [of[figure], of.before?.[figure]];
    if (now === null || then === null || then === undefined) return null;
    return isShare ? pointsOf(now as number, then as number) : growthOf(now, then);
  };
  return [
    {
      heading: fill(words.before, { amount: column?.heading ?? amount }),
      isFigure: true,
      cell: (of) => (of.before && column ? column.cell({ ...of.before, currency: of.currency }) : null),
    },
    {
      heading: fill(isShare ? words.points : words.change, { amount }),
      isFigure: true,
      cell: (of) => {
        const tenths = changed(of);
        return tenths === null ? null : decimalText(tenths, 1);
      },
    },
  ];
}

/** The amounts of a row in the one currency that a report is converted to; their headings say which. */
export const convertedColumns = (
  locale: Locale,
  base: string,
  { isOperator, withMinor }: Pick<FileReaders, "isOperator" | "withMinor">,
): ReportColumn[] =>
  figuresFor(isOperator)
    .filter((figure) => factsOf(reportFigures[figure]).kind === "money")
    .flatMap((figure) => columnsOf(figure, locale, withMinor))
    .map((column) => ({
      ...column,
      heading: fill(reportFileWords[locale].inBase, { amount: column.heading, currency: base }),
    }));

const every = Object.keys(reportFigures) as Figure[];
const shown: readonly Figure[] = shownFigures;

/** What a file is to say. */
interface FileReaders {
  readonly isOperator: boolean;
  readonly withMinor: boolean;
  /** Beside the period before. */
  readonly compare?: boolean;
}

/** What readers of a file may see: what the screen shows in its order, then everything else. */
export const figureColumns = (
  locale: Locale,
  { isOperator, withMinor, compare = false }: FileReaders,
): ReportColumn[] =>
  figuresFor(isOperator).flatMap((figure) => [
    ...columnsOf(figure, locale, withMinor),
    ...(compare ? comparedWith(figure, locale) : []),
  ]);

const figuresFor = (isOperator: boolean): readonly Figure[] =>
  [...shown, ...every.filter((figure) => !shown.includes(figure))].filter(
    (figure) => isOperator || !isOperators(figure),
  );

/** What a row stands for, in words. */
export function nameOf(
  row: ReportRow,
  groupBy: ReportGrouping,
  { locale, methods }: { readonly locale: Locale; readonly methods: ReadonlyMap<string, string> },
): string {
  const { none } = reportFileWords[locale];
  const named = {
    account: row.gatewayAccountName,
    gateway: row.gatewayName,
    merchant: row.merchantName,
    domain: row.domain,
    method: row.paymentMethod && (methods.get(row.paymentMethod) ?? row.paymentMethod),
    currency: row.currency,
    day: row.date,
    week: row.date,
    month: row.date,
  }[groupBy];
  return named || none;
}

/** The heading of what rows stand for. */
export const groupHeading = (groupBy: ReportGrouping, locale: Locale): string =>
  ReportGroup.memberOf(groupBy)?.text[locale] ?? groupBy;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** Rows as CSV (RFC 4180), readable by spreadsheet programs that look for a mark of UTF-8, and run as no formula. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map((cell) => (cell === null ? "" : quoted(/^-?[\d.]+$/.test(cell) ? cell : withoutFormulas(cell)))).join(",")).join("\r\n")}\r\n`;
