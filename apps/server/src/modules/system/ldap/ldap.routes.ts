import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { DirectoryPlatform } from "../directory/index.ts";
import {
  addDirectory,
  changeDirectory,
  deleteDirectory,
  listRuns,
  previewDirectory,
  syncDirectory,
  testDirectory,
} from "./ldap.service.ts";
import { directoryReads } from "./ldap.store.ts";

/** Routes of directories. Directories are queried outside transactions: by reads, and by jobs. */
export const buildLdapRoutes = (platform: DirectoryPlatform) =>
  implement(sysLdap, {
    ...directoryReads,
    add: addDirectory(platform),
    update: changeDirectory(platform),
    delete: deleteDirectory,
    test: testDirectory(platform),
    preview: previewDirectory(platform),
    syncUser: syncDirectory("users"),
    syncOrg: syncDirectory("orgs"),
    runs: listRuns,
  });
