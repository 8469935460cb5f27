import { StartupError } from '../platform/startup-error.ts';

/** The problems with the environment variables, one line each. */
export class ConfigError extends StartupError {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}
