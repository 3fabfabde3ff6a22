import "./charts.css";

/** Legend of a chart: the period, and the previous one dashed. */
export const PeriodLegend = ({ shown, before }: { readonly shown: string; readonly before: string }) => (
  <span className="chart-legends">
    <span>{shown}</span>
    <span className="chart-dashed">{before}</span>
  </span>
);
