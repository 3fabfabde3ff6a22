import { SaxesParser } from "saxes";
import { createTurnYielder } from "../../../platform/load/turn-yielder.ts";
import { UnreadableStatement } from "./statement-file.port.ts";

/** An element by its local name, with its text and its children in order. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Limits on nesting depth and number of elements, many times what a bank writes. */
const depthMax = 32;
const elementsMax = 2_000_000;
/** Characters parsed before other work gets its turn. */
const pieceLength = 16_384;

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Parses a document into elements. Refuses document type declarations, and with them custom entities: only XML's five
 * predefined ones remain. Throws {@link UnreadableStatement} for a document that is not well-formed.
 */
export async function readXml(text: string): Promise<XmlElement | undefined> {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  const fail = (what: string, value: string): never => {
    throw new UnreadableStatement(`XML ${parser.line}:${parser.column}`, what, value);
  };
  parser.on("error", (error) => fail("XML", error.message));
  parser.on("doctype", (doctype) => fail("DOCTYPE", doctype));
  parser.on("opentag", ({ name, attributes }) => {
    count += 1;
    if (open.length >= depthMax || count > elementsMax) fail("XML", name);
    const parent = open.at(-1);
    const namespace = attributes.xmlns ?? parent?.namespace ?? "";
    const element = { name: local(name), namespace, line: parser.line, attributes, children: [], text: "" };
    if (parent) parent.children.push(element);
    else root = element;
    open.push(element);
  });
  const add = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => open.pop());
  const yieldTurn = createTurnYielder();
  for (let at = 0; at < text.length; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    await yieldTurn();
  }
  parser.close();
  return root;
}

/** Elements at a path of names: the first match at each step, all matches at the last. */
export function elementsAt(element: XmlElement | undefined, path: string): readonly XmlElement[] {
  const names = path.split("/");
  const last = names.pop() ?? "";
  const parent = names.reduce<XmlElement | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    element,
  );
  return parent?.children.filter(({ name }) => name === last) ?? [];
}

/** The first element at a path. */
export const elementAt = (element: XmlElement | undefined, path: string): XmlElement | undefined =>
  elementsAt(element, path)[0];

/** The text at the first of several paths that has one; empty where none has. */
export function textAt(element: XmlElement | undefined, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = elementAt(element, path)?.text.trim();
    if (text) return text;
  }
  return "";
}
