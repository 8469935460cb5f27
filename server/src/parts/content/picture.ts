import { maxPictureBytes } from '../../providers/cms.ts';
import { contentHash } from '../../platform/sha256.ts';

export interface Picture {
  /** Hash and file extension: a changed picture has another name, so browsers may cache it forever. */
  name: string;
  type: string;
  bytes: Buffer;
}

export class InvalidPicture extends Error {}

const startsWith = (bytes: Buffer, start: number[]) => bytes.subarray(0, start.length).equals(Buffer.from(start));

const formats = [
  { extension: 'png', type: 'image/png', is: (bytes: Buffer) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) },
  { extension: 'jpg', type: 'image/jpeg', is: (bytes: Buffer) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  {
    extension: 'webp',
    type: 'image/webp',
    is: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
  {
    extension: 'svg',
    type: 'image/svg+xml',
    is: (bytes: Buffer) => /^<svg[\s>]/.test(svgOf(bytes)),
  },
];

/**
 * XML declaration (in UTF-8, the encoding that we read) and comments at the start. They are not removed further inside:
 * text that looks like a comment there may hide an element.
 */
const prologue =
  /^\s*(<\?xml\s+version=["']1\.\d["'](\s+encoding=["']utf-8["'])?(\s+standalone=["']\w+["'])?\s*\?>\s*)?(<!--((?!--)[^])*-->\s*)*/i;

const svgOf = (bytes: Buffer) => bytes.toString('utf8').replace(prologue, '');

/** Elements and attributes that run script, link, or load from elsewhere. */
const active =
  /<\s*(script|foreignObject|iframe|use|image|a|animate|set)\b|<!|\son\w+\s*=|href\s*=|url\(\s*['"]?(?!#)|@import/i;

/** Recognizes the format by the bytes, not by the file name. */
export function readPicture(bytes: Buffer): Picture {
  if (bytes.length > maxPictureBytes)
    throw new InvalidPicture(`is larger than ${maxPictureBytes / 1024} KB: make it smaller`);
  const format = formats.find(({ is }) => is(bytes));
  if (!format) throw new InvalidPicture('is no picture: give PNG, JPEG, WebP, or SVG in UTF-8');
  if (format.extension === 'svg' && active.test(svgOf(bytes)))
    throw new InvalidPicture('is a drawing with script, links or parts from elsewhere: give one without');
  return { name: `${contentHash(bytes)}.${format.extension}`, type: format.type, bytes };
}
