import { sysAbout, type UsedPackage } from "@countinghouse/contract/dashboard/about/about.ts";
import { implement } from "../../../platform/http/implement.ts";
import { newestMigration, releaseVersion } from "../../../platform/release.ts";
import { usedPackages } from "./about.bill.service.ts";
import { readDatabaseVersion } from "./about.store.ts";

/** Routes of version and components. The bill of materials is constant while a process runs, so it is read once. */
export function buildAboutRoutes() {
  let packages: readonly UsedPackage[] | undefined;
  return implement(sysAbout, {
    detail: async (ctx) => {
      packages ??= usedPackages();
      return {
        version: releaseVersion,
        licence: "Apache-2.0",
        migration: newestMigration,
        node: process.versions.node,
        database: await readDatabaseVersion(ctx),
        packages: [...packages],
      };
    },
  });
}
