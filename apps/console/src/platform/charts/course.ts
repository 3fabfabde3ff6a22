import type { ChartColours } from "./chart.tsx";
import { tooltipOf } from "./chart.tsx";

/** Values of a measure over a period and the previous one, hourly or daily. */
export interface CourseData {
  /** Starts of the hours or days, as labels. */
  readonly names: readonly string[];
  readonly namesBefore: readonly string[];
  /** Null for the future, and for undefined rates. */
  readonly now: readonly (number | null)[];
  readonly before: readonly (number | null)[];
  /** Index of the current hour or day; undefined for a past period. */
  readonly open: number | undefined;
}

/** Display of the values. */
export interface CourseWords {
  readonly kind: "line" | "bar";
  readonly colours: ChartColours;
  readonly thisPeriod: string;
  readonly periodBefore: string;
  readonly change: string;
  /** A value in full, for the tooltip, and abbreviated, for the axis. */
  textOf(value: number | null): string;
  shortOf(value: number): string;
  /** The change from the second to the first. */
  changeOf(now: number | null, before: number | null): string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

function tooltipText(course: CourseData, telling: CourseWords, at: number): string {
  const row = (name: string, value: string, isStrong = false) =>
    `<tr><td style="padding-right:16px">${escaped(name)}</td><td style="text-align:right">${isStrong ? `<b>${escaped(value)}</b>` : escaped(value)}</td></tr>`;
  const [now, before] = [course.now[at] ?? null, course.before[at] ?? null];
  const change = telling.changeOf(now, before);
  return `<table style="border-spacing:0;font:inherit">${[
    row(course.names[at] ?? "", ""),
    row(telling.thisPeriod, telling.textOf(now), true),
    row(course.namesBefore[at] ?? telling.periodBefore, telling.textOf(before)),
    change ? row(telling.change, change) : "",
  ].join("")}</table>`;
}

/** The whole period with gaps; the current step is drawn separately, since it will still grow. */
export function courseOption(course: CourseData, telling: CourseWords) {
  const { names, now, before, open } = course;
  const { colours, kind } = telling;
  const isOpen = (at: number) => open !== undefined && at >= open;
  const line = { type: "line" as const, showSymbol: false, symbolSize: 6, animation: false };
  const main =
    kind === "bar"
      ? { type: "bar" as const, barMaxWidth: 18, animation: false, itemStyle: { borderRadius: [2, 2, 0, 0] } }
      : { ...line, showSymbol: names.length < 2, lineStyle: { width: 2 }, areaStyle: { opacity: 0.06 } };
  return {
    grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: "axis",
      ...tooltipOf(colours),
      formatter: (items: readonly { readonly dataIndex: number }[]) =>
        tooltipText(course, telling, items[0]?.dataIndex ?? 0),
    },
    xAxis: {
      type: "category",
      data: names,
      boundaryGap: kind === "bar",
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { color: colours.muted, hideOverlap: true },
    },
    yAxis: {
      type: "value",
      splitNumber: 4,
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { color: colours.muted, formatter: telling.shortOf },
    },
    series: [
      {
        ...line,
        name: telling.periodBefore,
        color: colours.series[0],
        lineStyle: { width: 1.25, type: "dashed", opacity: 0.6 },
        data: before.slice(0, names.length),
      },
      {
        ...main,
        name: telling.thisPeriod,
        color: colours.series[0],
        data: now.map((v, at) => (kind === "line" && isOpen(at) ? null : v)),
      },
      ...(kind === "line" && open !== undefined
        ? [
            {
              ...line,
              name: telling.thisPeriod,
              color: colours.series[0],
              showSymbol: true,
              symbol: "emptyCircle",
              lineStyle: { width: 2, type: "dotted" },
              data: now.map((value, at) => (at === open || at === open - 1 ? value : null)),
            },
          ]
        : []),
    ],
  };
}
