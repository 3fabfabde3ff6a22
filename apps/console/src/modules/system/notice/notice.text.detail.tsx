import "./notice.css";

/** Paragraphs of a plain text: an empty line parts them, a single line end stays one. */
export const paragraphsOf = (content: string): string[] =>
  content
    .replaceAll("\r\n", "\n")
    .split(/\n[\t ]*\n+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");

/** A notice's text. It is text and nothing else: what looks like markup is shown as typed. */
export const NoticeText = ({ content }: { readonly content: string }) => (
  <div className="notice-text">
    {paragraphsOf(content).map((paragraph, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a text that does not change have no other name.
      <p key={at}>{paragraph}</p>
    ))}
  </div>
);
