import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { isStorableText } from "@countinghouse/contract/platform/storable-text.ts";

const depthMax = 16;
/** Names that could reach an object's prototype. */
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/** State of the parser. */
interface Reader {
  readonly text: string;
  at: number;
}

const malformed = ({ text, at }: Reader): Refusal =>
  refuse("openApi.malformedJson", { position: new TextEncoder().encode(text.slice(0, at)).length });

const blank = /[ \t\n\r]*/y;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// Allowed string content: no control characters, and only escapes of RFC 8259.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are what the format forbids.
const quoted = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

const skipBlanks = (reader: Reader): void => void match(reader, blank);

/** Consumes `sign` if it comes next. */
function takes(reader: Reader, sign: string): boolean {
  skipBlanks(reader);
  if (reader.text[reader.at] !== sign) return false;
  reader.at += 1;
  return true;
}

/** A string that can be stored. */
function readText(reader: Reader): string {
  const start = reader.at;
  const found = match(reader, quoted);
  const text = found === undefined ? undefined : (JSON.parse(found) as string);
  if (text === undefined || !isStorableText(text)) throw malformed({ ...reader, at: start });
  return text;
}

function readMembers(reader: Reader, depth: number): Record<string, unknown> {
  const members = new Map<string, unknown>();
  if (!takes(reader, "}")) {
    do {
      skipBlanks(reader);
      const name = readText(reader);
      if (members.has(name)) throw refuse("openApi.duplicateMember", { name: name.slice(0, 64) });
      if (forbidden.has(name)) throw refuse("openApi.forbiddenMember", { name });
      if (!takes(reader, ":")) throw malformed(reader);
      members.set(name, readValue(reader, depth));
    } while (takes(reader, ","));
    if (!takes(reader, "}")) throw malformed(reader);
  }
  return Object.fromEntries(members);
}

function readItems(reader: Reader, depth: number): unknown[] {
  const items: unknown[] = [];
  if (!takes(reader, "]")) {
    do items.push(readValue(reader, depth));
    while (takes(reader, ","));
    if (!takes(reader, "]")) throw malformed(reader);
  }
  return items;
}

function readValue(reader: Reader, depth: number): unknown {
  if (depth > depthMax) throw refuse("openApi.tooDeep", { limit: depthMax });
  if (takes(reader, "{")) return readMembers(reader, depth + 1);
  if (takes(reader, "[")) return readItems(reader, depth + 1);
  if (reader.text[reader.at] === '"') return readText(reader);
  const start = reader.at;
  const found = match(reader, literal);
  const value: unknown = found === undefined ? undefined : JSON.parse(found);
  // An exponent can exceed the range of a number; minus zero becomes zero.
  if (value === undefined || value === Infinity || value === -Infinity) throw malformed({ ...reader, at: start });
  return value === 0 ? 0 : value;
}

/**
 * Parses a body as JSON (RFC 8259) and refuses whatever parsers could interpret differently: duplicate members, names
 * that reach a prototype, deep nesting and invalid Unicode. The body must be an object.
 */
export function readStrictJson(text: string): Record<string, unknown> {
  const reader: Reader = { text, at: 0 };
  const value = readValue(reader, 0);
  skipBlanks(reader);
  if (reader.at !== text.length) throw malformed(reader);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuse("openApi.bodyNotObject");
  return value as Record<string, unknown>;
}
