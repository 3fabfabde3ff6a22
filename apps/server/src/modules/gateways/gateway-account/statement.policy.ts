/** Longest statement descriptor of the card schemes, in characters. */
const longest = 22;

/** Statement texts besides the order's own. */
export interface StatementTexts {
  /** The account's prefix for every descriptor. */
  readonly prefix: string | null;
  /** The binding's own descriptor, used alone. */
  readonly own: string | null;
}

/** The statement descriptor: the binding's text, else the account's prefix, an asterisk and the order's text. */
export function statementText({ prefix, own }: StatementTexts, text: string | null): string | null {
  const composed = own || [prefix, text].filter(Boolean).join("*");
  return composed === "" ? null : composed.slice(0, longest);
}
