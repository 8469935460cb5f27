export interface PostgresOptions {
  durable?: boolean;
  settings?: Record<string, string | number>;
  onOutput?: (chunk: string) => void;
  standbyOf?: string;
}
type Stop = (signal?: NodeJS.Signals) => Promise<unknown>;

export declare function withTemporaryServers<Result>(
  programs: { postgres: string; redis: string },
  work: (urls: { TEST_DATABASE_URL: string; TEST_REDIS_URL: string }) => Promise<Result>,
  postgresOptions?: PostgresOptions,
): Promise<Result>;
export declare function startPostgres(
  bin: string,
  folder: string,
  options?: PostgresOptions,
): Promise<{
  url: string;
  stop: () => Promise<unknown>;
  signal: (name: NodeJS.Signals) => Promise<void>;
  kill: () => Promise<void>;
  restart: () => Promise<void>;
}>;
export declare function startRedis(
  program: string,
  folder: string,
  givenPort?: string,
): Promise<{ url: string; stop: Stop }>;
export declare function startPgBouncer(
  program: string,
  folder: string,
  databaseUrl: string,
): Promise<{ url: string; stop: Stop }>;
