// The software bill of materials (CycloneDX 1.6) and the list of licences, from the lock file alone: no network, and the
// same text for the same lock file. `npm run bill` writes both; `tools/tidy/software-bill.test.ts` holds them to the lock.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The committed files, from the root of the repository. */
export const billPath = "docs/software-bill.cdx.json";
export const licencesPath = "docs/licences.md";

/** Licences that packages may have. Whoever adds one has read it; MPL-2.0 binds changes to its own files alone. */
const allowedLicences = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PSF-2.0",
  "Unlicense",
]);

/** Licences of packages that name none in the lock, read in the file LICENSE of the version that is locked. */
const readLicences = new Map([
  ["buildcheck@0.0.7", "MIT"],
  ["cpu-features@0.0.10", "MIT"],
  ["png-js@2.0.0", "MIT"],
  ["ssh2@1.17.0", "MIT"],
]);

/**
 * Third-party packages of a lock file (version 3), each version once, in order. The builds of a package for other
 * platforms carry no licence in the lock: they have that of the package that lists them.
 */
export function packagesOf(lock) {
  const entries = Object.entries(lock.packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
  const listedBy = new Map(
    entries.flatMap(([, { license, optionalDependencies = {} }]) =>
      license ? Object.keys(optionalDependencies).map((name) => [name, license]) : [],
    ),
  );
  const found = new Map();
  for (const [path, { version, license, integrity, dev }] of entries) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const before = found.get(`${name}@${version}`);
    const isBuildOnly = dev === true && (before?.isBuildOnly ?? true);
    const licence = license ?? listedBy.get(name) ?? readLicences.get(`${name}@${version}`) ?? null;
    found.set(`${name}@${version}`, { name, version, licence, integrity: integrity ?? null, isBuildOnly });
  }
  const byName = (a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1);
  return [...found.values()].sort(byName);
}

/** Whether a licence is allowed: one name, an expression by `OR` that offers an allowed one, or by `AND` of allowed ones. */
export function isAllowed(licence) {
  const inner = /^SEE LICENSE IN .*\((.+)\)$/.exec(licence ?? "")?.[1] ?? licence ?? "";
  return inner
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((offer) => offer.split(" AND ").every((name) => allowedLicences.has(name)));
}

const componentOf = ({ name, version, licence, integrity, isBuildOnly }) => {
  const [algorithm = "", digest = ""] = (integrity ?? "").split("-", 2);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const isExpression = / (OR|AND) /.test(licence ?? "");
  const license = /^[\w.-]+$/.test(licence ?? "") ? { id: licence } : { name: licence ?? "none" };
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    scope: isBuildOnly ? "excluded" : "required",
    ...(algorithm === "sha512"
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }
      : {}),
    licenses: [isExpression ? { expression: licence } : { license }],
    purl,
  };
};

/** The bill of materials as CycloneDX 1.6; without date and serial number, so that it only changes with the lock. */
export const billText = (lock) =>
  `${JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      metadata: { component: { type: "application", name: lock.name, version: lock.version } },
      components: packagesOf(lock).map(componentOf),
    },
    null,
    2,
  )}\n`;

/** The licences with the packages that have them, as a table. */
export function licencesText(lock) {
  const groups = Map.groupBy(packagesOf(lock), ({ licence }) => licence ?? "none");
  const rows = [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, of]) => `| ${licence} | ${of.map(({ name, version }) => `${name} ${version}`).join(", ")} |`);
  return `# Licences of third-party packages\n\nMade by \`npm run bill\` from the lock file.\n\n| Licence | Packages |\n| --- | --- |\n${rows.join("\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL("../", import.meta.url);
  const lock = JSON.parse(readFileSync(new URL("package-lock.json", root), "utf8"));
  writeFileSync(new URL(billPath, root), billText(lock));
  writeFileSync(new URL(licencesPath, root), licencesText(lock));
  const refused = packagesOf(lock).filter(({ licence }) => !isAllowed(licence));
  for (const { name, version, licence } of refused) console.error(`${name} ${version}: ${licence ?? "no licence"}`);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
