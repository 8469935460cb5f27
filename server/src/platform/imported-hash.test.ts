import { describe, expect, test } from 'vitest';
import { matchesImportedHash, readImportedHash } from './imported-hash.ts';

const b64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64').replace(/=+$/, '');
const keycloak = (credentialData: object, secretData: object) =>
  JSON.stringify({
    type: 'password',
    secretData: JSON.stringify(secretData),
    credentialData: JSON.stringify(credentialData),
  });

/** Made by other programs, or from their documentation. */
const known: [string, string, string][] = [
  ['bcrypt', 'abc123xyz', '$2a$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'],
  ['bcrypt of Django', 'abc123xyz', 'bcrypt$$2a$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'],
  ['argon2i', 'password', '$argon2i$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'],
  ['argon2i of Django', 'password', 'argon2$argon2i$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'],
  [
    'scrypt of RFC 7914',
    'pleaseletmein',
    `$scrypt$ln=14,r=8,p=1$${b64(Buffer.from('SodiumChloride').toString('hex'))}$${b64(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    )}`,
  ],
  [
    'PBKDF2 of passlib',
    'lima',
    '$pbkdf2-sha256$6400$./8AESIzRFVmd4iZqrvM3Q$EVQCKVdE6XVIbZdMZDOi0SdPX.ZrgZ/D9KhhXlUMuQA',
  ],
  [
    'PBKDF2 in PHC',
    'lima',
    '$pbkdf2-sha256$i=6400,l=32$+/8AESIzRFVmd4iZqrvM3Q$EVQCKVdE6XVIbZdMZDOi0SdPX+ZrgZ/D9KhhXlUMuQA',
  ],
  ['PBKDF2 of Django', 'lètmein', 'pbkdf2_sha256$10000$seasalt$CWWFdHOWwPnki7HvkcqN9iA2T3KLW1cf2uZ5kvArtVY='],
  [
    'scrypt of Django',
    'lètmein',
    'scrypt$16384$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVCBhhY8mx7rQwite/Pw==',
  ],
];

describe('a hash of another system', () => {
  test.each(known)('%s matches its password and no other', async (_, password, text) => {
    const read = readImportedHash(text);
    if ('problem' in read) throw new Error(read.problem);
    expect(await matchesImportedHash(read.hash, password)).toBe(true);
    expect(await matchesImportedHash(read.hash, `${password} `)).toBe(false);
    expect(await matchesImportedHash(read.dummy, password)).toBe(false);
    expect(read.dummy).toHaveLength(read.hash.length);
  });

  test.each([
    ['nothing', ''],
    ['the password', 'Foyer-2026'],
    ['SHA-256', 'a'.repeat(64)],
    ['an unknown algorithm', '$5$rounds=5000$saltsalt$GcRq6r1V1DDxCL'],
    ['a bcrypt hash that was cut', '$2b$12$abcdefghijklmnopqrstuv'],
    ['argon2d', '$argon2d$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'],
    ['bcrypt over SHA-256 of Django', 'bcrypt_sha256$$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'],
    ['JSON that is no credential', '{"a":1}'],
    ['a text with a line break after it', '$2a$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW\n'],
  ])('is refused when it is %s', (_, text) => {
    expect(readImportedHash(text)).toEqual({ problem: 'has an unknown format' });
  });

  const salt = 'A'.repeat(22);
  const digest = 'A'.repeat(43);
  test.each([
    ['bcrypt', `$2b$13$${'.'.repeat(53)}`, `$2b$14$${'.'.repeat(53)}`],
    [
      'the memory of argon2',
      `$argon2id$v=19$m=131072,t=4,p=1$${salt}$${digest}`,
      `$argon2id$v=19$m=131073,t=1,p=1$${salt}$${digest}`,
    ],
    [
      'the passes of argon2',
      `$argon2id$v=19$m=65536,t=8,p=1$${salt}$${digest}`,
      `$argon2id$v=19$m=65536,t=9,p=1$${salt}$${digest}`,
    ],
    ['the cost of scrypt', `$scrypt$ln=17,r=8,p=1$${salt}$${digest}`, `$scrypt$ln=18,r=8,p=1$${salt}$${digest}`],
    ['the lanes of scrypt', `$scrypt$ln=14,r=8,p=8$${salt}$${digest}`, `$scrypt$ln=14,r=8,p=9$${salt}$${digest}`],
    ['PBKDF2', `$pbkdf2-sha256$i=2000000$${salt}$${digest}`, `$pbkdf2-sha256$i=2000001$${salt}$${digest}`],
    ['PBKDF2 of SHA-512', `$pbkdf2-sha512$i=1000000$${salt}$${digest}`, `$pbkdf2-sha512$i=1000001$${salt}$${digest}`],
    ['the blocks of PBKDF2', `$pbkdf2-sha1$i=1000000$${salt}$${digest}`, `$pbkdf2-sha1$i=1000001$${salt}$${digest}`],
  ])('is refused when it takes too long: %s', (_, allowed, refused) => {
    expect(readImportedHash(allowed)).toMatchObject({ hash: allowed });
    expect(readImportedHash(refused)).toEqual({ problem: 'has parameters outside of the limits' });
  });

  test.each([
    `$argon2id$v=19$m=7,t=1,p=1$${salt}$${digest}`,
    `$argon2id$v=19$m=1024,t=0,p=1$${salt}$${digest}`,
    `$argon2id$v=18$m=1024,t=1,p=1$${salt}$${digest}`,
    `$scrypt$ln=0,r=8,p=1$${salt}$${digest}`,
    `$scrypt$ln=10,r=0,p=1$${salt}$${digest}`,
    `$pbkdf2-sha256$i=0$${salt}$${digest}`,
    `$2b$03$${'.'.repeat(53)}`,
  ])('is refused with parameters that cannot be: %s', (text) => {
    expect(readImportedHash(text)).toEqual({ problem: 'has parameters outside of the limits' });
  });

  test('is refused with a salt or a digest that is too short', () => {
    expect(readImportedHash(`$pbkdf2-sha256$i=1000$AAAA$${digest}`)).toEqual({
      problem: 'has a salt that is too short or too long',
    });
    expect(readImportedHash(`$pbkdf2-sha256$i=1000$${salt}$AAAA`)).toEqual({
      problem: 'has a digest that is too short or too long',
    });
  });

  test('of Keycloak is read with PBKDF2 and with argon2', () => {
    const secret = { value: `${digest}=`, salt: `${salt}==`, additionalParameters: {} };
    expect(readImportedHash(keycloak({ algorithm: 'pbkdf2-sha256', hashIterations: 27500 }, secret))).toMatchObject({
      hash: `$pbkdf2-sha256$i=27500$${salt}$${digest}`,
    });
    const additionalParameters = { type: ['id'], version: ['1.3'], memory: ['7168'], parallelism: ['1'] };
    expect(
      readImportedHash(keycloak({ algorithm: 'argon2', hashIterations: 5, additionalParameters }, secret)),
    ).toMatchObject({
      hash: `$argon2id$v=19$m=7168,t=5,p=1$${salt}$${digest}`,
    });
  });
});
