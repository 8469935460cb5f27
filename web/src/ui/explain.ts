import { type ReactNode, createContext } from 'react';

/** What the page can add to a sentence about a problem: nothing, unless somebody knows more. */
export const ExplainContext = createContext<(words: string) => ReactNode>(() => null);
