export declare const missingInterfaces: string[];
export declare const missingSelectors: string[];
