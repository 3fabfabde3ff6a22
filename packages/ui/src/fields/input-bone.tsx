import "./fields.css";

/** Placeholder of an input until it is drawn. */
export const InputBone = () => <span className="ch-input-bone" />;
