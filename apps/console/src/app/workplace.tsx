/** Placeholder to be replaced while the shell is written. */
export const Workplace = () => <p>shell</p>;
