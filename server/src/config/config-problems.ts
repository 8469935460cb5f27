import { StartProblem } from '../platform/startup-error.ts';

/** What is wrong with the environment variables, one line each. */
export class ConfigProblems extends StartProblem {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}
