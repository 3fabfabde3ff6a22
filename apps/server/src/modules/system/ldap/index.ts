export { ldapScheduleWorker, ldapSyncWorker } from "./ldap.worker.ts";
