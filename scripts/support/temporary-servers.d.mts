export declare function startPostgres(
  bin: string,
  folder: string,
): Promise<{ url: string; stop: () => Promise<unknown> }>;
