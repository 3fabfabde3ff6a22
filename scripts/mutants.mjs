// npm run mutants: takes one security control out at a time and shows which tests turn red.
import path from "node:path";
import { setup } from "./setup.mjs";
import { root, run } from "./steps.mjs";

const node = await setup();
process.exitCode = await run(node, [path.join(root, "tools/mutants/mutants.ts"), ...process.argv.slice(2)]);
