/** How long a second person has to approve that the visit log is cleared, in ms. */
export const approvableMs = 86_400_000;
