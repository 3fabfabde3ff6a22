import { hash } from "node:crypto";

const lineFeed = 10;
const lanes = 8;

/**
 * Counts and sums the rows of a table's COPY text. Each row is a line, whose SHA-256 is taken as eight numbers of 32 bits
 * and added to eight sums without carry (mod 2^32). A sum does not depend on the order of its parts, so it is the same
 * wherever the server puts the rows, and differs when one is missing, doubled or changed.
 */
export class RowSum {
  rows = 0;
  readonly #sums = new Uint32Array(lanes);
  #rest: Buffer = Buffer.alloc(0);

  /** Takes in the next piece of the text, wherever it was cut. */
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
    // An element of the array wraps around by itself.
    for (let lane = 0; lane < lanes; lane += 1)
      this.#sums[lane] = (this.#sums[lane] as number) + digest.readUInt32BE(4 * lane);
    this.rows += 1;
  }
}
