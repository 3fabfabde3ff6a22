import { randomUUID, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { ldapSentence } from "@countinghouse/contract/system/ldap/ldap-sentence.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { removeRow, updateRow } from "../../../platform/db/table-operations.ts";
import { withoutUndefined } from "../../../platform/db/without-undefined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { DirectoryError, isFilter } from "../../../platform/outbound/directory-client.ts";
import type { ReachableHosts } from "../../../platform/outbound/outbound-post.ts";
import { type DirectoryPlatform, type DirectoryRow, hostsOf, inDirectory, sealBindPass } from "../directory/index.ts";
import { countOrgsBeyond, findOrgIfAny } from "../org/index.ts";
import {
  countLinks,
  findDirectory,
  insertDirectory,
  isRunning,
  lastRuns,
  lockDirectoryRow,
  openRun,
} from "./ldap.store.ts";
import { readOrgEntries, readPeople } from "./ldap-reading.service.ts";
import { countsOf, type DirectoryPlan, fingerprintOf, planOf, readDirectoryOf } from "./ldap-sync.service.ts";
import type { OrgStep } from "./org-plan.policy.ts";
import type { UserStep } from "./user-plan.policy.ts";

type Operations = typeof sysLdap.operations;
/** Queue of synchronisation jobs. */
export const ldapQueue = "ldap-sync";

/** All settings of a directory. */
type Settings = Pick<
  DirectoryRow,
  "host" | "port" | "caCertificate" | "authFilter" | "userFilter" | "orgFilter" | "orgId"
>;

const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/** A public host by name, or one that the installation allows. */
const mayBeAsked = (host: string, port: number, reach: ReachableHosts): boolean =>
  hostName.test(host) &&
  (reach.includes(host) || reach.includes(`${host}:${port}`) || (host.includes(".") && isIP(host) === 0));

function assertCertificates(pem: string): void {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  try {
    if (!blocks) throw new Error("no certificate");
    for (const block of blocks) new X509Certificate(block);
  } catch {
    throw refuse("sysLdap.certificateMalformed");
  }
}

/** Refuses settings with unreachable or forbidden servers; answers the servers in stored form. */
async function soundSettings(ctx: Context, { config }: DirectoryPlatform, given: Settings) {
  const hosts = hostsOf(given.host);
  const refused = hosts.find((host) => !mayBeAsked(host, given.port, config.directoryHosts));
  if (refused !== undefined || hosts.length === 0) throw refuse("sysLdap.hostRefused", { host: refused ?? given.host });
  if (given.caCertificate) assertCertificates(given.caCertificate);
  for (const field of ["authFilter", "userFilter", "orgFilter"] as const) {
    const filter = given[field];
    if (filter && !isFilter(filter.replaceAll("%s", "a")))
      throw refuse("sysLdap.filterMalformed", { filter }, { field });
  }
  if (!given.authFilter.includes("%s")) throw refuse("sysLdap.placeMissing", { filter: given.authFilter });
  const tenantId = (await findOrgIfAny(ctx, given.orgId))?.tenantId;
  if (tenantId === undefined || (await countOrgsBeyond(ctx, tenantId, [given.orgId])) > 0)
    throw refuse("sysLdap.orgUnknown");
  return { host: hosts.join(", "), tenantId, caCertificate: given.caCertificate || null };
}

/** Given settings, with null for omitted ones. */
const nothingElse = <T extends object>(given: T) =>
  withoutUndefined(given) as { readonly [K in keyof T]: Exclude<T[K], undefined> };

const noneGiven = { caCertificate: null, orgFilter: null, bindAttrEmployeeId: null, attrEmail: null, attrPhone: null };

export const addDirectory =
  (platform: DirectoryPlatform) =>
  async (ctx: Context, { bindPass, ...given }: InputOf<Operations["add"]>): Promise<number> => {
    const values = { ...noneGiven, ...nothingElse(given), orgFilter: given.orgFilter || null };
    const sound = await soundSettings(ctx, platform, values);
    const sealKey = randomUUID();
    return insertDirectory(ctx, {
      ...values,
      ...sound,
      sealKey,
      bindPassSealed: sealBindPass(platform, sealKey, bindPass),
      bindPassTime: ctx.now.toISOString(),
    });
  };

/** Settings that determine who receives the password. */
const addressees = ["host", "port", "caCertificate", "bindDn"] as const;

export const changeDirectory =
  (platform: DirectoryPlatform) =>
  async (ctx: Context, { id, version, bindPass, ...input }: InputOf<Operations["update"]>): Promise<null> => {
    const before = await lockDirectoryRow(ctx, id, version);
    const given = nothingElse(input);
    const whole = { ...before, ...given };
    const sound = await soundSettings(ctx, platform, whole);
    if (sound.tenantId !== before.tenantId) throw refuse("sysLdap.orgUnknown");
    const after = { ...whole, ...sound };
    if (addressees.some((name) => before[name] !== after[name]) && !bindPass) throw refuse("sysLdap.bindPassNeeded");
    await updateRow(ctx, "ldapDirectories", sysLdap, {
      id,
      ...given,
      host: sound.host,
      caCertificate: sound.caCertificate,
      orgFilter: whole.orgFilter || null,
      ...(bindPass
        ? { bindPassSealed: sealBindPass(platform, before.sealKey, bindPass), bindPassTime: ctx.now.toISOString() }
        : {}),
    });
    return null;
  };

export async function deleteDirectory(ctx: Context, { id, version }: InputOf<Operations["delete"]>): Promise<null> {
  await lockDirectoryRow(ctx, id, version);
  const count = await countLinks(ctx, id);
  if (count > 0) throw refuse("sysLdap.inUse", { count });
  await removeRow(ctx, "ldapDirectories", sysLdap, { id });
  return null;
}

const samplesShown = 5;

/** Connects, binds, and counts the matches of the filters. */
export const testDirectory =
  (platform: DirectoryPlatform) =>
  async (ctx: Context, { id }: { readonly id: number }): Promise<ResultOf<Operations["test"]>> => {
    const row = await findDirectory(ctx, id);
    const begun = performance.now();
    const nothing = { server: null, userCount: null, orgCount: null, sample: [] };
    const told = (trial: Omit<ResultOf<Operations["test"]>, "latencyMs">) => ({
      ...trial,
      latencyMs: Math.round(performance.now() - begun),
    });
    try {
      return await inDirectory(platform, row, async (directory) => {
        const people = await readPeople(directory, row);
        const orgs = row.orgFilter ? await readOrgEntries(directory, row) : [];
        return told({
          ...sentence(ctx, "ok", {}),
          detail: null,
          server: directory.host,
          userCount: people.length,
          orgCount: row.orgFilter ? orgs.length : null,
          sample: people.slice(0, samplesShown).map(({ account, realName, code }) => ({ account, realName, code })),
        });
      });
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      return told({ ...nothing, ...sentence(ctx, error.fault, error.facts), detail: error.message.slice(0, 500) });
    }
  };

type Verdict = ResultOf<Operations["test"]>["verdict"];

const sentence = (ctx: Context, verdict: Verdict, facts: Parameters<typeof ldapSentence>[2]) => ({
  verdict,
  message: ldapSentence(ctx.request.locale, verdict, facts),
});

const stepsShown = 1_000;
const importance = ["disable", "add", "link", "change", "skip"];

type ToldStep = ResultOf<Operations["preview"]>["steps"][number];

function toldUserStep(step: UserStep): ToldStep {
  const user = "user" in step ? step.user : undefined;
  const entry = "entry" in step ? step.entry : undefined;
  return {
    action: step.action,
    name: user?.account ?? entry?.account ?? entry?.dn ?? "",
    realName: ("values" in step ? step.values.realName : null) ?? entry?.realName ?? user?.realName ?? null,
    orgName: null,
    skip: step.action === "skip" ? step.skip : null,
    changed: "changed" in step ? [...step.changed] : [],
  };
}

function toldOrgStep(step: OrgStep): ToldStep {
  const org = "org" in step ? step.org : undefined;
  const entry = "entry" in step ? step.entry : undefined;
  return {
    action: step.action,
    name: "name" in step ? step.name : (org?.name ?? entry?.dn ?? ""),
    realName: entry?.dn ?? null,
    orgName: null,
    skip: step.action === "skip" ? step.skip : null,
    changed: "changed" in step ? [...step.changed] : [],
  };
}

const toldSteps = (plan: DirectoryPlan): ToldStep[] =>
  (plan.kind === "users" ? plan.of.steps.map(toldUserStep) : plan.of.steps.map(toldOrgStep))
    .sort((one, other) => importance.indexOf(one.action) - importance.indexOf(other.action))
    .slice(0, stepsShown);

/** Plan of a synchronisation. Changes nothing. */
export const previewDirectory =
  (platform: DirectoryPlatform) =>
  async (ctx: Context, { id, kind }: InputOf<Operations["preview"]>): Promise<ResultOf<Operations["preview"]>> => {
    const row = await findDirectory(ctx, id);
    if (kind === "orgs" && !row.orgFilter) throw refuse("sysLdap.orgFilterMissing");
    try {
      const reading = await readDirectoryOf(platform, row, kind);
      const plan = await planOf(ctx.db, row, reading);
      return {
        ...sentence(ctx, "ok", {}),
        detail: null,
        fingerprint: fingerprintOf(plan),
        readCount: reading.kind === "users" ? reading.people.length : reading.orgs.length,
        unchanged: plan.of.unchanged,
        ...countsOf(plan),
        steps: toldSteps(plan),
      };
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      return {
        ...sentence(ctx, error.fault, error.facts),
        detail: error.message.slice(0, 500),
        fingerprint: null,
        readCount: 0,
        unchanged: 0,
        added: 0,
        linked: 0,
        changed: 0,
        disabled: 0,
        skipped: 0,
        steps: [],
      };
    }
  };

/** Queues a synchronisation: no directory is queried inside a transaction. */
export const syncDirectory =
  (kind: "users" | "orgs") =>
  async (ctx: Context, { id, fingerprint = null }: InputOf<Operations["syncUser"]>): Promise<number> => {
    const row = await lockDirectoryRow(ctx, id);
    if (row.status !== Status.Enable) throw refuse("sysLdap.disabled");
    if (kind === "orgs" && !row.orgFilter) throw refuse("sysLdap.orgFilterMissing");
    if (await isRunning(ctx, id)) throw refuse("sysLdap.running");
    const { now } = ctx;
    const runId = await openRun(ctx.db, { directory: row, kind, startUserName: ctx.actor.realName, now });
    await ctx.enqueue({ queue: ldapQueue, data: { directoryId: id, runId, kind, fingerprint } });
    return runId;
  };

/** The last synchronisations of a directory in scope. */
export async function listRuns(ctx: Context, { id }: { readonly id: number }): Promise<ResultOf<Operations["runs"]>> {
  await findDirectory(ctx, id);
  return (await lastRuns(ctx, id)).map(({ facts, tenantId: _tenant, ldapId: _directory, ...run }) => ({
    ...run,
    message: ldapSentence(ctx.request.locale, run.verdict, facts),
  }));
}
