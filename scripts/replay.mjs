// npm run replay -- FILE.csv: sends the rows of a file as orders through the open API.
import path from "node:path";
import { setup } from "./setup.mjs";
import { root, run } from "./steps.mjs";

const node = await setup();
process.exitCode = await run(node, [path.join(root, "tools/replay/main.ts"), ...process.argv.slice(2)]);
