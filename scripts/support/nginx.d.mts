export declare function startNginx(program: string, folder: string, http: string): Promise<() => Promise<unknown>>;
export declare function makeCertificate(folder: string): Promise<unknown>;
