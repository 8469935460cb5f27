import { hours } from '@foyer/contract/time';
import type { BrandFile } from '../../config/brand-config.ts';
import { contentHash } from '../../platform/sha256.ts';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CompressedBody, chooseEncoding, compress } from './compression.ts';

export const caching = { hashedAssets: hours(24 * 365), otherAssets: hours(1) } as const;

/** Files of other types are not served. */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

interface Asset extends CompressedBody {
  type: string;
  etag: string;
  cache: string;
  /** A Content-Security-Policy of its own. */
  policy?: string;
}

export type Assets = ReadonlyMap<string, Asset>;

/** The folder of the files with a hash in their name. */
export const assetsPath = '/assets/';

const hashedCache = `public, max-age=${caching.hashedAssets / 1000}, immutable`;

/** Scripts do not run in an <img>. Opened by itself, the picture of an operator has neither scripts nor our origin. */
export const brandPolicy = "default-src 'none'; sandbox";

export async function brandAssets(files: readonly BrandFile[]): Promise<Assets> {
  const assets = files.map(async ({ path, content }): Promise<[string, Asset]> => {
    const type = types[extname(path)]!;
    const body = await compress(content);
    return [path, { ...body, type, etag: `"${contentHash(content)}"`, cache: hashedCache, policy: brandPolicy }];
  });
  return new Map(await Promise.all(assets));
}

/** Reads all files into memory: a URL path is looked up in a map and never opened as a file. */
export async function readAssets(folder: string): Promise<Assets> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const existing = new Set(paths);
  const read = (path: string) => (existing.has(path) ? readFile(path) : undefined);
  const assets = new Map<string, Asset>();
  // One after the other: all at once they need more open files than a process may have by default on some systems.
  for (const path of paths) {
    const type = types[extname(path)];
    const urlPath = `/${relative(folder, path).split(sep).join('/')}`;
    if (!type || urlPath.includes('/.')) continue;
    const [plain, br, gzip] = await Promise.all([readFile(path), read(`${path}.br`), read(`${path}.gz`)]);
    const cache = urlPath.startsWith(assetsPath) ? hashedCache : `public, max-age=${caching.otherAssets / 1000}`;
    assets.set(urlPath, { plain, br, gzip, type, etag: `"${contentHash(plain)}"`, cache });
  }
  return assets;
}

export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  void reply.header('Cache-Control', asset.cache).header('Vary', 'Accept-Encoding').header('ETag', asset.etag);
  if (asset.policy) void reply.header('Content-Security-Policy', asset.policy);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(asset.etag)) return reply.status(304).send();
  const { body, encoding } = chooseEncoding(asset, request.headers['accept-encoding']);
  if (encoding) void reply.header('Content-Encoding', encoding);
  return reply.type(asset.type).send(body);
}
