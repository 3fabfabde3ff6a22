import type { Plugin, Rolldown } from "vite";

/** What a visit needs after the entry, by whether somebody is signed in: the modules whose chunks come ahead. */
const needed = { out: "src/app/sign-in/sign-in-page.tsx", in: "src/app/workplace.tsx" };

/** The files of a chunk and of what it imports, in the order of their evaluation. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen: Set<string>): Set<string> {
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === "chunk" && !seen.has(name)) filesOf(next, bundle, seen);
  }
  for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css);
  return seen.add(chunk.fileName);
}

/**
 * Names in the document the files of the sign-in page and of the shell, so that `first-paint.js` can fetch those of the visit
 * at hand while the entry is still on its way: without it they are asked for once the entry has run.
 */
export const fetchAhead = (): Plugin => ({
  name: "fetch-ahead",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const metas = Object.entries(needed).map(([name, module]) => {
        const chunk = Object.values(bundle).find(
          (output) => output.type === "chunk" && output.moduleIds.some((id) => id.endsWith(module)),
        );
        if (chunk?.type !== "chunk") throw new Error(`${module} is in no chunk that could be fetched ahead`);
        const files = [...filesOf(chunk, bundle, new Set())].filter((file) => !html.includes(file));
        return `<meta name="ahead-${name}" content="${files.join(" ")}" />`;
      });
      return html.replace('<script src="/first-paint.js">', `${metas.join("\n    ")}\n    $&`);
    },
  },
});
