import { expect, test } from 'vitest';
import { peopleImport } from './person.ts';
import { exportPeople } from './export-people.ts';
import { importPeople } from './import-people.ts';
import { personFields } from './person-fields.ts';
import { readLines } from './read-lines.ts';

const { batch } = peopleImport;

test('an import reads no further than the batch that it stores', async () => {
  const chunks = 20;
  let read = 0;
  async function* file() {
    for (; read < chunks;) {
      const lines = Array.from({ length: batch }, (_, i) => `{"mobile":"${13000000000 + read * batch + i}"}\n`);
      read += 1;
      yield Buffer.from(lines.join(''));
    }
  }
  const readAhead: number[] = [];
  let stored = 0;
  const target = {
    findProgress: async () => undefined,
    takenNames: async () => new Set<string>(),
    async add(people: readonly unknown[], _: unknown, report: (added: boolean[]) => void) {
      readAhead.push(read - stored);
      stored += 1;
      report(people.map(() => true));
    },
  };
  const declared = { clients: new Set<string>(), attributes: [], fields: new Set(personFields) };
  const options = { assumeVerified: true, fromStart: false, now: 0, declared, onRefused: () => {} };
  expect(await importPeople(readLines(file(), personFields), target, options)).toMatchObject({
    imported: chunks * batch,
    refused: 0,
  });
  expect(readAhead).toHaveLength(chunks);
  expect(Math.max(...readAhead)).toBe(1);
});

test('of a line that never ends, only the beginning is kept', async () => {
  async function* file() {
    yield Buffer.from('email,name\na@example.com,"');
    for (let i = 0; i < 100; i += 1) yield Buffer.from('x'.repeat(peopleImport.maxLineLength));
    yield Buffer.from('\nb@example.com,B\n');
  }
  const lines = [];
  for await (const line of readLines(file(), personFields)) lines.push(line);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ number: 2, problem: expect.stringContaining('is a quote not closed') as unknown });
  expect(lines[0]!.text.length).toBeLessThan(200);
  expect(lines[1]).toMatchObject({ number: 3, fields: { email: 'b@example.com', name: 'B' } });
});

test('an export reads the next page only when the one before is written', async () => {
  const person = {
    mobile: null,
    email: 'a@example.com',
    name: null,
    latinName: null,
    externalId: null,
    language: null,
    secondFactor: false,
    disabledAt: null,
    createdAt: new Date(0),
    passwordHash: null,
    importedHash: null,
    identities: null,
    roles: null,
    attributes: null,
    consentVersion: null,
    consentAt: null,
  };
  const steps: string[] = [];
  const store = {
    async page(after: string, limit: number) {
      steps.push(`read after ${after}`);
      const count = after === '1999' ? 5 : limit;
      const first = after === '' ? 0 : Number(after) + 1;
      return Array.from({ length: count }, (_, i) => ({ ...person, ouid: String(first + i) }));
    },
  };
  const write = async (text: string) => {
    await new Promise((resolve) => setImmediate(resolve));
    steps.push(`wrote ${text.split('\n').length - 1}`);
  };
  expect(await exportPeople(store, { format: 'jsonl', withPasswordHashes: false, attributes: [], write })).toBe(2005);
  expect(steps).toEqual(['read after ', 'wrote 1000', 'read after 999', 'wrote 1000', 'read after 1999', 'wrote 5']);
});
