import { runContent } from './content.ts';
import { UnfitContent } from '../parts/content/content-shape.ts';
import { StartProblem } from '../platform/startup-error.ts';

try {
  console.log(await runContent(process.argv.slice(2), process.env));
} catch (error) {
  const told = error instanceof StartProblem || error instanceof UnfitContent;
  console.error(told ? error.message : error);
  process.exitCode = 1;
}
