export declare function findChromium(): string | undefined;
export declare function findProgram(...names: string[]): string | undefined;
