/** A record that a file refers to by code or by unique name. */
export interface NamedRecord {
  readonly id: number;
  readonly name: string;
  readonly code: string | null;
}

/** The record that a text refers to: by code before name, case-insensitively; undefined for none or several. */
export function named<R extends NamedRecord>(records: readonly R[], text: string): R | undefined {
  const wanted = text.trim().toLowerCase();
  const byCode = records.filter(({ code }) => code?.toLowerCase() === wanted);
  const found = byCode.length > 0 ? byCode : records.filter(({ name }) => name.toLowerCase() === wanted);
  return found.length === 1 ? found[0] : undefined;
}

interface Reached {
  readonly account: string;
  readonly phone?: string | null | undefined;
  readonly domainAccount?: string | null | undefined;
}

/** Rows with the account, phone number or directory account of an earlier row. */
export function doubled<R extends Reached>(rows: readonly R[]): ReadonlySet<R> {
  const seen = new Set<string>();
  const twice = new Set<R>();
  for (const row of rows) {
    const { account, phone, domainAccount } = row;
    const marks = [
      `account ${account.toLowerCase()}`,
      ...(phone ? [`phone ${phone}`] : []),
      ...(domainAccount ? [`directory ${domainAccount.toLowerCase()}`] : []),
    ];
    if (marks.some((mark) => seen.has(mark))) twice.add(row);
    for (const mark of marks) seen.add(mark);
  }
  return twice;
}
