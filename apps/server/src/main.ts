import { readConfig } from "./platform/config/config.ts";
import { ConfigError } from "./platform/config/config-error.ts";
import { EmbeddedError } from "./platform/db/embedded-error.ts";
import { SetupError } from "./platform/db/setup-error.ts";
import { endInOrder } from "./process-end.ts";
import { startNode } from "./start-node.ts";

const nodeMajorMin = 24;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A refusal is one sentence; anything else is a defect and shows where it happened. */
function fail(error: unknown): never {
  const isRefusal = error instanceof ConfigError || error instanceof SetupError || error instanceof EmbeddedError;
  process.stderr.write(`${isRefusal ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  fail(
    new ConfigError(
      `This runs on Node ${process.versions.node}, but needs ${nodeMajorMin} or newer: start it with npm start.`,
    ),
  );
}

try {
  const node = await startNode(readConfig(process.env, process.argv.slice(2)), say);
  endInOrder(node);
  say(node.address ? `ready ${node.address}` : "ready worker");
} catch (error) {
  fail(error);
}
