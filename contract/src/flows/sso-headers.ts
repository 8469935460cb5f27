import * as v from 'valibot';

export const accessCodeHeader = 'X-Tsign-Open-Access-Code';
export const tokenWayHeader = 'X-Tsign-Token-Way';
export const tokenHeader = 'X-Tsign-Token';

/**
 * The company's sign-in goes on where cookies are off: what they would carry stays in the page's memory. The first answer
 * on the way back gives the token, and a later answer may give another in its place.
 */
export const tokenHeaders = {
  [tokenWayHeader]: { meaning: '`header` where cookies are off', always: false },
  [tokenHeader]: { meaning: 'The latest token that an answer gave, where cookies are off', always: false },
};

export const ssoHeaders = {
  [accessCodeHeader]: { meaning: 'The access code from the address', always: true },
  ...tokenHeaders,
};

/** Given only to a browser without cookies. */
export const token = v.optional(v.string());
