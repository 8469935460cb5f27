import { createHash } from 'node:crypto';
import { content } from '../../platform/service-limits.ts';

export interface Picture {
  /** Its hash, and what it is: another picture has another name, so it may be kept for ever. */
  name: string;
  type: string;
  bytes: Buffer;
}

export class NotAPicture extends Error {}

const startsWith = (bytes: Buffer, start: number[]) => bytes.subarray(0, start.length).equals(Buffer.from(start));

const kinds = [
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
    is: (bytes: Buffer) => /^<svg[\s>]/.test(drawingOf(bytes)),
  },
];

/**
 * What may come first: that it is XML, in the encoding that we read it in, and comments. Further in, what looks like a
 * comment may be none, and hide something.
 */
const prologue =
  /^\s*(<\?xml\s+version=["']1\.\d["'](\s+encoding=["']utf-8["'])?(\s+standalone=["']\w+["'])?\s*\?>\s*)?(<!--((?!--)[^])*-->\s*)*/i;

const drawingOf = (bytes: Buffer) => bytes.toString('utf8').replace(prologue, '');

/** A drawing that does something, or asks somebody else for something, is more than a picture. */
const active =
  /<\s*(script|foreignObject|iframe|use|image|a|animate|set)\b|<!|\son\w+\s*=|href\s*=|url\(\s*['"]?(?!#)|@import/i;

/** What the bytes are, whatever they were called. */
export function readPicture(bytes: Buffer): Picture {
  if (bytes.length > content.maxPictureBytes)
    throw new NotAPicture(`is larger than ${content.maxPictureBytes / 1024} KB: make it smaller`);
  const kind = kinds.find(({ is }) => is(bytes));
  if (!kind) throw new NotAPicture('is no picture: give PNG, JPEG, WebP, or SVG in UTF-8');
  if (kind.extension === 'svg' && active.test(drawingOf(bytes)))
    throw new NotAPicture('is a drawing with script, links or parts from elsewhere: give one without');
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { name: `${hash}.${kind.extension}`, type: kind.type, bytes };
}
