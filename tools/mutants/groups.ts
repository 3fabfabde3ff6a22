import { accounts } from "./accounts.ts";
import { books } from "./books.ts";
import { deposits } from "./deposits.ts";
import { edges } from "./edges.ts";
import { exposure } from "./exposure.ts";
import { fields } from "./fields.ts";
import { laterSeals } from "./later-seals.ts";
import { money } from "./money.ts";
import type { Mutant } from "./mutant.ts";
import { parsers } from "./parsers.ts";
import { moneyOut } from "./payouts.ts";
import { permissions } from "./permissions.ts";
import { personalData } from "./personal-data.ts";
import { promises } from "./promises.ts";
import { secondPersons } from "./second-persons.ts";
import { settlements } from "./settlements.ts";
import { signatures } from "./signatures.ts";
import { stories } from "./stories.ts";
import { tenants } from "./tenants.ts";
import { tokens } from "./tokens.ts";

/** The groups of attacks, in the order of the document about them. */
export const groups: readonly { readonly name: string; readonly mutants: readonly Mutant[] }[] = [
  { name: "Accounts", mutants: accounts },
  { name: "Tokens and sessions", mutants: tokens },
  { name: "Permissions", mutants: permissions },
  { name: "Second persons", mutants: secondPersons },
  { name: "Tenants and objects", mutants: tenants },
  { name: "Text and parsers", mutants: parsers },
  { name: "Fields, types, prototypes", mutants: fields },
  { name: "Money", mutants: [...money, ...settlements, ...moneyOut] },
  { name: "Books", mutants: [...books, ...laterSeals, ...stories, ...deposits] },
  { name: "Signatures and calls", mutants: signatures },
  { name: "Data and resources", mutants: [...personalData, ...exposure, ...edges] },
  { name: "What the documents promise", mutants: promises },
];
