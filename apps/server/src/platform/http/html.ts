/** Markup that is safe to send: made by {@link html}, or vouched for by {@link trusted}. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** What may stand in a template. Nothing is written for null, undefined and false. */
export type MarkupPart = Markup | string | number | bigint | null | undefined | false | readonly MarkupPart[];

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text that means itself, in an element and in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

function written(part: MarkupPart): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(written).join("");
  return escapeHtml(String(part));
}

/**
 * A template whose values are escaped unless they are markup themselves. Values belong into elements and quoted
 * attributes; never into a script, a style, or an attribute that holds an address the caller chose.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup =>
  new Markup(strings.reduce((text, piece, index) => text + written(parts[index - 1]) + piece));

/** Markup of our own making that needs no escaping, such as a drawn picture. */
export const trusted = (text: string): Markup => new Markup(text);
