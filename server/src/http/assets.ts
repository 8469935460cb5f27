import { contentHash } from '../platform/sha256.ts';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Packed, choose } from './compression.ts';
import { caching } from '../platform/service-limits.ts';

/** What is not of a kind listed here is not served. */
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

interface Asset extends Packed {
  type: string;
  etag: string;
  cache: string;
}

export type Assets = ReadonlyMap<string, Asset>;

/** All of them, in memory: an address is a key to look up and never a path to open. */
export async function readAssets(folder: string): Promise<Assets> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const there = new Set(paths);
  const read = (path: string) => (there.has(path) ? readFile(path) : undefined);
  const assets = await Promise.all(
    paths.map(async (path): Promise<[string, Asset] | undefined> => {
      const type = types[extname(path)];
      const address = `/${relative(folder, path).split(sep).join('/')}`;
      if (!type || address.includes('/.')) return undefined;
      const [plain, br, gzip] = await Promise.all([readFile(path), read(`${path}.br`), read(`${path}.gz`)]);
      const hashed = address.startsWith('/assets/');
      const age = (hashed ? caching.hashedAssets : caching.otherAssets) / 1000;
      return [
        address,
        {
          plain,
          br,
          gzip,
          type,
          etag: `"${contentHash(plain)}"`,
          cache: `public, max-age=${age}${hashed ? ', immutable' : ''}`,
        },
      ];
    }),
  );
  return new Map(assets.filter((asset) => asset !== undefined));
}

export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  void reply.header('Cache-Control', asset.cache).header('Vary', 'Accept-Encoding').header('ETag', asset.etag);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(asset.etag)) return reply.status(304).send();
  const { body, encoding } = choose(asset, request.headers['accept-encoding']);
  if (encoding) void reply.header('Content-Encoding', encoding);
  return reply.type(asset.type).send(body);
}
