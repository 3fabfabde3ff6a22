import { RateSource } from "@countinghouse/contract/funds/rate/rate.ts";
import { reportFileWords, reportWords } from "@countinghouse/contract/funds/report/report.messages.ts";
import type { ReportFormat, ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { localTime } from "@countinghouse/money/zone.ts";
import { writeWorkbook } from "../../../platform/export/xlsx.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { FileAnswer } from "../../../platform/http/file-answer.ts";
import { drawPdf } from "../../../platform/pdf/pdf.ts";
import type { PdfDocument } from "../../../platform/pdf/pdf-document.ts";
import { settingsOf } from "../../settings/config/index.ts";
import { type ReportPage, type ReportPageQuery, readReport } from "./report.service.ts";
import { convertedColumns, csvOf, figureColumns, groupHeading, nameOf } from "./report-file.policy.ts";
import { methodNames, namesInReach } from "./report-names.store.ts";

/** A report that was read, and for whom it is written out. */
interface Written {
  readonly title: string;
  readonly report: ReportPage;
  readonly groupBy: ReportGrouping;
  /** The filters, as names and values. */
  readonly filters: readonly string[];
  readonly locale: Locale;
  readonly isOperator: boolean;
  /** Tables say the period before as well. */
  readonly compare: boolean;
  /** What payment methods are called, by code. */
  readonly methods: ReadonlyMap<string, string>;
}

/** An instant on the clock of the report's zone, with the zone. */
function toldAt(instant: string, zone: string): string {
  const { date, seconds } = localTime(Date.parse(instant), zone);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${date} ${parts.map((part) => String(part).padStart(2, "0")).join(":")}`;
}

/** By which rates a report was converted, where it was. */
function ratesText({ report: { base }, locale }: Written): string {
  const words = reportFileWords[locale];
  return (base?.rates ?? [])
    .map(({ currency, sources, firstTime, lastTime }) =>
      fill(words.ratesOf, {
        currency,
        sources: sources.map((one) => RateSource.memberOf(one)?.text[locale] ?? one).join(", "),
        from: firstTime.slice(0, 10),
        to: lastTime.slice(0, 10),
      }),
    )
    .join("; ");
}

/** The period, and the one beside it where a table says that as well. */
const periodsOf = ({ report, locale, compare }: Written): (string | null)[][] => {
  const before = `${report.beforeFromDay} – ${report.beforeToDay}`;
  return [
    [reportFileWords[locale].period, periodText(report)],
    ...(compare ? [[reportWords[locale].before, before]] : []),
  ];
};

const periodText = ({ fromDay, toDay }: ReportPage): string => `${fromDay} – ${toDay}`;

/** What stands above the table of every file: of when, in which zone, of what, and up to when it is known. */
function headLines(written: Written): (string | null)[][] {
  const { title, report, filters, locale } = written;
  const words = reportFileWords[locale];
  return [
    [title],
    ...periodsOf(written),
    [words.zone, report.timeZone],
    [words.asOf, toldAt(report.asOf, report.timeZone)],
    [words.filters, filters.length === 0 ? words.noFilter : filters.join("; ")],
    ...(report.base ? [[fill(words.converted, { base: report.base.currency, rates: ratesText(written) })]] : []),
    [],
  ];
}

/** Heading, rows and totals. */
function tableOf(written: Written) {
  const { report, groupBy, locale, isOperator, compare } = written;
  const { base } = report;
  // Beside what was converted stands what it was; the period before is said of one currency alone.
  const converted = base ? convertedColumns(locale, base.currency, { isOperator, withMinor: true }) : [];
  const own = figureColumns(locale, { isOperator, withMinor: true, compare: compare && !base });
  const columns = [...own, ...converted];
  const heading = [groupHeading(groupBy, locale), reportWords[locale].currency, ...columns.map((one) => one.heading)];
  const rows = (base?.originals ?? report.rows).map((row, index) => {
    const inBase = base?.converted[index];
    return [
      nameOf(row, groupBy, written),
      row.currency,
      ...own.map((one) => one.cell(row)),
      ...(inBase ? converted.map((one) => one.cell(inBase)) : []),
    ];
  });
  const { total } = reportFileWords[locale];
  return {
    heading,
    columns,
    rows: [...rows, ...report.totals.map((row) => [total, row.currency, ...columns.map((one) => one.cell(row))])],
  };
}

async function workbook(written: Written): Promise<Buffer> {
  const { heading, columns, rows } = tableOf(written);
  async function* pieces() {
    yield [...rows, ...headLines(written).map((line) => heading.map((_, index) => line[index] ?? null))];
  }
  const parts: Uint8Array[] = [];
  const sheet = {
    title: written.title,
    columns: heading.map((text, index) => ({
      heading: text,
      kind: index < heading.length - columns.length ? ("text" as const) : ("number" as const),
    })),
  };
  for await (const part of writeWorkbook(pieces(), sheet)) parts.push(part);
  return Buffer.concat(parts);
}

/** How many rows of a table a page to be read takes. */
const printedRows = 400;

/** The report as a document: a table for each currency with its total, the largest first. */
async function documentOf(ctx: Context, written: Written): Promise<PdfDocument> {
  const { report, title, groupBy, locale, isOperator, filters } = written;
  const { bill_issuer_name: issuer, sys_web_title: site } = await settingsOf(ctx, [
    "bill_issuer_name",
    "sys_web_title",
  ]);
  const [words, names] = [reportFileWords[locale], reportWords[locale]];
  const shown = [
    names.salesAmount,
    names.paidCount,
    `${names.paySuccessRate} %`,
    names.refundAmount,
    `${names.disputeRate} %`,
  ];
  const wanted = [...shown, ...(isOperator ? [names.gatewayCost, names.houseCost, names.margin] : [])];
  const all = figureColumns(locale, { isOperator, withMinor: false });
  const columns = wanted.flatMap((heading) => all.filter((one) => one.heading === heading));
  const [first] = report.totals;
  const printed = (rows: ReportPage["rows"]) => {
    const shownRows = rows
      .slice(0, printedRows)
      .map((row) => [nameOf(row, groupBy, written), ...columns.map((one) => one.cell(row) ?? "–")]);
    const left = rows.length - shownRows.length;
    return left > 0 ? [...shownRows, [fill(words.moreRows, { count: left }), ...columns.map(() => "")]] : shownRows;
  };
  return {
    locale,
    title,
    number: periodText(report),
    issuer: { name: issuer || site, lines: [] },
    to: { label: words.filters, name: filters.length === 0 ? words.noFilter : filters.join("; "), lines: [] },
    facts: [
      { label: words.period, value: periodText(report) },
      { label: words.zone, value: report.timeZone },
      { label: words.asOf, value: toldAt(report.asOf, report.timeZone) },
      ...(report.base ? [{ label: words.rates, value: ratesText(written) }] : []),
    ],
    result: {
      label: names.salesAmount,
      amount: (first && columns[0]?.cell(first)) ?? "0",
      currency: first?.currency ?? "",
    },
    tables: report.totals.map((total) => ({
      title: total.currency,
      columns: [
        { heading: groupHeading(groupBy, locale), share: 2.6 },
        ...columns.map(({ heading }) => ({ heading, share: 1.4, isFigure: true })),
      ],
      rows: printed(report.rows.filter((row) => row.currency === total.currency)),
      sum: [words.total, ...columns.map((one) => one.cell(total) ?? "–")],
    })),
    notes: [],
    summary: {
      title: `${words.total}, ${first?.currency ?? ""}`,
      rows: first ? columns.map((one) => ({ label: one.heading, value: one.cell(first) ?? "–" })) : [],
    },
    footer: words.note,
    pageOf: words.page,
  };
}

const types: Readonly<Record<ReportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

/** Filters that name records, with the table that says what these are called. */
const named = {
  merchantId: "merchants",
  gatewayId: "gateways",
  gatewayAccountId: "gatewayAccounts",
  appId: "coinApps",
} as const;

/** What a report is narrowed to, by the names of its fields and of what they name. */
async function filtersOf(
  ctx: Context,
  asked: Readonly<Record<string, unknown>>,
  methods: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { locale } = ctx.request;
  const words: Readonly<Record<string, string>> = reportWords[locale];
  const frame = ["fromDay", "toDay", "timeZone", "asOf", "groupBy", "compare", "format", "baseCurrency"];
  const lines: string[] = [];
  for (const [name, value] of Object.entries(asked)) {
    if (frame.includes(name) || value === null || value === undefined || String(value) === "") continue;
    const values = (Array.isArray(value) ? value : [value]).map(String);
    const table = named[name as keyof typeof named];
    const names = table ? await namesInReach(ctx, table, values) : name === "paymentMethod" ? methods : undefined;
    const told = values.map((one) =>
      name === "mode" ? (PaymentMode.memberOf(one)?.text[locale] ?? one) : (names?.get(one) ?? one),
    );
    lines.push(`${words[name] ?? name}: ${told.join(", ")}`);
  }
  return lines;
}

type FileAsked = Omit<ReportPageQuery, "compare"> & { readonly compare?: boolean; readonly format: ReportFormat };

/** A report written out as a file in the reader's language. */
export async function reportFile(
  ctx: Context,
  resource: Resource,
  { format, compare: wanted = true, ...asked }: FileAsked,
): Promise<FileAnswer> {
  const { locale } = ctx.request;
  // A page to be read has no room for it.
  const compare = wanted && format !== "pdf";
  const report = await readReport(resource)(ctx, { ...asked, compare });
  const methods = await methodNames(ctx, locale);
  const written: Written = {
    title: resource.messages[locale].title,
    report,
    groupBy: report.groupBy,
    filters: await filtersOf(ctx, asked, methods),
    locale,
    isOperator: ctx.actor.scope.merchantIds === "all",
    compare,
    methods,
  };
  const { heading, rows } = tableOf(written);
  const content =
    format === "csv"
      ? Buffer.from(csvOf([...headLines(written), heading, ...rows]))
      : format === "xlsx"
        ? await workbook(written)
        : Buffer.from(await drawPdf(await documentOf(ctx, written)));
  return {
    kind: "file",
    name: `${written.title} ${report.fromDay} ${report.toDay}.${format}`,
    contentType: types[format],
    content,
    bytes: content.byteLength,
  };
}

/** The `download` operation of a report. */
export const downloadReport =
  (resource: Resource) =>
  (ctx: Context, asked: FileAsked): Promise<FileAnswer> =>
    reportFile(ctx, resource, asked);
