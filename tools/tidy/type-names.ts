import { parseSync } from "oxc-parser";
import type { Source } from "./sources.ts";

/**
 * Words that say nothing as the whole name of an exported type: participles without the noun they belong to, and nouns
 * that fit a dozen things. A name says the record and its role: `NewTimelineEntry`, `OutcomeSource`, `SettlementBook`.
 */
const saysNothing = new Set(
  [
    ["Accepted", "Admitted", "Applied", "Asked", "Chosen", "Collected", "Compared", "Counted", "Declined", "Failed"],
    ["Found", "Given", "Heard", "Held", "Kept", "Known", "Named", "Narrowed", "Opened", "Placed", "Raised", "Read"],
    ["Received", "Retold", "Said", "Screened", "Sealed", "Seen", "Sent", "Settled", "Shown", "Spoken", "Stopped"],
    ["Stored", "Taken", "Told", "Traced", "Unsaid", "Wanted", "Weighed", "Withheld", "Written"],
    ["Applying", "Beginning", "Closing", "Ending", "Opening", "Passing", "Sending", "Standing", "Sweeping", "Taking"],
    ["Telling", "Undoing", "Waiting", "Writing"],
    ["Along", "Case", "Choice", "Deed", "Desk", "Earlier", "Later", "Link", "Look", "Means", "Missing", "Need"],
    ["Onward", "Part", "Place", "Plan", "Reach", "Share", "Side", "Source", "Span", "Step", "Story", "Stretch"],
    ["Thing", "Trouble", "Twin", "Undone", "Unknown", "Verdict", "Way", "Word"],
  ].flat(),
);

/** A type that a file exports under a name of its own. */
interface ExportedType {
  readonly name: string;
  readonly path: string;
}

const declaresType = ["TSInterfaceDeclaration", "TSTypeAliasDeclaration", "ClassDeclaration"];

function exportedTypes({ path, text }: Source): ExportedType[] {
  return parseSync(path, text).program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    const isType = declaration !== null && declaresType.includes(declaration.type);
    return isType && "id" in declaration && declaration.id && "name" in declaration.id
      ? [{ name: String(declaration.id.name), path }]
      : [];
  });
}

const isProduct = ({ path }: Source): boolean =>
  /^(apps|packages)\/[^/]+\/src\//.test(path) && !/\.(test|fixture)\.tsx?$/.test(path);
const isOfServer = ({ path }: ExportedType): boolean => path.startsWith("apps/server/src/");

/** What is wrong with the names of exported types, each as a sentence that says what to do. */
export function typeNameFaults(all: readonly Source[]): string[] {
  const types = all.filter(isProduct).flatMap(exportedTypes);
  const empty = types
    .filter(({ name }) => saysNothing.has(name))
    .map(
      ({ name, path }) =>
        `${path}: ${name} says nothing by itself; name the record and its role, as in NewTimelineEntry`,
    );
  const byName = Map.groupBy(types.filter(isOfServer), ({ name }) => name);
  const twice = [...byName]
    .filter(([, declared]) => declared.length > 1)
    .map(([name, declared]) => {
      const paths = declared.map(({ path }) => path).join(" and ");
      return `${name} is exported by ${paths}; put the record's own noun in front of each`;
    });
  return [...empty, ...twice];
}
