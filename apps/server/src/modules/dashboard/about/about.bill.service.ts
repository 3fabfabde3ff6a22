import { readFileSync } from "node:fs";
import type { UsedPackage } from "@countinghouse/contract/dashboard/about/about.ts";
import { z } from "zod";

const billFile = new URL("../../../../../../docs/software-bill.cdx.json", import.meta.url);

/** The displayed part of a CycloneDX bill of materials. */
const Bill = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      scope: z.string().optional(),
      licenses: z.array(
        z.union([
          z.object({ license: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]) }),
          z.object({ expression: z.string() }),
        ]),
      ),
    }),
  ),
});
type Licence = z.output<typeof Bill>["components"][number]["licenses"][number];

const licenceOf = (one: Licence): string =>
  "expression" in one ? one.expression : "id" in one.license ? one.license.id : one.license.name;

/** Packages of the bill of materials, from which `docs/licences.md` is generated too, by name. */
export function usedPackages(): readonly UsedPackage[] {
  const { components } = Bill.parse(JSON.parse(readFileSync(billFile, "utf8")));
  return components
    .map(({ name, version, scope, licenses }) => ({
      name,
      version,
      licence: licenses.map(licenceOf).join(" AND "),
      isShipped: scope !== "excluded",
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
