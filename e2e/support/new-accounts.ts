let met = 0;

/** Someone without an account, another one each time: the number or the address that they will register. */
export const newMobile = () => `1397${String(++met).padStart(7, '0')}`;
export const newEmail = () => `someone${++met}@example.com`;
