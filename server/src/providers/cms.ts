import { content as limits } from '../platform/service-limits.ts';

/** Content that is kept elsewhere, as JSON, with its pictures beside it. */
export interface Cms {
  content(): Promise<unknown>;
  picture(path: string): Promise<Buffer>;
}

export class CmsError extends Error {}

export function cmsAt(address: string): Cms {
  const home = new URL(address);

  async function read(url: URL, most: number): Promise<Buffer> {
    const signal = AbortSignal.timeout(limits.cmsTimeout);
    // Nobody is followed elsewhere: the operator named this one.
    const answer = await fetch(url, { signal, redirect: 'error', headers: { accept: '*/*' } });
    if (!answer.ok) throw new CmsError(`answered ${answer.status}`);
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of answer.body ?? []) {
      size += piece.length;
      if (size > most) throw new CmsError(`sent more than ${most} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  return {
    async content() {
      const text = (await read(home, limits.maxCmsBytes)).toString('utf8');
      return JSON.parse(text) as unknown;
    },
    async picture(path) {
      const url = URL.canParse(path, home) ? new URL(path, home) : undefined;
      if (url?.origin !== home.origin) throw new CmsError('names a picture that is not its own');
      return read(url, limits.maxPictureBytes);
    },
  };
}
