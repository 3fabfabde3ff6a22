/** What ends a process in order; see {@link endInOrder}. */
interface Stoppable {
  stop(): Promise<void>;
}

/** How long a stop after a defect may take, in milliseconds: longer than draining, so that only what hangs is cut. */
const stopMs = 30_000;

/**
 * Stops the node before its process ends, once: with code 0 on SIGINT, SIGTERM and SIGHUP, with code 1 on an error that
 * nobody caught. What is in memory cannot be trusted after such an error, so the process must not go on; calls that are
 * under way are still answered, and the embedded database is shut down.
 */
export function endInOrder(node: Stoppable): void {
  let isStopping = false;
  const stop = (code: 0 | 1): void => {
    process.exitCode = Math.max(code, Number(process.exitCode ?? 0));
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), stopMs).unref();
    node.stop().then(
      () => process.exit(),
      (error: unknown) => {
        report(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));
  // A rejected promise that nobody waits for arrives here too: that is Node's default.
  process.on("uncaughtException", (error) => {
    report(error);
    stop(1);
  });
}

const report = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
