import type { EChartsCoreOption } from "echarts/core";
import { useEffect, useRef } from "react";
import { useStore } from "../state/store.ts";
import { shownTheme } from "../theme/apply.ts";
import "./charts.css";

/** Colours and font of the current theme. */
export interface ChartColours {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly surface: string;
  readonly track: string;
  /** Font of all texts in a chart. */
  readonly font: string;
  /** Series colours, in order. */
  readonly series: readonly string[];
}

function colours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read("--text"),
    muted: read("--text-3"),
    line: read("--border-subtle"),
    surface: read("--surface"),
    track: read("--bar-track"),
    font: read("--font"),
    series: ["--c1", "--c2", "--c3", "--c4", "--c5", "--c6"].map(read),
  };
}

interface ChartProps {
  /** Text alternative of the chart. */
  readonly label: string;
  /** In px. */
  readonly height: number;
  /** Builds the chart with the theme's colours; called again when they change. Must be stable while the data is. */
  readonly draw: (colours: ChartColours) => EChartsCoreOption;
  /** Prerequisites of the first drawing, such as a map. */
  readonly prepare?: (library: typeof import("./chart-library.ts")) => Promise<void>;
}

/** A chart. The library is loaded with the first visible one; the space is reserved meanwhile. */
export function Chart({ label, height, draw, prepare }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const { revision } = useStore(shownTheme);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme asks for another drawing.
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    let stop = () => {};
    let isGone = false;
    void (async () => {
      const library = await import("./chart-library.ts");
      await prepare?.(library);
      if (isGone) return;
      const chart = library.init(place, null, { renderer: "svg" });
      const shown = colours();
      chart.setOption({ textStyle: { fontFamily: shown.font }, ...draw(shown) });
      const watch = new ResizeObserver(() => chart.resize());
      watch.observe(place);
      stop = () => {
        watch.disconnect();
        chart.dispose();
      };
    })();
    return () => {
      isGone = true;
      stop();
    };
  }, [draw, prepare, revision]);
  return <div ref={box} className="chart" role="img" aria-label={label} style={{ height }} />;
}

/** Common tooltip style. */
export const tooltipOf = ({ surface, text, line }: ChartColours) => ({
  backgroundColor: surface,
  borderColor: line,
  textStyle: { color: text, fontSize: 12 },
  // Rendered above containers that would clip it.
  appendTo: () => document.body,
});
