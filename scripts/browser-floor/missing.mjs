import { aboveFloorInSelector } from './styles.mjs';
import { lackedBy, namesBelow } from './floor.mjs';

/** Every interface, and every member of one, that a browser of the floor lacks, as paths of the data. */
export const missingInterfaces = ['api', 'javascript/builtins', 'javascript/builtins/Intl'].flatMap((group) =>
  namesBelow(group)
    .flatMap((owner) => [
      ...namesBelow(`${group}/${owner}`).map((name) => `${group}/${owner}/${name}`),
      `${group}/${owner}`,
    ])
    .filter((path) => !/_event$|_parameter|[^\w/$]/.test(path) && lackedBy(path)?.length),
);

/** The names of pseudo-classes and -elements with which a selector throws there. */
export const missingSelectors = namesBelow('css/selectors').filter((name) => aboveFloorInSelector(`:${name}`).length);
