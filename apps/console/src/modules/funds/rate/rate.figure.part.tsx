/** Places that rates are usually published with. */
const places = 6;

/** A rate, placed so that the points of rates stand below each other. */
export function RateFigure({ rate }: { readonly rate: string }) {
  const [, fraction] = rate.split(".");
  // Where there is no fraction, its point is missing too.
  const missing = fraction === undefined ? places + 1 : Math.max(0, places - fraction.length);
  return (
    <span className="ch-mono" style={{ paddingInlineEnd: `${missing}ch` }}>
      {rate}
    </span>
  );
}
