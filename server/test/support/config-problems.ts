import { ConfigError } from '../../src/config/config-problems.ts';
import { readConfig } from '../../src/config/read-config.ts';

/** The problems that stop the start with these environment variables. */
export function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
}
