import { sysServerMessages } from "@countinghouse/contract/operations/server/server.messages.ts";
import { type ServerHistory, sysServer } from "@countinghouse/contract/operations/server/server.ts";
import { formatClock } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useCallback } from "react";
import { Chart, type ChartColours, tooltipOf } from "../../../platform/charts/chart.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

const renewEveryMs = 60_000;

/** The last day in four charts. */
export function LastDay() {
  const { text } = useWords(sysServerMessages);
  const answer = useAnswer(sysServer, "history", {}, { everyMs: renewEveryMs });
  return (
    <section aria-label={text.lastDay}>
      <h2 className="server-part">{text.lastDay}</h2>
      <Answered answer={answer}>{(history) => <Charts history={history} />}</Answered>
    </section>
  );
}

interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

const scaled = (values: readonly (number | null)[], by: number) =>
  values.map((value) => (value === null ? null : Math.round(value * by * 10) / 10));

function Charts({ history }: { readonly history: ServerHistory }) {
  const { text } = useWords(sysServerMessages);
  const isEmpty = history.nodes.length === 0 && history.connections.every((value) => value === null);
  if (isEmpty) return <p className="server-quiet">{text.nothingYet}</p>;
  const ofNodes = (field: "machineCpu" | "rss", by: number): Series[] =>
    history.nodes.map((node) => ({ name: node.name, values: scaled(node[field], by) }));
  return (
    <div className="server-charts">
      <DayChart title={text.loads} steps={history.steps} series={ofNodes("machineCpu", 0.1)} max={100} />
      <DayChart title={text.memories} steps={history.steps} series={ofNodes("rss", 1e-6)} />
      <DayChart
        title={text.transactions}
        steps={history.steps}
        series={[{ name: text.transactions, values: history.commits }]}
      />
      <DayChart
        title={text.jobs}
        steps={history.steps}
        series={[
          { name: text.waiting, values: history.jobsWaiting },
          { name: text.active, values: history.jobsActive },
        ]}
      />
    </div>
  );
}

interface DayChartProps {
  readonly title: string;
  readonly steps: readonly string[];
  readonly series: readonly Series[];
  readonly max?: number;
}

function DayChart({ title, steps, series, max }: DayChartProps) {
  const zone = useTimeZone();
  const data = JSON.stringify({ names: steps.map((step) => formatClock(step, zone).slice(0, 5)), series });
  const draw = useCallback(
    (colours: ChartColours) => {
      const shown = JSON.parse(data) as { names: string[]; series: Series[] };
      return {
        color: [...colours.series],
        grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
        tooltip: { trigger: "axis", ...tooltipOf(colours) },
        xAxis: {
          type: "category",
          data: shown.names,
          boundaryGap: false,
          axisLine: { lineStyle: { color: colours.line } },
          axisTick: { show: false },
          axisLabel: { color: colours.muted, hideOverlap: true },
        },
        yAxis: {
          type: "value",
          min: 0,
          ...(max === undefined ? {} : { max, interval: max / 4 }),
          splitNumber: 4,
          splitLine: { lineStyle: { color: colours.line } },
          axisLabel: { color: colours.muted },
        },
        series: shown.series.map(({ name, values }) => ({
          type: "line",
          name,
          data: values,
          // A single point draws no line.
          showSymbol: values.filter((value) => value !== null).length < 2,
          animation: false,
          lineStyle: { width: 2 },
        })),
      };
    },
    [data, max],
  );
  return (
    <section className="ch-card server-chart">
      <h3>{title}</h3>
      <Chart label={title} height={200} draw={draw} />
      {series.length > 1 && (
        <p className="server-legend">
          {series.map(({ name }, at) => (
            <span key={name} style={{ borderColor: `var(--c${(at % 6) + 1})` }}>
              {name}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
