/** Reads the messages of one direction of a PostgreSQL connection out of a stream of bytes. */
class Messages {
  #left: Buffer = Buffer.alloc(0);

  /** The messages that are whole by now: their type and what they hold. */
  take(chunk: Buffer): { readonly type: string; readonly body: Buffer }[] {
    this.#left = this.#left.length === 0 ? chunk : Buffer.concat([this.#left, chunk]);
    const found: { type: string; body: Buffer }[] = [];
    let at = 0;
    while (this.#left.length - at >= 5) {
      const length = this.#left.readUInt32BE(at + 1);
      if (this.#left.length - at < length + 1) break;
      found.push({
        type: String.fromCharCode(this.#left[at] ?? 0),
        body: this.#left.subarray(at + 5, at + 1 + length),
      });
      at += length + 1;
    }
    this.#left = this.#left.subarray(at);
    return found;
  }
}

const textUntilZero = (body: Buffer, from: number): string => body.toString("utf8", from, body.indexOf(0, from));

/** A statement on its way, and the number of the answer that ends it, counted from the first of its connection. */
export interface Sent {
  readonly text: string;
  readonly answer: number;
}

/** Hears which statements a client sends, also where it does not wait for the answers in between. */
export class Statements {
  readonly #messages = new Messages();
  #isOpen = false;
  #opening: Buffer = Buffer.alloc(0);
  /** Texts by the names under which they were prepared; the nameless one is prepared anew each time. */
  readonly #prepared = new Map<string, string>();
  /** Questions so far that the server answers by being ready for the next one. */
  #asked = 0;

  take(chunk: Buffer): Sent[] {
    const rest = this.#isOpen ? chunk : this.#open(chunk);
    return this.#messages.take(rest).flatMap(({ type, body }) => {
      if (type === "S" || type === "Q") this.#asked += 1;
      if (type === "Q") return [{ text: textUntilZero(body, 0), answer: this.#asked }];
      const second = textUntilZero(body, body.indexOf(0) + 1);
      if (type === "P") this.#prepared.set(textUntilZero(body, 0), second);
      // A statement runs when it is bound: one that was prepared before comes without its text.
      return type === "B" ? [{ text: this.#prepared.get(second) ?? "", answer: this.#asked + 1 }] : [];
    });
  }

  /** The first message has no type. */
  #open(chunk: Buffer): Buffer {
    this.#opening = Buffer.concat([this.#opening, chunk]);
    if (this.#opening.length < 4) return Buffer.alloc(0);
    const length = this.#opening.readUInt32BE(0);
    if (this.#opening.length < length) return Buffer.alloc(0);
    this.#isOpen = true;
    return this.#opening.subarray(length);
  }
}

/** Counts what a server has answered to its end. */
export class Answers {
  readonly #messages = new Messages();
  /** The server says once that it is ready before anybody asked. */
  #ended = -1;

  /** Answers that have ended with these bytes, all in all. */
  take(chunk: Buffer): number {
    this.#ended += this.#messages.take(chunk).filter(({ type }) => type === "Z").length;
    return this.#ended;
  }
}
