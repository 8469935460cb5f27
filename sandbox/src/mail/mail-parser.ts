export interface ParsedMail {
  subject: string;
  language: string | undefined;
  text: string;
  html: string | undefined;
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

/** Takes the first plain text part and the first HTML part. */
export function parseMail(raw: string): ParsedMail {
  const message = split(raw);
  const parts = flatten(message);
  const ofType = (type: string) =>
    parts.find(({ headers }) => (headers.get('content-type') ?? 'text/plain').startsWith(type));
  const [text, html] = [ofType('text/plain'), ofType('text/html')];
  return {
    subject: decodeHeader(message.headers.get('subject') ?? ''),
    language: message.headers.get('content-language'),
    text: text ? decodeBody(text).trim() : '',
    html: html && decodeBody(html),
  };
}

function split(raw: string): Part {
  const [head = '', ...rest] = raw.replace(/\r\n/g, '\n').split('\n\n');
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { headers, body: rest.join('\n\n') };
}

function flatten(part: Part): Part[] {
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(part.headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [part];
  return `\n${part.body}`
    .split(`\n--${boundary}`)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => flatten(split(piece.replace(/^\n/, ''))));
}

function decodeBody({ headers, body }: Part): string {
  switch ((headers.get('content-transfer-encoding') ?? '').toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString();
    case 'quoted-printable':
      return decodeQuotedPrintable(body.replace(/=\n/g, ''));
    default:
      return Buffer.from(body, 'latin1').toString();
  }
}

/** Decodes `=?UTF-8?B?…?=` (RFC 2047). White space between two encoded words is not part of the text. */
const decodeHeader = (text: string) =>
  text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    );

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
