export declare function startPostgres(
  bin: string,
  folder: string,
): Promise<{ url: string; stop: () => Promise<unknown> }>;
export declare function startPgBouncer(
  program: string,
  folder: string,
  databaseUrl: string,
): Promise<{ url: string; stop: () => Promise<unknown> }>;
