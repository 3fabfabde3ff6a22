/** Entities that editors of this client write; others stand for themselves. */
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** The text of what a rich editor sent: our notices are texts, and nobody's markup is ever shown. */
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

/** A text as markup that shows nothing but it: this client puts what it gets into its page. */
export const markupOf = (text: string): string =>
  text
    .replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)
    .split("\n")
    .map((line) => `<p>${line || "<br>"}</p>`)
    .join("");
