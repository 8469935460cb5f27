import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

let prepared: Promise<unknown> | undefined;

/** The content of the one QR code of a picture, as the camera of a phone reads it. */
export async function readQrCode(png: Uint8Array): Promise<string | undefined> {
  await (prepared ??= prepare());
  const [code] = await readBarcodes(png, { formats: ['QRCode'] });
  return code?.text;
}

/** By default the library loads its program from another site. */
async function prepare() {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  return prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer }, fireImmediately: true });
}
