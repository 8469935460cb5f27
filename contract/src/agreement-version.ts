/** The agreement in force. An account that has agreed to an older version only is asked again at the next sign-in. */
export const agreementVersion = '2026-11';
/** The day on which it came into force. */
export const agreementDay = '2026-11-01';
