import { earlyRequests } from '../early.ts';
import { browserAttributes } from './browser-attributes.ts';
import { sha256 } from './sha256.ts';

let cached: Promise<string> | undefined;

/**
 * A hash of browser attributes, computed once per page: a hint for the service's rate limits, never a proof. The script in
 * the document may have computed it. A failure is not kept: on plain http the hash needs a chunk.
 */
export const fingerprint = () =>
  (cached ??= (earlyRequests()?.fingerprint ?? sha256(browserAttributes())).catch((error: unknown) => {
    cached = undefined;
    throw error;
  }));
