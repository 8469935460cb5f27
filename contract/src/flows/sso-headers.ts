import * as v from 'valibot';

export const accessCodeHeader = 'X-Tsign-Open-Access-Code';
/** Whether a header can carry this text. An access code is opaque: another back end may use any such text. */
export const fitsHeader = (text: string) => /^[\x20-\x7e\x80-\xff]+$/.test(text);
export const tokenWayHeader = 'X-Tsign-Token-Way';
export const tokenHeader = 'X-Tsign-Token';

/**
 * SSO works without cookies: the page keeps in memory what the cookies would hold. The first response after the return
 * contains the token, and a later response may replace it.
 */
export const tokenHeaders = {
  [tokenWayHeader]: { description: '`header` where cookies are disabled', required: false },
  [tokenHeader]: { description: 'The latest token of a response, where cookies are disabled', required: false },
};

export const ssoHeaders = {
  [accessCodeHeader]: { description: 'The access code of the return URL', required: true },
  ...tokenHeaders,
};

/** Present only for a browser without cookies. */
export const token = v.optional(v.string());
