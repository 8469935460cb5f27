export declare function aboveFloorInFiles(folder: string): Map<string, { file: string; text: string }[]>;
