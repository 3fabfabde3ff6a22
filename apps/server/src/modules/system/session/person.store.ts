import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";

type Db = Context["db"];

/** What sign-in needs of a user. */
export interface SignInPerson {
  readonly id: number;
  readonly account: string;
  readonly realName: string;
  readonly nickName: string | null;
  readonly phone: string | null;
  readonly tenantId: number;
  readonly tenantName: string;
  readonly orgId: number;
  readonly accountType: number;
  /** Neither the user nor the tenant is disabled. */
  readonly mayEnter: boolean;
}

/** Read before there is an actor, and therefore without data scope. */
const people = (db: Db) =>
  db
    .selectFrom("users")
    .innerJoin("tenants", "tenants.id", "users.tenantId")
    .select([
      "users.id",
      "users.account",
      "users.realName",
      "users.nickName",
      "users.phone",
      "users.tenantId",
      "tenants.name as tenantName",
      "users.orgId",
      "users.accountType",
    ])
    .select(sql<boolean>`(users.status = ${Status.Enable} AND tenants.status = ${Status.Enable})`.as("mayEnter"));

export const findPerson = (db: Db, id: number): Promise<SignInPerson | undefined> =>
  people(db).where("users.id", "=", id).executeTakeFirst();

/** Accounts are unique regardless of case. */
export const findPersonByAccount = (db: Db, names: readonly string[]): Promise<SignInPerson | undefined> =>
  people(db)
    .where(sql<string>`lower(users.account)`, "in", [...names])
    .executeTakeFirst();

export const findPersonByPhone = (db: Db, phone: string): Promise<SignInPerson | undefined> =>
  people(db)
    .where("users.phone", "in", [phone, `+86${phone}`])
    .orderBy("users.id")
    .executeTakeFirst();

interface LastLogin {
  readonly ip: string;
  readonly place: string;
  readonly device: string;
  readonly now: Date;
}

export async function noteLastLogin(db: Db, userId: number, { ip, place, device, now }: LastLogin): Promise<void> {
  await db
    .updateTable("users")
    .set({
      lastLoginIp: ip,
      lastLoginAddress: place,
      lastLoginTime: now.toISOString(),
      lastLoginDevice: device.slice(0, 128),
    })
    .where("id", "=", userId)
    .execute();
}
