import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { instant } from "../airwallex-view.ts";
import type { Account } from "../book.ts";
import { minute } from "../clock.ts";
import { Fault } from "../fault.ts";
import type { World } from "../world.ts";

const tokenLifeMs = 30 * minute;

const sign = (world: World, text: string): string => createHmac("sha256", world.book.salt).update(text).digest("hex");

/** A token of the account, good for half an hour. */
export function newToken(world: World, account: Account): { token: string; expires_at: string } {
  const expiresAt = world.clock.now() + tokenLifeMs;
  const claim = `${account.id}.${expiresAt}`;
  return { token: `${claim}.${sign(world, claim)}`, expires_at: instant(expiresAt) };
}

/** Nobody is let in so. */
export const unauthorized = (): Fault => new Fault(401, "credentials_invalid", "The credentials are not valid.");

/** The account whose token the caller shows. */
export function tokenAccount(world: World, request: FastifyRequest): Account {
  const [, accountId = "", expiresAt = "", signature = ""] =
    /^Bearer (.+)\.(\d+)\.([0-9a-f]{64})$/.exec(request.headers.authorization ?? "") ?? [];
  const expected = sign(world, `${accountId}.${expiresAt}`);
  const account = world.book.accounts.get(accountId);
  const isGenuine = signature !== "" && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  if (!account || !isGenuine || Number(expiresAt) <= world.clock.now()) throw unauthorized();
  return account;
}
