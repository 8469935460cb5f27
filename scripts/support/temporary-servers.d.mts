export declare function withTemporaryServers<Result>(
  programs: { postgres: string; redis: string },
  work: (urls: { TEST_DATABASE_URL: string; TEST_REDIS_URL: string }) => Promise<Result>,
  postgresOptions?: object,
): Promise<Result>;
export declare function startPostgres(
  bin: string,
  folder: string,
): Promise<{ url: string; stop: () => Promise<unknown> }>;
export declare function startPgBouncer(
  program: string,
  folder: string,
  databaseUrl: string,
): Promise<{ url: string; stop: () => Promise<unknown> }>;
