const maxIdLength = 64;
const loopback = ['localhost', '127.0.0.1', '[::1]'];
const forbiddenSchemes = ['javascript:', 'data:', 'file:', 'blob:', 'about:', 'vbscript:', 'ftp:', 'ws:', 'wss:'];

/** Why an application cannot have this id, or undefined if it can. */
export function clientIdProblem(id: string): string | undefined {
  return /^[a-z\d][a-z\d._-]*$/.test(id) && id.length <= maxIdLength
    ? undefined
    : `${id}: give 1 to ${maxIdLength} lower-case letters, digits, dots, hyphens or underscores, a letter or digit first`;
}

interface RedirectRules {
  /** Only an installed app, which keeps no secret, may be called by a scheme of its own. */
  isPublic: boolean;
}

/** Why a person cannot be sent to this URI, or undefined if they can; says what would be right. */
export function redirectUriProblem(uri: string, { isPublic }: RedirectRules): string | undefined {
  if (uri.includes('*'))
    return `${uri}: name each URI in full, such as https://app.example.com/callback; there are no wildcards`;
  if (/\s|[^\u0021-\u007e]/.test(uri)) return `${uri}: give it without spaces, with other letters escaped`;
  if (!URL.canParse(uri)) {
    const instead = URL.canParse(`https://${uri}`) ? `https://${uri}` : 'https://app.example.com/callback';
    return `${uri}: give a complete URI such as ${instead}`;
  }
  const url = new URL(uri);
  if (url.username || url.password) return `${uri}: give it without a user name and password`;
  if (uri.includes('#')) return `${uri}: give it without a fragment: ${uri.slice(0, uri.indexOf('#'))}`;
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:')
    return loopback.includes(url.hostname)
      ? undefined
      : `${uri}: give ${uri.replace(/^http:/i, 'https:')}; http is allowed for localhost only`;
  if (forbiddenSchemes.includes(url.protocol) || !isPublic)
    return `${uri}: give a URI that starts with https://${isPublic ? ', or with a scheme of your app such as com.example.app:/callback' : ''}`;
  return url.protocol.includes('.')
    ? undefined
    : `${uri}: a scheme of your own begins with a domain of yours, reversed, such as com.example.app:/callback`;
}

/** Why the application cannot be called there, or sent people to, or undefined if it can. */
export const ownUriProblem = (uri: string) => redirectUriProblem(uri, { isPublic: false });

type Jwk = Record<string, unknown>;
const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** The public keys in a file, a key alone or a key set; or the reason why there are none. */
export function readPublicKeys(text: string): { keys: Jwk[] } | { problem: string } {
  const expected = 'give a JSON Web Key Set such as {"keys":[{"kty":"EC","crv":"P-256","x":"…","y":"…","kid":"1"}]}';
  const parsed = parse(text);
  const keys = isRecord(parsed) && Array.isArray(parsed['keys']) ? parsed['keys'] : [parsed];
  if (keys.length === 0 || !keys.every(isKey)) return { problem: `no key is in it: ${expected}` };
  if (keys.some((key) => !['RSA', 'EC', 'OKP'].includes(String(key['kty']))))
    return { problem: `it is not a key of the kind RSA, EC or OKP: ${expected}` };
  if (keys.some((key) => privateParts.some((part) => part in key)))
    return { problem: 'it holds a private key: keep that in the application, and give the public key alone' };
  return { keys };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Jwk => typeof value === 'object' && value !== null && !Array.isArray(value);
const isKey = (value: unknown): value is Jwk => isRecord(value) && 'kty' in value;
