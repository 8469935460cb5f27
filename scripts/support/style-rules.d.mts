export declare function styleProblems(css: string): string[];
export declare function markupProblems(source: string): string[];
export declare function declaredIn(text: string): string[];
export declare function usedIn(text: string): string[];
