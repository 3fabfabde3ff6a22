import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "vite";

/** A built file and its contents. */
export interface Chunk {
  readonly file: string;
  readonly gzipBytes: number;
  /** Packages and own folders in the chunk, by their share of the code before minification, largest first. */
  readonly contents: readonly { readonly name: string; readonly share: number }[];
}

/** Origin of a module: its package, or our own folder. */
export function originOf(module: string): string {
  const packaged = /.*node_modules\/((?:@[^/]+\/)?[^/]+)(\/(?:es|lib)\/[^/]+)?/.exec(module);
  if (packaged) return packaged[1] === "antd" ? `antd${packaged[2] ?? ""}` : (packaged[1] ?? module);
  return /(?:apps|packages)\/(?:[^/]+\/src\/)?(?:[^/]+\/){0,2}/.exec(module)?.[0] ?? module;
}

/** Reads the console's chunks from a build in memory that keeps module names. */
export async function readBundle(consoleFolder: string): Promise<ReadonlyMap<string, Chunk>> {
  const chunks = new Map<string, Chunk>();
  const reader: Plugin = {
    name: "budget-reader",
    generateBundle: (_options, bundle) => {
      for (const output of Object.values(bundle)) {
        const text = output.type === "chunk" ? output.code : output.source;
        const sizes = new Map<string, number>();
        for (const [id, { renderedLength }] of output.type === "chunk" ? Object.entries(output.modules) : []) {
          sizes.set(originOf(id), (sizes.get(originOf(id)) ?? 0) + renderedLength);
        }
        const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
        chunks.set(output.fileName, {
          file: output.fileName,
          gzipBytes: gzipSync(text).length,
          contents: [...sizes].map(([name, size]) => ({ name, share: size / whole })).sort((a, b) => b.share - a.share),
        });
      }
    },
  };
  await build({
    root: consoleFolder,
    configFile: join(consoleFolder, "vite.config.ts"),
    logLevel: "silent",
    plugins: [reader],
    build: { write: false },
  });
  return chunks;
}

/** Size of a built file compressed by gzip at its default level, in bytes. */
export async function gzipBytesOf(consoleFolder: string, file: string): Promise<number> {
  return gzipSync(await readFile(join(consoleFolder, "dist", file))).length;
}

/** `base-Cu_4xqo1.js` without the hash. */
const plainName = (file: string): string => file.replace(/-[\w-]{8}(\.\w+)$/, "$1");

/**
 * Contents of a loaded file. The build in memory may hash it differently; a file with the same name and nearly the same
 * size is then used.
 */
export const contentsOf = (chunks: ReadonlyMap<string, Chunk>, file: string, gzipBytes: number): Chunk | undefined =>
  chunks.get(file) ??
  [...chunks.values()].find(
    (chunk) => plainName(chunk.file) === plainName(file) && Math.abs(chunk.gzipBytes / gzipBytes - 1) < 0.03,
  );
