/** HTML that is safe to send: made by {@link html} or declared safe by {@link trusted}. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** Values of a template. Null, undefined and false render nothing. */
export type MarkupPart = Markup | string | number | bigint | null | undefined | false | readonly MarkupPart[];

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

function written(part: MarkupPart): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(written).join("");
  return escapeHtml(String(part));
}

/**
 * A template whose values are escaped unless they are {@link Markup}. Values belong in elements and quoted attributes;
 * never in a script, a style, or an attribute with an address that the caller chose.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup =>
  new Markup(strings.reduce((text, piece, index) => text + written(parts[index - 1]) + piece));

/** Our own HTML that needs no escaping, such as an SVG picture. */
export const trusted = (text: string): Markup => new Markup(text);
