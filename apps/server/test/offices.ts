import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import type { TestApp } from "./app.ts";
import { actorOf, buildOperator, buildTenant, buildUser } from "./people.ts";

const rightsOn = (resources: readonly Resource[]): string[] =>
  resources.flatMap(({ name, operations }) => Object.keys(operations).map((operation) => `${name}:${operation}`));

/** A tenant with two operators who may do everything with some resources, so that each can check the other. */
export async function buildOffice(app: TestApp, resources: readonly Resource[]) {
  const place = await buildTenant(app);
  const permissions = rightsOn(resources);
  const operator = async () => app.as(await buildOperator(app, { ...place, permissions, dataScope: 1 }));
  return { ...place, place, maker: await operator(), checker: await operator() };
}

/**
 * Somebody who signs in for a merchant, with every permission there is on some resources: also those that no role gives
 * to such a person, so that what stands behind the permissions is seen.
 */
export async function buildMerchantUser(
  app: TestApp,
  place: { readonly tenantId: number; readonly orgId: number },
  { merchantId, resources }: { readonly merchantId: string; readonly resources: readonly Resource[] },
) {
  const userId = await buildUser(app, { ...place, accountType: AccountType.Member });
  await app.platform.db.updateTable("users").set({ merchantId }).where("id", "=", userId).execute();
  return app.as({ ...(await actorOf(app, userId)), permissions: new Set(rightsOn(resources)) });
}
