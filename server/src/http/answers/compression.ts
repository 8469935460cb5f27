import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface CompressedBody {
  plain: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Uses the best compression: it is done once and sent many times. */
export const compress = (content: string | Buffer) => compressWith(content, { brotliQuality: 11, gzipLevel: 9 });

/** For a body that is sent once, where the best compression would take longer than it saves. */
export const compressOnce = (content: string | Buffer) => compressWith(content, { brotliQuality: 5, gzipLevel: 6 });

async function compressWith(
  content: string | Buffer,
  { brotliQuality, gzipLevel }: { brotliQuality: number; gzipLevel: number },
): Promise<CompressedBody> {
  const plain = Buffer.from(content);
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    zip(plain, { level: gzipLevel }),
  ]);
  return { plain, br, gzip: gz };
}

/** The smallest encoding that the browser accepts. */
export function chooseEncoding(
  content: CompressedBody,
  accepted = '',
): { body: Buffer; encoding: 'br' | 'gzip' | undefined } {
  for (const encoding of ['br', 'gzip'] as const) {
    const body = content[encoding];
    if (body && accepts(accepted, encoding)) return { body, encoding };
  }
  return { body: content.plain, encoding: undefined };
}

const accepts = (accepted: string, encoding: string) =>
  accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    return name === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
