import { readCamt } from "./camt.wire.ts";
import { readMt940 } from "./mt940.wire.ts";
import { type BankTable, readTable } from "./statement-csv.wire.ts";
import type { StatementFile } from "./statement-file.port.ts";

/** A file of a known format: statements, or a table whose columns a user has to map. */
export type KnownFile = StatementFile | { readonly format: "csv"; readonly table: BankTable };

/** Decodes a file: by its declared encoding, else as UTF-8, else as the older Western encoding. */
function textOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const [, declared = "utf-8"] = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head) ?? [];
  for (const encoding of [declared, "utf-8"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The declared encoding is wrong or unknown: the next one is tried.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Reads a file by its format; undefined for an unknown one. Throws `UnreadableStatement`. */
export async function readStatements(bytes: Uint8Array): Promise<KnownFile | undefined> {
  const text = textOf(bytes).replace(/^\ufeff/, "");
  if (/^\s*</.test(text)) {
    const statements = await readCamt(text);
    return statements && { format: "camt053", statements };
  }
  const statements = readMt940(text);
  if (statements) return { format: "mt940", statements };
  const table = await readTable(text);
  return table && { format: "csv", table };
}
