import { join } from 'node:path';
import { aboveFloorInFiles, problemsOf } from './browser-floor/check.mjs';
import { floor } from './browser-floor/floor.mjs';
import { root } from './support/root.mjs';

/* Whether the built files work in the oldest browsers of `web/browser-floor.json`. */
const problems = problemsOf(aboveFloorInFiles(join(root, 'dist/web')));
for (const problem of problems) console.log(problem);
if (problems.length) {
  console.log(`The page has to work in ${floor.map((browser) => browser.join(' ')).join(', ')}.`);
  console.log('Avoid what is missing there, or name in scripts/browser-floor/allowed.mjs how the page does without.');
  process.exit(1);
}
