import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import type { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import type { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import type { Actor } from "../src/platform/access/actor.ts";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Answer, CallOptions, TestApp, TestClient } from "./app.ts";
import { buildOperator } from "./people.ts";

/** The header that says why somebody asks. */
export const because = (reason: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { "change-reason": encodeURIComponent(reason) },
});

type Decided = typeof merchant | typeof merGatewayAccountCfg;

/** Sends a decision about a record as somebody does who has just read it. */
export const sendAsRead = async <R extends Decided>(
  by: TestClient,
  resource: R,
  operation: keyof R["operations"] & string,
  { id, ...more }: { readonly id: string; readonly reason?: string },
  options?: CallOptions,
): Promise<Answer> => {
  const { version } = await by.call(resource as typeof merchant, "detail", { id });
  return by.send(resource, operation, { id, version, ...more }, options);
};

/** The same where it is let through. */
export async function callAsRead<R extends Decided>(...decision: Parameters<typeof sendAsRead<R>>): Promise<void> {
  const { status, bizCode } = await sendAsRead(...decision);
  if (status !== 200) throw new Error(`${decision[1].name}.${decision[2]} refused: ${bizCode}`);
}

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
