/** How long the id of an account may be: `sub` of OpenID Connect. */
export const longestAccountId = 255;

/** The id of an account: one of ours, or one that a person has brought from another provider. */
export const accountIdForm = /^[\w.~:|-]+$/;
