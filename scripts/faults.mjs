// npm run faults: kills, cuts and starves real processes of the product and checks what it promises.
import path from "node:path";
import { setup } from "./setup.mjs";
import { root, run } from "./steps.mjs";

const node = await setup();
process.exitCode = await run(node, [path.join(root, "tools/faults/faults.ts"), ...process.argv.slice(2)]);
