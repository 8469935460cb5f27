/** A test in a row of docs/oidc-conformance.md: its file, and the beginning or part of its title. */
const fileAndTitle = /`(?:[\w/-]+\/)?([\w-]+\.(?:test|spec)\.ts)`(?:, ([^|;:`]+))?/g;

/**
 * The tests that the list names and that do not exist.
 *
 * @param {string} markdown
 * @param {(file: string) => string | undefined} read The text of a test file, by its name
 * @returns {string[]}
 */
export function missingTests(markdown, read) {
  const ticked = read('conformance.test.ts') ?? '';
  // A title that names several cases leaves out how the later ones begin: "oidcc-scope-profile, -email".
  const isNamed = (/** @type {string} */ name) =>
    ticked.includes(name) ||
    [...name.matchAll(/-/g)].some(({ index }) =>
      [' ', "'"].some((before) => ticked.includes(before + name.slice(index))),
    );
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| case'))
    .flatMap((line) => {
      const [, cases = '', tests = ''] = line.split('|');
      const unticked = tests.trim().startsWith('✓')
        ? [...cases.matchAll(/`([\w-]+)`/g)].map(([, name]) => name).filter((name) => !isNamed(name))
        : [];
      const unknown = [...tests.matchAll(fileAndTitle)].filter(([, file, title]) => {
        const text = read(file);
        return text === undefined || (title !== undefined && !text.includes(title.trim()));
      });
      return [...unticked, ...unknown.map(([named]) => named.trim())];
    });
}
