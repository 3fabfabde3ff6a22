/** The first rows of a table as it is written (RFC 4180): quotes may hold delimiters, line ends and doubled quotes. */
export function cellsOf(text: string, delimiter: string, rowsMost: number): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; at < text.length && rows.length <= rowsMost; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted;
    else if (isQuoted) cell += sign;
    else if (sign === delimiter) end();
    else if (sign === "\n") {
      end();
      rows.push([]);
    } else if (sign !== "\r") cell += sign;
  }
  if (cell !== "" || (rows.at(-1)?.length ?? 0) > 0) end();
  return rows.filter(({ length }) => length > 0).slice(0, rowsMost);
}
