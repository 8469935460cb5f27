import manifest from '../../package.json' with { type: 'json' };

/** Set by the build (`scripts/build.mjs`); empty where it does not know the commit. */
declare const BUILD_COMMIT: string | undefined;

/** The version of the package, and of a build the commit: two builds of one version differ. */
export const version = versionOf(typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : '');

export function versionOf(commit: string): string {
  return commit ? `${manifest.version}+${commit}` : manifest.version;
}
