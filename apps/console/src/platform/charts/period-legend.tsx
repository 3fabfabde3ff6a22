import "./charts.css";

/** Which line of a chart is which: the period that is shown, and dashed the one before it. */
export const PeriodLegend = ({ shown, before }: { readonly shown: string; readonly before: string }) => (
  <span className="chart-legends">
    <span>{shown}</span>
    <span className="chart-dashed">{before}</span>
  </span>
);
