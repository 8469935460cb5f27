import { seconds } from '@foyer/contract/time';
import type { Fetch } from './http/upstreams.ts';

const timeout = seconds(2);
const maxFileBytes = 1024 * 1024;
export const maxPictureBytes = 512 * 1024;

/** An external content management system: a JSON file and its pictures. */
export interface Cms {
  content(): Promise<unknown>;
  picture(path: string): Promise<Buffer>;
}

export class CmsError extends Error {}

export function createCms(cmsUrl: string, request: Fetch = fetch): Cms {
  const base = new URL(cmsUrl);

  async function read(url: URL, maxBytes: number): Promise<Buffer> {
    const signal = AbortSignal.timeout(timeout);
    // Redirects are not followed: the operator has named this URL.
    const response = await request(url, { signal, redirect: 'error', headers: { accept: '*/*' } });
    if (!response.ok) throw new CmsError(`answered ${response.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) throw new CmsError(`sent more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  return {
    async content() {
      const text = (await read(base, maxFileBytes)).toString('utf8');
      return JSON.parse(text) as unknown;
    },
    async picture(path) {
      const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
      if (url?.origin !== base.origin) throw new CmsError('names a picture that is not its own');
      return read(url, maxPictureBytes);
    },
  };
}
