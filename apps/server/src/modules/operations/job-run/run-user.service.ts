import { type Actor, anonymousActor } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { resolveAccess } from "../../system/role/index.ts";
import { findPerson } from "../../system/session/index.ts";

/**
 * The user of a job, with current permissions and scope; undefined when the account or its tenant is disabled or
 * deleted. There is no session: the user may have signed out while the job waited.
 */
export async function actorOfUser(db: Context["db"], userId: number): Promise<Actor | undefined> {
  const person = await findPerson(db, userId);
  const access = await resolveAccess({ db }, userId);
  if (!person?.mayEnter || !access) return undefined;
  const { permissions, holdsAll, scope } = access;
  return {
    ...anonymousActor,
    isSignedIn: true,
    userId: person.id,
    account: person.account,
    realName: person.realName,
    tenantId: person.tenantId,
    accountType: person.accountType,
    orgId: person.orgId,
    permissions,
    holdsAll,
    scope,
  };
}
