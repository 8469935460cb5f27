import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface Packed {
  plain: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** As small as it gets: done once and sent many times. */
export async function pack(text: string): Promise<Packed> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    zip(plain, { level: 9 }),
  ]);
  return { plain, br, gzip: gz };
}

/** The smallest form that the browser takes. */
export function choose(packed: Packed, accepted = ''): { body: Buffer; encoding: 'br' | 'gzip' | undefined } {
  for (const encoding of ['br', 'gzip'] as const) {
    const body = packed[encoding];
    if (body && takes(accepted, encoding)) return { body, encoding };
  }
  return { body: packed.plain, encoding: undefined };
}

const takes = (accepted: string, encoding: string) =>
  accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    return name === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
