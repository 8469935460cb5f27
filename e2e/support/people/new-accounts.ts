let count = 0;

/** A mobile number or e-mail address that is not registered, a new one each time. */
export const newMobile = () => `1397${String(++count).padStart(7, '0')}`;
export const newEmail = () => `someone${++count}@example.com`;
