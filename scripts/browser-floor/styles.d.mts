export declare function withoutNewerStyles(css: string): string;
