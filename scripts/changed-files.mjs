import { runCommand } from './support/child-processes.mjs';

/** Changes of these reach every test. */
const reachEverything = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'vitest.config.ts'];

/** The files that differ from the main branch, committed or not, and against what they were compared. */
export async function changedFiles() {
  const base = await mergeBase();
  const lines = async (...args) => (await git(...args)).split('\n').filter(Boolean);
  const differing = await lines('diff', '--name-only', '--no-renames', base.commit);
  const untracked = await lines('ls-files', '--others', '--exclude-standard');
  return { comparedWith: base.name, files: [...new Set([...differing, ...untracked])] };
}

/**
 * The test files of a step that the changed files reach. A change in the folder of a flow reaches the tests in folders and
 * files of the flow's name. Any other change in the `folders` that a step tests reaches all of its tests.
 */
export function testsReachedBy(changed, { folders, testFiles }) {
  const reached = new Set();
  for (const file of changed) {
    const isInFolders = folders.some((folder) => file.startsWith(`${folder}/`));
    if (testFiles.includes(file)) reached.add(file);
    else if (reachEverything.includes(file)) return testFiles;
    else if (isInFolders && !/\.(test|spec)\.\w+$|\.md$/.test(file)) {
      const ofFlow = testFiles.filter((test) => isOfFlow(test, flowOf(file)));
      if (!ofFlow.length) return testFiles;
      for (const test of ofFlow) reached.add(test);
    }
  }
  return testFiles.filter((file) => reached.has(file));
}

/** The flow of `web/src/flows/qr-login/qr-login.machine.ts` or of `contract/src/flows/qr-login.ts`: `qr-login`. */
const flowOf = (file) => /\/flows\/([^/.]+)[/.]/.exec(file)?.[1];

const isOfFlow = (test, flow) => test.split(/[/.]/).includes(flow);

async function mergeBase() {
  for (const branch of ['origin/main', 'main']) {
    const commit = await git('merge-base', 'HEAD', branch).catch(() => undefined);
    if (commit) return { commit: commit.trim(), name: `${branch} (${commit.slice(0, 8)})` };
  }
  return { commit: 'HEAD', name: 'the last commit' };
}

async function git(...args) {
  const { code, output } = await runCommand(['git', ...args]);
  if (code !== 0) throw new Error(`git ${args[0]} failed:\n${output}`);
  return output;
}
