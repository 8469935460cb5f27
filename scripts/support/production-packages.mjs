/**
 * The npm packages that the service imports when it runs, as paths of package-lock.json: what the workspace `server` depends
 * on, and so on. Packages that only contain types are left out.
 */
export function productionPackages({ packages }) {
  const found = new Set();

  function add(path) {
    const { link, resolved } = packages[path];
    const target = link ? resolved : path;
    if (found.has(target) || path.startsWith('node_modules/@types/')) return;
    found.add(target);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[target];
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const dependency = locate(target, name);
      if (dependency) add(dependency);
      else if (!optionalDependencies?.[name]) throw new Error(`${target} needs ${name}, which is not in the lock file`);
    }
  }

  /** Where Node.js finds a package that a module in `from` imports. */
  function locate(from, name) {
    const folders = from.split('/');
    for (let depth = folders.length; depth >= 0; depth -= 1) {
      const path = [...folders.slice(0, depth), 'node_modules', name].join('/');
      if (packages[path]) return path;
    }
    return undefined;
  }

  add('server');
  return [...found].filter((path) => path.startsWith('node_modules/'));
}
