/**
 * Has work done, and answers how long its turns kept everybody else waiting, the longest first: milliseconds of this thread
 * alone, so that what other processes take of a busy machine is not counted.
 */
export async function turnsOf(work: () => Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  let before = process.threadCpuUsage();
  let isOver = false;
  const watch = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    turns.push((user + system) / 1_000);
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  // The turn that the work ended in has to end before it is known.
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return turns.toSorted((a, b) => b - a);
}
