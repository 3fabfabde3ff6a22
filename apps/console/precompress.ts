import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
/** Below this a compressed file saves no packet. */
const worthwhileBytes = 1_024;

/** Lays a `.br` and a `.gz` beside each text file of the build, so that no server spends time on them again. */
export const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const path = join(dir, name);
        const text = await readFile(path);
        if (text.length < worthwhileBytes) return;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        await Promise.all([
          toBrotli(text, { params }).then((packed) => writeFile(`${path}.br`, packed)),
          toGzip(text, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
        ]);
      }),
    );
  },
});
