import type { Random } from './random.ts';

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** What a field may hold instead of what the description says. */
const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  '',
  ' ',
  [],
  {},
  [[]],
  [''],
  ['a', 'b'],
  { length: 3 },
  { toString: 'x' },
  { $ne: null },
  { constructor: { prototype: { polluted: true } } },
  '0',
  'null',
  'undefined',
  'NaN',
  'true',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  "' or '1'='1",
  "'; drop table accounts; --",
  '1; select pg_sleep(5); --',
  '${7*7}',
  '{{7*7}}',
  '<script>window.__pwn=1</script>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '//evil.test',
  'https://evil.test/',
  'http://169.254.169.254/latest/meta-data',
  'a\r\nSet-Cookie: x=1',
  'a\u0000b',
  '\u0000',
  '\u2028\u2029',
  '\u202e\u0000\ufeff',
  '\ud800',
  'e\u0301'.repeat(50),
  '😀'.repeat(100),
  '１３８００１３８０００',
  '+86 138-0013-8000',
  'alice＠example.com',
  'ALICE@EXAMPLE.COM',
  'a@b',
  `${'a'.repeat(300)}@example.com`,
  '9'.repeat(400),
  'x'.repeat(5000),
  '%s%n%d%x',
  '%',
  '%zz',
  '\u001b[2J',
  '-9223372036854775809',
  '99999999999999999999',
  '2026-02-30T25:61:61Z',
];

/** Texts that fit one pattern or another of the description. */
const fittingTexts = [
  'attack',
  'abc-123_x.y',
  '123456',
  '000000',
  'a'.repeat(64),
  '0123456789abcdef'.repeat(4),
  '1234',
  '123X',
  '110101199203074569',
  'acme',
  'globex',
  '12',
  '',
  'AAAA',
  'eyJhbGciOiJub25lIn0',
  'foyer_APP',
];

/** What may stand inside a text that is right otherwise. */
const strangeParts = ['%', '%00', '\u0000', '\ud800', "'", '\\', '\n', '\u202e', '😀', '.', '/', 'x'.repeat(300)];

/** What a field of this name usually holds. */
const byName: Record<string, readonly string[]> = {
  principal: ['13800138000', 'alice@example.com', '13900000000', 'eve@example.com', '+86 13800138001'],
  mobile: ['13800138000', '13900000000', '+85261234567'],
  redirectUrl: ['/home', 'https://evil.test/', '//evil.test', 'http://localhost/x', 'javascript:alert(1)'],
  domain: ['acme', 'globex', 'initech', 'ACME'],
  undoHandle: ['sandbox-undo-kai'],
  name: ['林爱丽', 'Alice Lin'],
};

/** Whole bodies that are not what a call expects. */
export const wrongBodies = [
  '',
  'null',
  '[]',
  '""',
  '0',
  'true',
  '{',
  '{"a":',
  '{"principal":"13800138000"',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"principal":"a","principal":"b"}',
  'NaN',
  'principal=13800138000',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  deep(1000),
  deep(30_000),
  `{"principal":${deep(20_000)}}`,
  JSON.stringify({ principal: 'x'.repeat(60_000) }),
  JSON.stringify({ principal: 'x'.repeat(80_000) }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, n]))),
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '\u0000\u0001\u0002',
];

/** What is read of a JSON schema. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
}
interface Context {
  random: Random;
  handles: readonly string[];
}

/** A value for a field: mostly what its schema describes, with handles that earlier answers have given. */
export function valueOf(schema: Schema, name: string, context: Context): unknown {
  const { random } = context;
  if (random.chance(0.12)) return random.pick(wrongValues);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOf(random.pick(choices), name, context);
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.type === 'boolean') return random.chance(0.5);
  if (schema.type === 'integer' || schema.type === 'number')
    return random.pick([schema.minimum ?? 0, schema.maximum ?? 10, (schema.minimum ?? 0) - 1, 1, 2.5]);
  if (schema.type === 'array')
    return Array.from({ length: random.whole(4) }, () => valueOf(schema.items ?? {}, name, context));
  if (schema.type === 'object') return objectOf(schema, context);
  if (schema.type !== 'string') return random.pick(wrongValues);

  const text = textOf(schema, name, context);
  if (typeof text !== 'string' || !random.chance(0.15)) return text;
  const at = random.whole(text.length + 1);
  return `${text.slice(0, at)}${random.pick(strangeParts)}${text.slice(at)}`;
}

function textOf(schema: Schema, name: string, { random, handles }: Context) {
  const usual = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (usual && random.chance(0.8)) return random.pick(usual);
  const fits = (text: string) => !schema.pattern || new RegExp(schema.pattern, 'u').test(text);
  const known = handles.filter(fits);
  if (known.length && random.chance(0.7)) return random.pick(known);
  const fitting = fittingTexts.filter(fits);
  return fitting.length ? random.pick(fitting) : random.pick(wrongValues);
}

/** Fields are left out and added now and then. */
function objectOf(schema: Schema, context: Context) {
  const { random } = context;
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => (required.has(name) ? !random.chance(0.05) : random.chance(0.5)))
    .map(([name, field]): [string, unknown] => [name, valueOf(field, name, context)]);
  if (random.chance(0.05))
    entries.push([random.pick(['__proto__', 'role', 'verified', 'ouid', '']), random.pick(wrongValues)]);
  return Object.fromEntries(entries);
}
