// npm start: installs and builds what is missing, then runs the product on Node 24 with the flags given.
import { spawn } from "node:child_process";
import path from "node:path";
import { nodeFlags } from "./node-flags.mjs";
import { buildConsole, setup } from "./setup.mjs";
import { environment, root, stop } from "./steps.mjs";

const node = await setup();
await buildConsole();
process.chdir(root);

const args = process.argv.slice(2);
const main = [...nodeFlags(args), path.join(root, "apps", "server", "src", "main.ts"), ...args];
const following = ["--import", new URL("./follow-parent.mjs", import.meta.url).href];
const startedByNpm = process.env.npm_lifecycle_event !== undefined;
// What was compiled is kept: the next start is most of a second faster.
const env = environment({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, ".cache", "node") });

if (typeof process.execve === "function") {
  // The product takes this process over: no wrapper that costs memory and stands between it and its signals.
  process.removeAllListeners("warning");
  process.execve(node, [node, ...(startedByNpm ? following : []), ...main], env);
}

// A group of its own, so that Ctrl-C reaches it once, through us, and not a second time from the terminal.
const child = spawn(node, [...following, ...main], { env, stdio: "inherit", detached: true });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
if (startedByNpm) await import("./follow-parent.mjs");
child.once("error", (error) => stop(`The product could not be started: ${error.message}`));
child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
