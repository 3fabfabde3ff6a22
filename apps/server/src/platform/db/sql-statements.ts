/** One statement of an SQL text, without its semicolon, and the line (from 1) on which it begins. */
export interface SqlStatement {
  readonly text: string;
  readonly line: number;
}

/** A piece of SQL text: a statement, or a line comment that stands between statements. */
export type SqlPiece = { readonly kind: "statement" | "comment" } & SqlStatement;

// Tokens that must not be split: comments, quoted names, strings (E'' with backslashes), dollar-quoted bodies,
// parameters.
const token =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|;|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/g;

/**
 * Splits SQL text into statements as the server would, so that each can be sent alone. Comments inside a statement
 * stay in it; a line comment between statements is a piece of its own. Refuses an unterminated comment or body.
 */
export function splitSql(sql: string): SqlPiece[] {
  const pieces: SqlPiece[] = [];
  let start = -1;
  let position = 0;
  const open = (index: number): void => {
    if (start < 0) start = index;
  };
  const add = (kind: SqlPiece["kind"], from: number, to: number): void => {
    pieces.push({ kind, text: sql.slice(from, to).trim(), line: lineOf(sql, from) });
  };
  while (position < sql.length) {
    token.lastIndex = position;
    const match = token.exec(sql);
    const until = match?.index ?? sql.length;
    const offset = sql.slice(position, until).search(/\S/);
    if (offset >= 0) open(position + offset);
    if (match === null) break;
    const [text] = match;
    position = until + text.length;
    if (text === ";") {
      if (start >= 0) add("statement", start, until);
      start = -1;
    } else if (text.startsWith("--")) {
      if (start < 0) add("comment", until, position);
    } else if (text === "/*") {
      position = endOfComment(sql, until);
    } else {
      open(until);
      if (text.startsWith("$")) position = endOfBody(sql, position, text);
    }
  }
  if (start >= 0) add("statement", start, sql.length);
  return pieces;
}

const alteration = /^(ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(?:[\w.]+|"(?:[^"]|"")*")\s+)([\s\S]+)$/i;
const piece = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]/g;

/**
 * Splits an `ALTER TABLE` with several subcommands into one statement each, in order; any other statement is returned
 * as it is. Citus accepts one subcommand at a time.
 */
export function splitAlterTable(statement: string): string[] {
  const [, head, body] = alteration.exec(statement) ?? [];
  if (head === undefined || body === undefined) return [statement];
  const subcommands: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: text, index } of body.matchAll(piece)) {
    if (text === "(") depth += 1;
    else if (text === ")") depth -= 1;
    else if (text === "," && depth === 0) {
      subcommands.push(body.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...subcommands, body.slice(start).trim()].map((subcommand) => head + subcommand);
}

function endOfComment(sql: string, from: number): number {
  // Block comments nest in PostgreSQL.
  let depth = 0;
  const edge = /\/\*|\*\//g;
  edge.lastIndex = from;
  for (let match = edge.exec(sql); match !== null; match = edge.exec(sql)) {
    depth += match[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  throw new SyntaxError(`line ${lineOf(sql, from)}: the comment is not closed`);
}

function endOfBody(sql: string, from: number, tag: string): number {
  const end = sql.indexOf(tag, from);
  if (end < 0) throw new SyntaxError(`line ${lineOf(sql, from)}: the body opened by ${tag} is not closed`);
  return end + tag.length;
}

function lineOf(sql: string, index: number): number {
  return sql.slice(0, index).split("\n").length;
}
