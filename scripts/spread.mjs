// npm run spread: puts the tables of a database that was made without Citus onto the nodes of its cluster.
import path from "node:path";
import { setup } from "./setup.mjs";
import { root, run } from "./steps.mjs";

const command = path.join(root, "apps/server/src/spread-command.ts");
process.exitCode = await run(await setup(), [command, ...process.argv.slice(2)]);
