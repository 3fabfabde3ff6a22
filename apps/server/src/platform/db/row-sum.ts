import { hash } from "node:crypto";

const lineFeed = 10;
const lanes = 8;

/**
 * Order-independent checksum of a table's COPY text. Each row is a line, whose SHA-256 is taken as eight 32-bit
 * numbers and added to eight sums (mod 2^32). The result does not depend on row order, and differs when a row is
 * missing, doubled or changed.
 */
export class RowSum {
  rows = 0;
  readonly #sums = new Uint32Array(lanes);
  #rest: Buffer = Buffer.alloc(0);

  /** Adds the next chunk of the text, wherever it was cut. */
  add(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      const end = chunk.subarray(from, at);
      this.#addRow(this.#rest.length === 0 ? end : Buffer.concat([this.#rest, end]));
      this.#rest = Buffer.alloc(0);
      from = at + 1;
    }
    if (from < chunk.length) this.#rest = Buffer.concat([this.#rest, chunk.subarray(from)]);
  }

  /** The sums in hexadecimal. */
  get content(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, "0")).join("");
  }

  #addRow(line: Buffer): void {
    const digest = hash("sha256", line, "buffer");
    // Elements of the typed array wrap around by themselves.
    for (let lane = 0; lane < lanes; lane += 1)
      this.#sums[lane] = (this.#sums[lane] as number) + digest.readUInt32BE(4 * lane);
    this.rows += 1;
  }
}
