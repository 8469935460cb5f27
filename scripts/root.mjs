import { fileURLToPath } from 'node:url';

/** The repository, wherever it was started from. */
export const root = fileURLToPath(new URL('..', import.meta.url));
