import "./cells.css";

interface CodesCellProps {
  readonly codes: readonly string[];
  /** What an empty list says. */
  readonly none: string;
  /** How many are shown before “+n”; all of them unless told. */
  readonly limit?: number;
}

/** Short codes side by side, such as currencies. Those that do not fit are counted, and listed in a tooltip. */
export function CodesCell({ codes, none, limit = codes.length }: CodesCellProps) {
  if (codes.length === 0) return <span className="ch-unknown">{none}</span>;
  const left = codes.length - limit;
  return (
    <span className="ch-codes" {...(left > 0 ? { title: codes.join(" ") } : {})}>
      {codes.slice(0, limit).map((code) => (
        <span key={code} className="ch-code">
          {code}
        </span>
      ))}
      {left > 0 && <span className="ch-code-more">+{left}</span>}
    </span>
  );
}
