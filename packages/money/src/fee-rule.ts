import type { CurrencyCode } from "./currency.ts";

/** What a fee rule is for. A null part fits everything; the tenant's default plan has only nulls. */
export interface FeeRuleScope {
  readonly merchantId: string | null;
  readonly method: string | null;
  readonly methodCategory: string | null;
  readonly currency: CurrencyCode | null;
  readonly accountId: string | null;
  readonly cardRegion: string | null;
}

/** A fee rule as far as choosing it goes; epoch milliseconds. */
export interface FeeRule extends FeeRuleScope {
  readonly validFromMs: number;
  /** Exclusive; null while the rule has no end. */
  readonly validToMs: number | null;
}

/** What is being priced. Card region is null where there is no card. */
export type OrderToPrice = { readonly [Part in keyof FeeRuleScope]: FeeRuleScope[Part] } & { readonly atMs: number };

/** Heaviest first. Dropping parts from the end gives the order in which less specific rules are tried. */
const PARTS = ["merchantId", "method", "methodCategory", "currency", "accountId", "cardRegion"] as const;

const fits = (rule: FeeRule, order: OrderToPrice): boolean =>
  rule.validFromMs <= order.atMs &&
  (rule.validToMs === null || order.atMs < rule.validToMs) &&
  PARTS.every((part) => rule[part] === null || rule[part] === order[part]);

const specificity = (rule: FeeRule): number =>
  PARTS.reduce((weight, part) => weight * 2 + (rule[part] === null ? 0 : 1), 0);

/**
 * The rule that prices an order: the most specific one that fits and is in force, and of equally specific ones the
 * latest to start. Null when none fits; such an order must be refused, never priced at nothing.
 */
export function chooseFeeRule<Rule extends FeeRule>(rules: readonly Rule[], order: OrderToPrice): Rule | null {
  const fitting = rules.filter((rule) => fits(rule, order));
  fitting.sort((a, b) => specificity(b) - specificity(a) || b.validFromMs - a.validFromMs);
  return fitting[0] ?? null;
}
