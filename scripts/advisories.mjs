// Compares the lock file with the advisories kept in `docs/advisories.json`, without a network: `npm run advisories`. The
// list is as good as its date and holds what was noted by hand; `npm audit` asks the registry for all of them.
// `tools/tidy/advisories.test.ts` holds the lock to the list.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packagesOf } from "./software-bill.mjs";

/** The committed list, from the root of the repository. */
export const advisoriesPath = "docs/advisories.json";

const versionForm = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

function partsOf(version) {
  const found = versionForm.exec(version);
  if (!found) throw new Error(`${version} is no version`);
  const [, major, minor, patch, pre] = found;
  return { figures: [Number(major), Number(minor), Number(patch)], pre: pre === undefined ? [] : pre.split(".") };
}

/** Figures before words, figures by value, words by their letters, as versions are ordered. */
function comparePart(a, b) {
  const [x, y] = [a, b].map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Below zero where the first version comes before the second. A release comes after its previews. */
export function compareVersions(a, b) {
  const [one, two] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < 3; at += 1) if (one.figures[at] !== two.figures[at]) return one.figures[at] - two.figures[at];
  if (one.pre.length === 0 || two.pre.length === 0) return two.pre.length - one.pre.length;
  for (let at = 0; at < Math.min(one.pre.length, two.pre.length); at += 1) {
    const order = comparePart(one.pre[at], two.pre[at]);
    if (order !== 0) return order;
  }
  return one.pre.length - two.pre.length;
}

const conditionForm = /^(<=|>=|<|>|=)(.+)$/;

function meets(version, condition) {
  const found = conditionForm.exec(condition);
  if (!found) throw new Error(`${condition} is no condition of a version`);
  const order = compareVersions(version, found[2]);
  return { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "=": order === 0 }[found[1]];
}

/** Whether a version lies in a range: conditions that hold together, alternatives parted by `||`. */
export const isAffected = (version, range) =>
  range.split("||").some((all) =>
    all
      .trim()
      .split(/\s+/)
      .every((condition) => meets(version, condition)),
  );

/** Packages of a lock file that an advisory is about, a line each. */
export const findings = (lock, { advisories }) =>
  packagesOf(lock).flatMap(({ name, version }) =>
    advisories
      .filter((one) => one.package === name && isAffected(version, one.affected))
      .map(({ id, about, affected }) => `${name} ${version}: ${id}, ${about} (affected: ${affected})`),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));
  const list = read(advisoriesPath);
  const found = findings(read("package-lock.json"), list);
  for (const line of found) console.error(line);
  console.log(`${found.length} of ${list.advisories.length} advisories apply; the list is as of ${list.asOf}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
