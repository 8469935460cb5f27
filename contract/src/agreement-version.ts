/** The agreement in force. Who has agreed to another one only is asked again at the next sign-in. */
export const agreementVersion = '2026-11';
