import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { useSearchParams } from "react-router";

/** Every figure of an order down to its postings. */
export type ExplainedOrder = ResultOf<(typeof coinOrder.operations)["explain"]>;

/** A figure whose postings can be shown. */
export type ExplainedKind = ExplainedOrder["lines"][number]["kind"];

/** `show` also goes to the tab where the postings are; `turn` shows them or, shown already, all of them again. */
type Manner = "show" | "turn";

/** The figure that is being explained. It stands in the address, so that it can be sent to somebody. */
export function useExplainedOrder(): readonly [string | undefined, (kind: ExplainedKind, manner: Manner) => void] {
  const [query, setQuery] = useSearchParams();
  const explained = query.get("explain") ?? undefined;
  const explain = (kind: ExplainedKind, manner: Manner) => {
    const next = new URLSearchParams(query);
    next.delete("tab");
    if (manner === "turn" && explained === kind) next.delete("explain");
    else next.set("explain", kind);
    setQuery(next, { replace: true });
  };
  return [explained, explain];
}
