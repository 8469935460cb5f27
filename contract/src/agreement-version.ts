/** The agreement in force. An account that has agreed to an older version only is asked again at the next sign-in. */
export const agreementVersion = '2026-11';
