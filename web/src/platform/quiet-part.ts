import { type ComponentType, lazy } from 'react';
import { whenQuiet } from './when-quiet.ts';

const quiet = () => new Promise<void>((resolve) => whenQuiet(resolve));

/** A part of the page that is painted with the document and comes alive once the page is quiet. */
export const quietPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    if (typeof document !== 'undefined') await quiet();
    return { default: await load() };
  });
