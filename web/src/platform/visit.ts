import { createContext, useContext } from 'react';
import type { Api } from '@foyer/contract/caller';
import type { Language } from '@foyer/contract/language';
import type { PageConfig, PageVariant } from '@foyer/contract/page-config';
import type { PageParams } from '@foyer/contract/page-params';

/** What is known of this visit of a page. `params` is empty while the service renders: use it in effects and handlers. */
export interface Visit {
  config: PageConfig;
  variant: PageVariant;
  params: PageParams;
  api: Api;
  language: Language;
  /** Fails if its words do not come, and the language stays as it is. */
  setLanguage(language: Language): Promise<void>;
  /** Brings the words of what lies behind the first page. */
  moreTexts(): Promise<void>;
}

export const VisitContext = createContext<Visit | undefined>(undefined);

export function useVisit(): Visit {
  const visit = useContext(VisitContext);
  if (!visit) throw new Error('useVisit is called outside <App>');
  return visit;
}
