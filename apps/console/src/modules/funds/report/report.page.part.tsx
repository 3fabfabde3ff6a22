import { RateSource, sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import type { ReportFormat, ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { Button, Dropdown, Segmented } from "antd";
import { Upload } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { download } from "../../../platform/api/download.ts";
import { toastFailure } from "../../../platform/api/use-operation.ts";
import { languageTags } from "../../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import "../../../platform/pages/pages.css";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { ReportCourse } from "./report.course.part.tsx";
import { type Report, type ReportResource, useReport } from "./report.query.hook.ts";
import "./report.css";
import { ReportFigures } from "./report.figures.part.tsx";
import { ReportFilters } from "./report.filters.part.tsx";
import { reportScreenMessages } from "./report.messages.ts";
import { ReportProofs } from "./report.proof.part.tsx";
import { ReportRows } from "./report.rows.part.tsx";

interface ReportPageProps {
  readonly resource: ReportResource;
  /** What its rows may stand for; the first at the start. */
  readonly groups: readonly ReportGrouping[];
  readonly title: string;
}

/** A report: figures, course and rows of one currency beside the period before, and the way to the proof and to files. */
export function ReportPage({ resource, groups, title }: ReportPageProps) {
  const report = useReport(groups);
  const answer = useAnswer(resource, "page", { ...report.asked, ...report.inBase, groupBy: report.view.groupBy });
  const { fields } = useWords(resource);
  const { data } = answer;
  const totals = data?.totals ?? [];
  const total = totals.find(({ currency }) => currency === report.view.currency) ?? totals[0];
  const currencies = totals.map(({ currency }) => currency);
  return (
    <div className="ch-page report">
      <ReportHead resource={resource} report={report} title={title} data={data} />
      <ReportFilters report={report} groups={groups} currency={total?.currency} currencies={currencies} fields={fields}>
        {data && <Freshness data={data} />}
      </ReportFilters>
      <Answered answer={answer}>
        {({ rows }) =>
          total ? (
            <>
              <ReportFigures total={total} fields={fields} />
              {!report.view.isTableAlone && (
                <ReportCourse resource={resource} report={report} currency={total.currency} />
              )}
              <Rows
                resource={resource}
                report={report}
                rows={rows.filter(({ currency }) => currency === total.currency)}
                total={total}
                fields={fields}
              />
              {data?.base && <Converted base={data.base} />}
            </>
          ) : (
            <Nothing data={data} />
          )
        }
      </Answered>
      <MissingRate error={answer.error} />
    </div>
  );
}

/** The way to the rates, where one that is needed to add up is missing. */
function MissingRate({ error }: { readonly error: Error | null }) {
  const { title } = useWords(sysRate);
  const may = useMay();
  const isMissing = error instanceof CallError && error.bizCode.endsWith(".rateMissing");
  if (!isMissing || !may("sysRate:page")) return null;
  return <Link to={sysRate.menu?.path ?? ""}>{title}</Link>;
}

type Data = ResultOf<ReportResource["operations"]["page"]>;

function Nothing({ data }: { readonly data: Data | undefined }) {
  const words = useWords(reportScreenMessages);
  return <EmptyState title={words.nothing} hint={data?.countedUntil === null ? undefined : words.nothingHint} />;
}

/** By which rates amounts of several currencies became one. */
function Converted({ base: { currency, rates } }: { readonly base: NonNullable<Data["base"]> }) {
  const words = useWords(reportScreenMessages);
  const locale = useLocale();
  const spanOf = useSpan();
  const told = rates.map(
    (one) =>
      `${one.currency}/${currency} ${one.sources.map((source) => RateSource.memberOf(source)?.text[locale] ?? source).join(", ")} ${spanOf(one.firstTime, one.lastTime)}`,
  );
  return (
    <p className="report-note">
      {told.length > 0 ? fill(words.converted, { base: currency, rates: told.join("; ") }) : words.nothingConverted}
    </p>
  );
}

/** Up to when the figures are known, and whether they were added up beforehand. */
function Freshness({ data: { asOf, countedUntil } }: { readonly data: Data }) {
  const words = useWords(reportScreenMessages);
  const time = formatInstant(asOf, useTimeZone());
  return (
    <span className="report-fresh" data-facts={countedUntil === null || undefined}>
      {fill(countedUntil === null ? words.factsAt : words.countedUntil, { time })}
    </span>
  );
}

interface HeadProps {
  readonly resource: ReportResource;
  readonly report: Report;
  readonly title: string;
  readonly data: Data | undefined;
}

function ReportHead({ resource, report, title, data }: HeadProps) {
  const words = useWords(reportScreenMessages);
  const isPhone = usePhone();
  const spanOf = useSpan();
  const { view, change } = report;
  return (
    <div className="ch-page-head">
      <h1>{title}</h1>
      {data && (
        <span className="report-quiet">
          {fill(words.against, {
            days: spanOf(data.fromDay, data.toDay),
            before: spanOf(data.beforeFromDay, data.beforeToDay),
          })}
        </span>
      )}
      <span className="ch-grow" />
      {!isPhone && (
        <Segmented
          options={[
            { value: "chart", label: words.chartAndTable },
            { value: "table", label: words.tableAlone },
          ]}
          value={view.isTableAlone ? "table" : "chart"}
          onChange={(value) => change({ isTableAlone: value === "table" })}
        />
      )}
      <ExportChoice resource={resource} report={report} title={title} />
    </div>
  );
}

/** Two days in the reader's language, the year said where it helps. */
function useSpan(): (first: string, last: string) => string {
  const tag = languageTags[useLocale()];
  return (first, last) => {
    const format = new Intl.DateTimeFormat(tag, { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" });
    return format.formatRange(Date.parse(first), Date.parse(last));
  };
}

const formats: readonly ReportFormat[] = ["csv", "xlsx", "pdf"];

function ExportChoice({ resource, report, title }: Omit<HeadProps, "data">) {
  const words = useWords(reportScreenMessages);
  const may = useMay();
  const [isRunning, setIsRunning] = useState(false);
  const { asked, inBase, view } = report;
  const save = async (format: ReportFormat) => {
    setIsRunning(true);
    const name = `${title} ${asked.fromDay} ${asked.toDay}.${format}`;
    await download(resource, "download", { ...asked, ...inBase, groupBy: view.groupBy, format }, name).catch(
      toastFailure,
    );
    setIsRunning(false);
  };
  const items = [
    ...(may(`${resource.name}:download`) ? formats.map((one) => ({ key: one, label: one.toUpperCase() })) : []),
    { key: "print", label: words.print },
  ];
  const choose = ({ key }: { readonly key: string }) => {
    const format = formats.find((one) => one === key);
    if (format) void save(format);
    else window.print();
  };
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: choose }}>
      <Button aria-haspopup="menu" loading={isRunning} icon={<Upload size={16} aria-hidden="true" />}>
        {words.export}
      </Button>
    </Dropdown>
  );
}

type RowsProps = Pick<HeadProps, "resource" | "report"> & {
  readonly rows: Data["rows"];
  readonly total: Data["totals"][number];
  readonly fields: Readonly<Record<string, string>>;
};

function Rows({ resource, report, ...of }: RowsProps) {
  const words = useWords(reportScreenMessages);
  const may = useMay();
  const [isProving, setIsProving] = useState(false);
  const proof = may(`${resource.name}:prove`) ? (
    <Button type="link" size="small" onClick={() => setIsProving(true)}>
      {words.prove}
    </Button>
  ) : null;
  return (
    <>
      <ReportRows {...of} report={report} may={may} tools={proof} />
      {isProving && (
        <ReportProofs
          resource={resource}
          report={report}
          fields={of.fields}
          maySeeLedger={may("ledger:page")}
          onClose={() => setIsProving(false)}
        />
      )}
    </>
  );
}
