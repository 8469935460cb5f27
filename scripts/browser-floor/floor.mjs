import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import data from '@mdn/browser-compat-data/forLegacyNode';
import { root } from '../support/root.mjs';

/** The oldest browsers in which the page works: their names in that data, and their versions. */
export const floor = Object.entries(JSON.parse(readFileSync(join(root, 'web/browser-floor.json'), 'utf8')));

/** The browsers of the floor that lack a feature, such as `api.URL.canParse_static`; undefined if there are no data about it. */
export function lackedBy(path) {
  const { __compat: feature } = featureAt(path) ?? {};
  if (!feature) return undefined;
  const { support } = feature;
  return floor
    .filter(([browser, version]) => !isSupported(support[browser], Number(version)))
    .map(([browser]) => browser);
}

/** The names below a path of the data. */
export const namesBelow = (path) => Object.keys(featureAt(path) ?? {}).filter((name) => name !== '__compat');

const featureAt = (path) => path.split('/').reduce((feature, name) => feature?.[name], data);

/** Under its standard name and without a flag. */
function isSupported(support, version) {
  return [support ?? []]
    .flat()
    .some(
      ({ version_added: added, version_removed: removed, prefix, alternative_name: otherName, flags }) =>
        typeof added === 'string' &&
        added !== 'preview' &&
        !prefix &&
        !otherName &&
        !flags &&
        numberIn(added) <= version &&
        !(removed && numberIn(removed) <= version),
    );
}

const numberIn = (version) => Number.parseFloat(version.replace('≤', ''));
