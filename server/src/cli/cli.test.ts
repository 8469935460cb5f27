import { describe, expect, test } from 'vitest';
import { testCli } from '../../test/support/test-cli.ts';

const cli = testCli({ env: { PORT: 'none' } });

describe('help', () => {
  test.each([
    [[], 'npx foyer [options] [command]'],
    [['sso'], 'npx foyer sso [options] [command]'],
    [['sso', 'add'], 'npx foyer sso add acme --saml ./metadata.xml'],
    [['sso', 'list'], 'npx foyer sso list --json'],
    [['sso', 'test'], 'npx foyer sso test acme'],
    [['sso', 'remove'], 'npx foyer sso remove acme'],
    [['content', 'import'], 'npx foyer content import ./content.json'],
    [['content', 'list'], 'npx foyer content list --json'],
    [['people', 'import'], 'npx foyer people import ./people.csv --dry-run'],
    [['people', 'find'], 'npx foyer people find 1380013'],
    [['people', 'show'], 'npx foyer people show mei@example.com --json'],
    [['people', 'disable'], 'npx foyer people disable 13800138000'],
    [['people', 'enable'], 'npx foyer people enable 13800138000'],
    [['people', 'end-sessions'], 'npx foyer people end-sessions 13800138000'],
    [['people', 'unlock'], 'npx foyer people unlock 13800138000'],
    [['people', 'reset-second-factor'], 'npx foyer people reset-second-factor 13800138000 --passkeys --yes'],
    [['people', 'set-mobile'], 'npx foyer people set-mobile mei@example.com 13800138001 --reason'],
    [['people', 'set-email'], '--now --approved-by lin'],
    [['people', 'remove-mobile'], 'npx foyer people remove-mobile mei@example.com --reason'],
    [['people', 'remove-email'], 'npx foyer people remove-email 13800138000 --reason'],
    [['people', 'stop-change'], 'npx foyer people stop-change mei@example.com'],
    [['people', 'close'], 'npx foyer people close 13800138000 --now --yes'],
    [['people', 'merge'], 'npx foyer people merge 13800138000 mei@example.com --yes'],
    [['people', 'audit'], 'npx foyer people audit --since 24h --type accountDisabled'],
    [['people', 'passwords'], 'npx foyer people passwords --end'],
    [['people', 'export'], 'npx foyer people export > people.jsonl'],
    [['export'], 'npm run export -- --out'],
    [['content', 'remove'], 'npx foyer content remove opening-hours'],
    [['limits', 'clear'], 'npx foyer limits clear alice@example.com'],
    [['migrate'], 'npx foyer migrate --dry-run --json'],
    [['move'], 'npx foyer move --to postgres://foyer:password@db.example.com/foyer'],
    [['doctor'], 'npx foyer doctor --mail me@example.com --sms 13800138000'],
    [['sandbox', 'remove'], 'npx foyer sandbox remove --yes'],
    [['id-numbers', 'list'], 'npx foyer id-numbers list --json'],
    [['id-numbers', 'confirm'], 'npx foyer id-numbers confirm 13800138004 11010119900307123X'],
  ])('of %j shows examples, --json and the exit codes', async (command, example) => {
    const { code, stdout, stderr } = await cli(...command, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(example);
    expect(stdout).toMatch(/--json\s+print JSON, for scripts/);
    expect(stdout).toMatch(/--by <name>\s+who runs the command/);
    expect(stdout).toMatch(/ 2 {3}wrong usage/);
  });
});

describe('wrong usage', () => {
  test.each([
    [[], /Usage: npx foyer \[options\]/],
    [['users'], /unknown command 'users'/],
    [['sso'], /Usage: npx foyer sso/],
    [['sso', 'add'], /missing required argument 'name'[^]*sso add acme --oidc/],
    [['sso', 'add', 'x'], /give either --oidc or --saml/],
    [['sso', 'add', 'x', '--oidc', 'https://a.example'], /--oidc needs --client-id and --client-secret-file/],
    [['sso', 'add', 'x', '--saml', 'a.xml', '--client-id', 'us'], /'--saml <file-or-url>' cannot be used with/],
    [['sso', 'add', 'x', '--saml', 'a.xml', '--oidc', 'https://a.example'], /cannot be used with option '--oidc/],
    [['sso', 'add', 'x', '--what'], /unknown option '--what'[^]*sso add acme --oidc/],
    [['sso', 'list', 'acme'], /too many arguments/],
    [['sso', 'list', '--email-only'], /unknown option '--email-only'/],
    [['sso', 'remove'], /missing required argument 'name'/],
    [['people', 'import'], /missing required argument 'file'/],
    [['people', 'import', 'a', '--password-days', '366'], /give a number from 1 to 365/],
    [['people', 'find', 'mei', '--limit', '101'], /give a number from 1 to 100/],
    [['people', 'merge', '13800138000'], /missing required argument 'into'/],
    [['people', 'unlock', '13800138000', '--by', ' '], /give a name of 1 to 64 characters/],
    [['people', 'export', '--format', 'xml'], /Allowed choices are jsonl, csv/],
    [['content'], /Usage: npx foyer content/],
    [['content', 'import'], /missing required argument 'file'/],
    [['content', 'import', 'a', 'b'], /too many arguments/],
    [['content', 'list', 'x'], /too many arguments/],
    [['content', 'remove'], /missing required argument 'id'/],
    [['move'], /required option '--to <url>' not specified/],
    [['content', 'toString', 'x'], /unknown command 'toString'/],
  ])('%j exits with 2 and shows the help of the command', async (args, problem) => {
    const { code, stdout, stderr } = await cli(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(problem);
    expect(stderr).toContain('Usage: npx foyer');
  });

  test('is one line of JSON with --json', async () => {
    const { code, stdout, stderr } = await cli('sso', 'add', '--json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({ error: "error: missing required argument 'name'" });
  });
});

test('a wrong setting exits with 3 and one line', async () => {
  const { code, stderr } = await cli('sso', 'list');
  expect(code).toBe(3);
  expect(stderr).toMatch(/^PORT is "none"[^\n]*$/);
});

test('an unexpected error exits with 70 and its stack', async () => {
  const broken = new Proxy<Record<string, undefined>>({}, { get: () => expect.fail('broken environment') });
  const { code, stderr } = await testCli({ env: broken })('content', 'list');
  expect(code).toBe(70);
  expect(stderr).toMatch(/broken environment\n\s+at /);
});
