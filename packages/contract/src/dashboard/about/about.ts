import { z } from "zod";
import { Flag } from "../../kit/field.ts";
import { Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysAboutMessages } from "./about.messages.ts";

/** A package that the product is made of, or made with. */
export const UsedPackage = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  /** Whether it runs with the product; the others only build and test it. */
  isShipped: Flag,
});
export type UsedPackage = z.output<typeof UsedPackage>;

/** What the running product is. */
export const About = z.object({
  version: z.string(),
  licence: z.string(),
  /** The newest change of the database that the release brings. */
  migration: z.string(),
  node: z.string(),
  database: z.string(),
  packages: z.array(UsedPackage),
});
export type About = z.output<typeof About>;

export const sysAbout = defineResource({
  name: "sysAbout",
  record: About,
  operations: { detail: query(Nothing, About, { access: "signedIn" }) },
  menu: { path: "/about", component: "about/about.page", icon: "info", order: 900 },
  messages: sysAboutMessages,
});
