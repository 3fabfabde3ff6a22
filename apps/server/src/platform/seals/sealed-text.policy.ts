/** A value as it is digested: as text, JSON with its members in one order, whatever the database made of it. */
export function sealedText(value: unknown, isJson: boolean): string | null {
  if (value === null || value === undefined) return null;
  if (!isJson) return Array.isArray(value) ? JSON.stringify(value) : String(value);
  return JSON.stringify(ordered(typeof value === "string" ? JSON.parse(value) : value));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, ordered(member)]);
}
