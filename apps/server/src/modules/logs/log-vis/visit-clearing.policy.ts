/** How long a clearing of the visit log can be approved, in ms. */
export const approvableMs = 86_400_000;
