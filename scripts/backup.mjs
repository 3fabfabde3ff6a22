// npm run backup [-- FILE]: one compressed file with every row, taken while the product runs or stands still.
import path from "node:path";
import { setup } from "./setup.mjs";
import { root, run } from "./steps.mjs";

const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
const [file = `countinghouse-${stamp}.backup`] = process.argv.slice(2);
const command = path.join(root, "apps/server/src/backup-command.ts");
process.exitCode = await run(await setup(), [command, "backup", file]);
