/** A text that people agree to. `{brand}`, `{company}` and `{support}` are filled in by whoever shows it. */
export interface Agreement {
  title: string;
  /** Kept with each consent: a changed text gets a new one. */
  version: string;
  /** The first day it holds, as `2026-11-01`. */
  effective: string;
  sections: readonly AgreementSection[];
}

export interface AgreementSection {
  heading: string;
  paragraphs: readonly string[];
}
