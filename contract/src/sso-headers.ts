export const accessCodeHeader = 'X-Tsign-Open-Access-Code';
export const tokenWayHeader = 'X-Tsign-Token-Way';
export const tokenHeader = 'X-Tsign-Token';

/** The company's sign-in goes on where cookies are off: what they would carry stays in the page's memory. */
export const ssoHeaders = {
  [accessCodeHeader]: { meaning: 'The access code from the address', always: true },
  [tokenWayHeader]: { meaning: '`header` where cookies are off', always: false },
  [tokenHeader]: { meaning: 'The token of the first answer, where cookies are off', always: false },
};
