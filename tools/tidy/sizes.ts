import { parseSync, Visitor } from "oxc-parser";

export const fileLinesMax = 400;
export const functionLinesMax = 70;

export interface FunctionSize {
  readonly name: string;
  readonly lines: number;
}

/** Length of every function of a module, in lines from its first to its last. */
export function functionSizes(path: string, text: string): FunctionSize[] {
  const { program } = parseSync(path, text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const sizes: FunctionSize[] = [];
  const measure = (node: { start: number; end: number; id?: { name: string } | null }): void => {
    const lines = lineOf(node.end) - lineOf(node.start) + 1;
    sizes.push({
      name:
        node.id?.name ??
        text
          .slice(Math.max(0, node.start - 40), node.start)
          .split("\n")
          .at(-1)
          ?.trim() ??
        "",
      lines,
    });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: (node) => measure({ start: node.start, end: node.end }),
  }).visit(program);
  return sizes;
}
