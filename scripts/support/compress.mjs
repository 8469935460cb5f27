import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const textFile = /\.(js|mjs|css|html|svg|json|txt|xml|webmanifest)$/;

export const brotli = (content) =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });

/** Writes a `.br` and a `.gz` beside every text file, so that the service never compresses a file per request. */
export async function compressAssets(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && textFile.test(entry.name) && !entry.parentPath.endsWith('.vite'),
  );
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(file) {
  const content = await readFile(file);
  await writeFile(`${file}.br`, await brotli(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}
