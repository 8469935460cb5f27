import type { Language } from '../language.ts';

/** A text that people agree to, with the slots `{brand}`, `{company}` and `{support}`. */
export interface Agreement {
  title: string;
  /** Stored with each acceptance: a changed text gets a new version. */
  version: string;
  /** The first day it is in force, as `2026-11-01`. */
  effective: string;
  sections: readonly AgreementSection[];
}

export interface AgreementSection {
  heading: string;
  paragraphs: readonly string[];
}

const load = {
  service: async (language: Language): Promise<Agreement> =>
    (await import(`./${language}/service-agreement.ts`)).serviceAgreement,
  privacy: async (language: Language): Promise<Agreement> =>
    (await import(`./${language}/privacy-policy.ts`)).privacyPolicy,
};

export type AgreementKind = keyof typeof load;
export const loadAgreement = (kind: AgreementKind, language: Language) => load[kind](language);
