import "./fields.css";

/** Holds the place of an input until that is drawn. */
export const InputBone = () => <span className="ch-input-bone" />;
