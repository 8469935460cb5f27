/** What the inlined `watch-start.ts` offers; a policy without its hash blocks it. */
declare global {
  interface Window {
    /** The page does not work: shows the text of <noscript>, which says what to do. */
    showProblem?: () => void;
    /** The page works. */
    hideProblem?: () => void;
    /** Why a file of the page did not load or run, the last time. */
    loadError?: unknown;
  }
}

export const showProblem = () => window.showProblem?.();
export const hideProblem = () => window.hideProblem?.();
export const isLoadError = (error: unknown) => error === window.loadError;
