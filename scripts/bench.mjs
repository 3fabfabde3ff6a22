// npm run bench: measures lists, sign-in and a command against their bare SQL on a throw-away database.
import path from "node:path";
import { setup } from "./setup.mjs";
import { root, run } from "./steps.mjs";

const node = await setup();
process.exitCode = await run(node, [path.join(root, "tools/bench/bench.ts"), ...process.argv.slice(2)]);
