import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { emptySession, type SessionUser, session } from "../src/platform/session/session.ts";

/** The merchant of somebody who signs in for one in tests. */
export const ownMerchantId = `mer_${"7".repeat(26)}`;

/** Signs somebody in for a merchant, who may do everything with these resources that a merchant's people may. */
export function signInOfMerchant(resources: readonly Resource[], currency = "EUR"): void {
  const permissions = resources.flatMap(({ name, operations }) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.for !== "operator")
      .map(([operation]) => permissionOf(name, operation)),
  );
  const user = {
    id: 7,
    isOfMerchant: true,
    merchant: { id: ownMerchantId, name: "Corner shop", nameEn: null, currency },
  } as unknown as SessionUser;
  session.set({ ...emptySession, phase: "ready", user, permissions: new Set(permissions) });
}
