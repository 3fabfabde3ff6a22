/** HTML entities that the client's editor writes; others are kept literally. */
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** The plain text of a rich editor's HTML: our notices are plain text, and user-supplied HTML is never rendered. */
export const textOf = (markup: unknown): unknown =>
  typeof markup !== "string" || !/<[a-z/!]/i.test(markup)
    ? markup
    : markup
        .replace(/<(?:br|\/p|\/div|\/li|\/h\d|\/tr)\b[^>]*>/gi, "\n")
        .replace(/<[^>]*>/g, "")
        .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_entity, name: string) => entities[name] ?? "")
        .replace(/\n{3,}/g, "\n\n")
        .trim();

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as HTML that displays just that text: this client inserts it into its page. */
export const markupOf = (text: string): string =>
  text
    .replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)
    .split("\n")
    .map((line) => `<p>${line || "<br>"}</p>`)
    .join("");
