import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { type FileRow, rowMax, rowsIn, UnreadableFile } from "./file-parts.ts";
import { delimiterOf, encodingOf } from "./file-style.ts";
import { tableWithoutCardNumbers } from "./table-masking.ts";
import { isWorkbook, workbookText } from "./workbook-table.ts";

/** Size in bytes of the longest row in the widest accepted encoding. */
const lineBytesMax = 4 * rowMax;

/** A table held in memory: its heading and the rows below. */
export interface TableLines {
  readonly heading: FileRow | undefined;
  readonly below: readonly FileRow[];
}

/** Refuses a line longer than any row before it is parsed. */
function assertLinesTaken(bytes: Buffer): void {
  let row = 1;
  for (let at = 0; at < bytes.length; row += 1) {
    const end = bytes.indexOf("\n", at);
    if ((end < 0 ? bytes.length : end) - at > lineBytesMax) throw new UnreadableFile("rowTooLong", row);
    at = end < 0 ? bytes.length : end + 1;
  }
}

/**
 * The rows of a small file, CSV or the first sheet of a workbook, with card numbers masked. Throws `UnreadableFile`.
 */
export async function tableLines(
  given: Buffer,
  { locale, rowsMax }: { readonly locale: Locale; readonly rowsMax: number },
): Promise<TableLines> {
  const bytes = isWorkbook(given) ? Buffer.from(workbookText(given, { rowsMax })) : given;
  assertLinesTaken(bytes);
  const masked = await tableWithoutCardNumbers(bytes, bytes);
  const encoding = encodingOf(masked, locale);
  const delimiter = delimiterOf(new TextDecoder(encoding).decode(masked));
  const lines: FileRow[] = [];
  for await (const line of rowsIn(once(masked), { encoding, delimiter, rowsMax })) lines.push(line);
  const [heading, ...below] = lines;
  return { heading, below };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
