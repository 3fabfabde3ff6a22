import { accounts } from "./accounts.ts";
import type { Mutant } from "./mutant.ts";
import { permissions } from "./permissions.ts";
import { tokens } from "./tokens.ts";

/** The groups of attacks, in the order of the document about them. */
export const groups: readonly { readonly name: string; readonly mutants: readonly Mutant[] }[] = [
  { name: "Accounts", mutants: accounts },
  { name: "Tokens and sessions", mutants: tokens },
  { name: "Permissions", mutants: permissions },
];
