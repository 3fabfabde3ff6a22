/** Canonical text of a value for its digest: JSON with its members sorted, whatever form the database gave it. */
export function sealedText(value: unknown, isJson: boolean): string | null {
  if (value === null || value === undefined) return null;
  if (!isJson) return Array.isArray(value) ? JSON.stringify(value) : String(value);
  return JSON.stringify(ordered(typeof value === "string" ? parsed(value) : value));
}

/** Parsed JSON; a text that is none was put into the database by somebody else. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, ordered(member)]);
}
