import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import "./webhook.css";

/** Text exactly as it is, with a way to copy it. */
export function CodeBlock({ title, value }: { readonly title: string; readonly value: string }) {
  const { copy } = useUiWords();
  return (
    <>
      <div className="webhook-code-head">
        <span>{title}</span>
        <Copyable value={value}>{copy}</Copyable>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard (WCAG 2.1.1). */}
      <pre className="webhook-code" tabIndex={0}>
        {value}
      </pre>
    </>
  );
}

/** How a receiver checks in Node that a message is ours, word for word. */
export const verifySnippet = `import { createHmac, timingSafeEqual } from "node:crypto";

/** rawBody: the bytes as they came, before any parsing. */
export function isGenuine(signatureHeader, rawBody, secret, toleranceSeconds = 300) {
  const time = /(?:^|,)t=(\\d+)/.exec(signatureHeader)?.[1];
  if (!time || Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds) return false;
  const own = createHmac("sha256", secret).update(time + ".").update(rawBody).digest();
  return [...signatureHeader.matchAll(/v1=([0-9a-f]{64})/g)]
    .some(([, sum]) => timingSafeEqual(Buffer.from(sum, "hex"), own));
}
`;
