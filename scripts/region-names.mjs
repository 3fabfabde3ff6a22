// Makes apps/server/data/region-names.csv anew from the translations of Debian's package iso-codes:
//   apt-get install iso-codes && node scripts/region-names.mjs
// A file of its own, because its licence is another one than that of what it stands beside (apps/server/data/README.md).
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const data = "/usr/share/iso-codes/json/iso_3166-2.json";
const catalogue = (locale) => `/usr/share/locale/${locale}/LC_MESSAGES/iso_3166-2.mo`;
const target = join(import.meta.dirname, "../apps/server/data/region-names.csv");

/** A compiled catalogue of gettext, as a map from what is translated to its translation. */
function translations(path) {
  const file = readFileSync(path);
  if (file.readUInt32LE(0) !== 0x950412de) throw new Error(`${path} is no catalogue of gettext for this machine`);
  const [count, from, to] = [8, 12, 16].map((at) => file.readUInt32LE(at));
  const text = (table, index) => {
    const [length, at] = [0, 4].map((step) => file.readUInt32LE(table + index * 8 + step));
    return file.subarray(at, at + length).toString("utf8");
  };
  return new Map(Array.from({ length: count }, (_none, index) => [text(from, index), text(to, index)]));
}

const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const [simplified, traditional] = ["zh_CN", "zh_TW"].map((locale) => translations(catalogue(locale)));
const regions = JSON.parse(readFileSync(data, "utf8"))["3166-2"];
const rows = regions
  // China's own divisions come by the codes of GB/T 2260.
  .filter(({ code, name }) => !code.startsWith("CN-") && (simplified.get(name) || traditional.get(name)))
  .map(({ code, name }) => [code, simplified.get(name) ?? "", traditional.get(name) ?? ""])
  .sort(([one], [other]) => (one < other ? -1 : 1));
const lines = [["code", "zh-cn", "zh-tw"], ...rows];
writeFileSync(target, `${lines.map((cells) => cells.map(quoted).join(",")).join("\n")}\n`);
const count = (at) => rows.filter((row) => row[at] !== "").length;
process.stdout.write(`${rows.length} regions, ${count(1)} in simplified and ${count(2)} in traditional Chinese\n`);
