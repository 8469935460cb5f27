import { seconds } from '@foyer/contract/time';
import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';

/** Password hashes of other systems. One that takes more than about half a second of a core is not imported. */
export const importedHashes = {
  bcryptCost: 13,
  argon2MemoryKiB: 131_072,
  /** Memory in KiB times passes. */
  argon2Work: 524_288,
  /** N times r times p; a KiB of memory is eight of them. */
  scryptWork: 1_048_576,
  /** Iterations times the blocks of the digest; twice as many with SHA-512, which takes twice as long. */
  pbkdf2Work: 2_000_000,
  /** They are slower than ours: with this many in the queue, or a longer wait ahead, further ones are refused as busy. */
  maxQueued: 20,
  longestWait: seconds(3),
} as const;

const derivePbkdf2 = promisify(pbkdf2);

/** A password hash of another system: of the password itself, while ours are of its SHA-256. */
export interface ImportedHash {
  /** bcrypt as it came, everything else as a PHC string. */
  hash: string;
  /** A hash with the same parameters and without the secret: comparing with it takes as long. */
  dummy: string;
}

/** Reads a hash in one of the supported encodings; the problem says what is wrong with it. */
export function readImportedHash(text: string): ImportedHash | { problem: string } {
  const hash = toPhc(text);
  const parsed = hash === undefined ? undefined : parse(hash);
  if (hash === undefined || !parsed) return { problem: 'has an unknown format' };
  const problem = problemOf(parsed);
  return problem ? { problem } : { hash, dummy: dummyOf(hash, parsed) };
}

/**
 * Whether the password is the one that was hashed. Throws if the format is unknown. The cost is not checked here: the import
 * has checked it.
 */
export async function matchesImportedHash(stored: string, password: string): Promise<boolean> {
  const parsed = parse(stored);
  switch (parsed?.is) {
    case 'bcrypt':
      return verifyBcrypt(password, stored);
    case 'argon2':
      return verifyArgon2(stored, password);
    case 'scrypt': {
      const { cost, blockSize: r, parallelism: p, salt, digest } = parsed;
      const options = { N: cost, r, p, maxmem: 256 * cost * r + 256 * r * p + 1024 * 1024 };
      return timingSafeEqual(await deriveScrypt(password, salt, digest.length, options), digest);
    }
    case 'pbkdf2': {
      const { algorithm, iterations, salt, digest } = parsed;
      return timingSafeEqual(await derivePbkdf2(password, salt, iterations, digest.length, algorithm), digest);
    }
    case undefined:
      throw new Error('The imported hash cannot be read');
  }
}

const deriveScrypt = (password: string, salt: Buffer, length: number, options: Parameters<typeof scrypt>[3]) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, length, options, (error, derived) => (error ? reject(error) : resolve(derived)));
  });

type Secret = { salt: Buffer; digest: Buffer };
type Parsed =
  | { is: 'bcrypt'; cost: number }
  | ({ is: 'argon2'; memoryKiB: number; passes: number; lanes: number } & Secret)
  | ({ is: 'scrypt'; cost: number; blockSize: number; parallelism: number } & Secret)
  | ({ is: 'pbkdf2'; algorithm: keyof typeof digestBytes; iterations: number } & Secret);

const digestBytes = { sha1: 20, sha256: 32, sha512: 64 };

const bcryptForm = /^(\$2[aby]\$(\d\d)\$)[./\dA-Za-z]{53}$/;
const phcForm = /^\$(argon2id?|scrypt|pbkdf2-sha(?:1|256|512))\$([\w=,$]+)\$([\dA-Za-z+/]+)\$([\dA-Za-z+/]+)$/;
const argon2Form = /^v=(?:16|19)\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})$/;
const scryptForm = /^ln=(\d{1,2}),r=(\d{1,9}),p=(\d{1,9})$/;
const pbkdf2Form = /^i=(\d{1,9})$/;

function parse(hash: string): Parsed | undefined {
  const bcrypt = bcryptForm.exec(hash);
  if (bcrypt) return { is: 'bcrypt', cost: Number(bcrypt[2]) };
  const [, name = '', parameters = '', ...encoded] = phcForm.exec(hash) ?? [];
  const [salt = Buffer.alloc(0), digest = Buffer.alloc(0)] = encoded.map((one) => Buffer.from(one, 'base64'));
  const numbersIn = (form: RegExp) => form.exec(parameters)?.slice(1).map(Number);
  if (name.startsWith('argon2')) {
    const [memoryKiB = 0, passes = 0, lanes = 0] = numbersIn(argon2Form) ?? [];
    return { is: 'argon2', memoryKiB, passes, lanes, salt, digest };
  }
  if (name === 'scrypt') {
    const [log = 0, blockSize = 0, parallelism = 0] = numbersIn(scryptForm) ?? [];
    return { is: 'scrypt', cost: 2 ** log, blockSize, parallelism, salt, digest };
  }
  const algorithm = name.replace('pbkdf2-', '');
  if (algorithm !== 'sha1' && algorithm !== 'sha256' && algorithm !== 'sha512') return undefined;
  const [iterations = 0] = numbersIn(pbkdf2Form) ?? [];
  return { is: 'pbkdf2', algorithm, iterations, salt, digest };
}

/** A comparison that takes too long would let strangers keep the service busy with wrong passwords. */
function problemOf(parsed: Parsed): string | undefined {
  const within = (value: number, min: number, max: number) => value >= min && value <= max;
  const outOfLimits = 'has parameters outside of the limits';
  if (parsed.is === 'bcrypt') return within(parsed.cost, 4, importedHashes.bcryptCost) ? undefined : outOfLimits;
  const { salt, digest } = parsed;
  if (!within(salt.length, parsed.is === 'argon2' ? 8 : 4, 64)) return 'has a salt that is too short or too long';
  // A digest of a few bytes would match many passwords.
  if (!within(digest.length, 16, 64)) return 'has a digest that is too short or too long';
  switch (parsed.is) {
    case 'argon2': {
      const { memoryKiB, passes, lanes } = parsed;
      const fits = within(lanes, 1, 16) && within(memoryKiB, 8 * lanes, importedHashes.argon2MemoryKiB) && passes >= 1;
      return fits && memoryKiB * passes <= importedHashes.argon2Work ? undefined : outOfLimits;
    }
    case 'scrypt': {
      const { cost, blockSize, parallelism } = parsed;
      const fits = cost >= 2 && within(blockSize, 1, 32) && within(parallelism, 1, 16);
      return fits && cost * blockSize * parallelism <= importedHashes.scryptWork ? undefined : outOfLimits;
    }
    case 'pbkdf2': {
      const blocks = Math.ceil(digest.length / digestBytes[parsed.algorithm]);
      const work = parsed.iterations * blocks * (parsed.algorithm === 'sha512' ? 2 : 1);
      return within(work, 1, importedHashes.pbkdf2Work) ? undefined : outOfLimits;
    }
  }
}

function dummyOf(hash: string, { is }: Parsed): string {
  if (is === 'bcrypt') return hash.replace(bcryptForm, (_, start: string) => start + '.'.repeat(53));
  const sections = hash.split('$');
  return sections.map((one, i) => (i < sections.length - 2 ? one : 'A'.repeat(one.length))).join('$');
}

/** Brings the well-known encodings into one form; undefined when the text is in none of them. */
function toPhc(text: string): string | undefined {
  // PHC; passlib writes the number of iterations without its name, and a dot for the plus of base64.
  const passlib = /^\$pbkdf2(-sha(?:1|256|512))?\$(?:i=)?(\d+)(?:,l=\d+)?\$([\dA-Za-z./+]+)\$([\dA-Za-z./+]+)$/.exec(
    text,
  );
  if (passlib) {
    const [, name = '-sha1', iterations, ...encoded] = passlib;
    return ['', `pbkdf2${name}`, `i=${iterations}`, ...encoded.map((one) => one.replaceAll('.', '+'))].join('$');
  }
  if (bcryptForm.test(text) || phcForm.test(text)) return text;
  if (text.startsWith('{')) return keycloakToPhc(text);
  return djangoToPhc(text);
}

const unpadded = (base64: string) => base64.replace(/=+$/, '');
const toBase64 = (text: string) => unpadded(Buffer.from(text).toString('base64'));

function djangoToPhc(text: string): string | undefined {
  const [name = '', ...rest] = text.split('$');
  switch (name) {
    case 'bcrypt':
      return text.slice('bcrypt$'.length);
    case 'argon2':
      return text.slice('argon2'.length);
    case 'pbkdf2_sha256':
    case 'pbkdf2_sha1': {
      const [iterations = '', salt = '', digest = ''] = rest;
      if (rest.length !== 3) return undefined;
      return `$${name.replace('_', '-')}$i=${iterations}$${toBase64(salt)}$${unpadded(digest)}`;
    }
    case 'scrypt': {
      const [cost = '', salt = '', r = '', p = '', digest = ''] = rest;
      if (rest.length !== 5) return undefined;
      return scryptToPhc(Number(cost), r, p, toBase64(salt), unpadded(digest));
    }
    default:
      return undefined;
  }
}

function scryptToPhc(cost: number, r: string, p: string, salt: string, digest: string): string | undefined {
  const log = Math.log2(cost);
  return Number.isInteger(log) ? `$scrypt$ln=${log},r=${r},p=${p}$${salt}$${digest}` : undefined;
}

/** A credential of a realm export, in which `secretData` and `credentialData` are JSON inside JSON. */
function keycloakToPhc(text: string): string | undefined {
  try {
    const credential = JSON.parse(text) as Record<'secretData' | 'credentialData', string>;
    const { value, salt } = JSON.parse(credential.secretData) as Record<'value' | 'salt', string>;
    const { algorithm, hashIterations, additionalParameters } = JSON.parse(credential.credentialData) as KeycloakData;
    const secret = `${unpadded(salt)}$${unpadded(value)}`;
    if (algorithm !== 'argon2')
      return `$${algorithm === 'pbkdf2' ? 'pbkdf2-sha1' : algorithm}$i=${hashIterations}$${secret}`;
    const [type, version, memory, lanes] = ['type', 'version', 'memory', 'parallelism'].map(
      (name) => additionalParameters?.[name]?.[0] ?? '',
    );
    return `$argon2${type}$v=${version === '1.3' ? 19 : 16}$m=${memory},t=${hashIterations},p=${lanes}$${secret}`;
  } catch {
    return undefined;
  }
}

interface KeycloakData {
  algorithm: string;
  hashIterations: number;
  additionalParameters?: Record<string, string[]>;
}
