import { readEmail, readMobile } from '@foyer/contract/rules/account-rules';

/** A person as the identity provider of their company describes them. */
export interface SsoUser {
  /** Unique and permanent within the company; made by `subjectOf`. */
  subject: string;
  /** Only if the provider says that it is verified; a hint for binding, never a proof. */
  email?: string;
  mobile?: string;
}

/** Joins the parts of an identifier unambiguously: different parts never give the same text. */
export const subjectOf = (...parts: string[]) => JSON.stringify(parts);

export const emailIn = (value: unknown) => (typeof value === 'string' ? readEmail(value) : undefined);
export const mobileIn = (value: unknown) => (typeof value === 'string' ? readMobile(value) : undefined);
