/** Card schemes' statements have room for this many characters. */
const longest = 22;

/** What is known of a statement before the order says its own. */
export interface StatementTexts {
  /** Beginning that the account puts before every text. */
  readonly prefix: string | null;
  /** The binding's own text, which stands alone. */
  readonly own: string | null;
}

/** What a payer reads on the statement: the binding's text, else the account's beginning, a star and the order's text. */
export function statementText({ prefix, own }: StatementTexts, text: string | null): string | null {
  const composed = own || [prefix, text].filter(Boolean).join("*");
  return composed === "" ? null : composed.slice(0, longest);
}
