import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Runs a process with a node that takes a moment to stop, and then what is given. */
function processThat(does: string) {
  const script = `
    import { endInOrder } from ${JSON.stringify(new URL("./process-end.ts", import.meta.url).href)};
    const open = setInterval(() => {}, 1_000);
    const stop = () => new Promise((done) => setTimeout(() => { console.log("stopped"); clearInterval(open); done(); }, 50));
    endInOrder({ stop });
    ${does}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

test("an error that nobody caught is told, and the node is stopped before its process ends", () => {
  for (const does of [
    `setImmediate(() => { throw new Error("a defect"); });`,
    `void Promise.reject(new Error("a defect"));`,
  ]) {
    const { status, stdout, stderr } = processThat(does);
    expect(stderr).toContain("Error: a defect");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "stopped\n" });
  }
});

test("a second error and a signal during the stop neither stop it twice nor make the end a good one", () => {
  const { status, stdout } = processThat(
    `setImmediate(() => { throw new Error("one"); }); setTimeout(() => { process.kill(process.pid, "SIGTERM"); throw new Error("two"); }, 20);`,
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: "stopped\n" });
});

test("a signal ends the process well", () => {
  const { status, stdout } = processThat(`setImmediate(() => process.kill(process.pid, "SIGTERM"));`);
  expect({ status, stdout }).toEqual({ status: 0, stdout: "stopped\n" });
});
