import { z } from "zod";
import { Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysConstMessages } from "./const.messages.ts";

/** One constant: its name and its value. */
export const Constant = z.object({ name: z.string(), code: z.union([z.string(), z.number()]), data: z.null() });

const ConstantClass = z.object({
  /** The class in the caller's language. */
  name: z.string(),
  code: z.string(),
  data: z.object({ result: z.array(Constant) }),
});

/** Named constants of the product that clients may rely on. */
export const sysConst = defineResource({
  name: "sysConst",
  record: Constant,
  refusals: {
    unknown: { status: 404 },
  },
  operations: {
    list: query(Nothing, z.array(ConstantClass), { access: "signedIn" }),
    data: query(z.object({ typeName: z.string().max(64) }), z.array(Constant), {
      access: "signedIn",
      path: "data/:typeName",
      refusals: ["unknown"],
    }),
  },
  messages: sysConstMessages,
});
