export declare function findOrInstall<Name extends string>(names: Name[]): Promise<Record<Name, string | undefined>>;
export declare function findAll<Name extends string>(names: Name[]): Promise<Record<Name, string | undefined>>;
export declare function adviceFor(name: string): string;
