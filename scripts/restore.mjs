// npm run restore -- FILE: loads a backup into an empty data directory or database, and checks what came in.
import path from "node:path";
import { setup } from "./setup.mjs";
import { root, run } from "./steps.mjs";

const command = path.join(root, "apps/server/src/backup-command.ts");
process.exitCode = await run(await setup(), [command, "restore", ...process.argv.slice(2)]);
