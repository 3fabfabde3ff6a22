import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import type { Actor } from "../src/platform/access/actor.ts";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { TestApp } from "./app.ts";
import { buildOperator } from "./people.ts";

/** The header that says why somebody asks. */
export const because = (reason: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { "change-reason": encodeURIComponent(reason) },
});

/** What whoever asks and decides about changes of some resources holds. */
export const decidingPermissions = (of: readonly (readonly [Resource, string])[]): string[] => [
  ...["page", "detail", "approve", "refuse", "withdraw", "rule", "export"].map((name) =>
    permissionOf(changeRequest.name, name),
  ),
  ...of.map(([resource, name]) => permissionOf(resource.name, name)),
];

/** People of tenant 1 with a factor that is fresh now, who may ask and decide about the given operations. */
export async function buildDeciders(
  app: TestApp,
  count: number,
  of: readonly (readonly [Resource, string])[],
): Promise<Actor[]> {
  const people: Actor[] = [];
  for (let made = 0; made < count; made += 1) {
    const person = await buildOperator(app, {
      tenantId: 1,
      orgId: 1,
      permissions: decidingPermissions(of),
      dataScope: 1,
    });
    people.push({ ...person, provenAt: app.clock.now() });
  }
  return people;
}

interface RequestParts {
  readonly tenantId: number;
  readonly createUserId: number;
  readonly createUserName?: string;
}

/** A change request that waits, and that nobody could carry out: nothing is sealed in it. Answers the id. */
export async function buildChangeRequest({ platform, clock }: TestApp, parts: RequestParts): Promise<string> {
  const id = newId("chg", clock.now());
  await platform.db
    .insertInto("changeRequests")
    .values({
      ...parts,
      id,
      changeNo: businessNumber("CR", clock.now()),
      operation: "sysConfig.update",
      rowCount: 0,
      changes: JSON.stringify([]),
      sealed: "nothing",
      reason: "One of each",
      createTime: clock.now().toISOString(),
      expireTime: new Date(clock.now().getTime() + 60 * 3_600_000).toISOString(),
    })
    .execute();
  return id;
}
