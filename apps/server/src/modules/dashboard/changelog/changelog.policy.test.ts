import { describe, expect, test } from "vitest";
import { parseChangelog } from "./changelog.policy.ts";

const markdown = `# Changelog
Words before the first release are no entries.
- Not this one.

## [1.1.0] - 2026-05-21
### Console
- Lists remember
  their columns.
* Dark mode.

Loose text.
  Not a continuation.

## Unreleased
- Something new.
`;

describe("parseChangelog", () => {
  test("reads releases, areas and bullets in their order, joining broken lines", () => {
    expect(parseChangelog(markdown)).toEqual([
      { version: "1.1.0", date: "2026-05-21", section: "Console", text: "Lists remember their columns." },
      { version: "1.1.0", date: "2026-05-21", section: "Console", text: "Dark mode." },
      { version: "Unreleased", date: null, section: null, text: "Something new." },
    ]);
  });

  test("finds nothing in an empty file", () => {
    expect(parseChangelog("")).toEqual([]);
  });
});
