import { runContent } from './content.ts';
import { UnfitContent } from '../parts/content/content-shape.ts';
import { StartupError } from '../platform/startup-error.ts';

try {
  console.log(await runContent(process.argv.slice(2), process.env));
} catch (error) {
  const told = error instanceof StartupError || error instanceof UnfitContent;
  console.error(told ? error.message : error);
  process.exitCode = 1;
}
