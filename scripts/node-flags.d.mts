/** Flags of Node for the product with these arguments. */
export function nodeFlags(args: readonly string[]): readonly string[];
