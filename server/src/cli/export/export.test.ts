import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { runCli } from '../cli.ts';
import { documentName, documentVariants } from './document-variants.ts';
import { configFromSettings, methods, readExportedConfig } from './exported-config.ts';

const folder = temporaryFolder(afterAll);

async function run(...args: string[]) {
  let stderr = '';
  const code = await runCli(['export', ...args], {
    env: {},
    cwd: folder,
    stdin: Readable.from([]),
    stdout: () => {},
    stderr: (text) => (stderr += text),
  });
  return { code, stderr };
}

describe('the configuration of an export', () => {
  test('comes from the settings of the service, offers every method and names no origin', () => {
    const settings = { BRAND_EN: 'Acme Sign', ICP_FILING: 'ICP 1', ALLOWED_REDIRECTS: 'https://a.example' };
    const { config } = configFromSettings({
      ...settings,
      NODE_ENV: 'production',
      WORKSPACE_URL: 'https://a.example/in',
    });
    expect(config).toMatchObject({
      brand: { 'zh-CN': '云章', 'en-US': 'Acme Sign' },
      filings: { icp: 'ICP 1' },
      environment: 'prod',
      apiBase: '/api',
      home: 'https://a.example/in',
      homeOnPhones: 'https://a.example/in',
      allowedRedirects: ['https://a.example'],
      eventsUrl: '',
      methods: { code: true, register: true, retrieve: true, sso: true, wecom: true, passkey: false },
    });
    expect(config.methods.scan).toEqual(['wechat', 'dingtalk', 'alipay']);
    expect(config).not.toHaveProperty('origin');
    expect(config).not.toHaveProperty('phone');
  });

  test('offers the apps that are named, in their order', () => {
    expect(methods('alipay,code,wechat,alipay')).toMatchObject({ code: true, sso: false, scan: ['alipay', 'wechat'] });
    const twice = JSON.stringify({ ...configFromSettings({}).config, methods: methods('wechat') });
    const json = twice.replace('["wechat"]', '["alipay","wechat","alipay"]');
    expect(readExportedConfig(json, 'config.json').methods.scan).toEqual(['alipay', 'wechat']);
  });

  test('is read back from its file as it was written', () => {
    const brand = { BRAND_ACCENT: '#0b6e5f', BRAND_ASSETS: 'e2e/support/brands/qinghe' };
    const { config, brandFiles } = configFromSettings({ ...brand, CHAT_URL: 'https://chat.example/page' });
    expect(config.look).toMatchObject({
      logo: { light: brandFiles.find(({ path }) => /logo-(?!dark)/.test(path))!.path },
    });
    expect(readExportedConfig(JSON.stringify(config), 'config.json')).toEqual(config);
  });

  test.each([
    ['{', /^config\.json: the file: Invalid JSON/],
    [edited({ apiBase: 'accounts.example' }), /^config\.json: apiBase: give a path such as \/api or a URL/],
    [edited({ allowedRedirects: ['a.example'] }), /^config\.json: allowedRedirects\.0: give an origin/],
    [edited({ brnad: {} }), /^config\.json: brnad: /],
    [edited({ look: { logo: { light: '/brand/../../secret.svg' } } }), /^config\.json: look\.logo\.light: /],
    [edited({ home: undefined }), /^config\.json: home: /],
  ])('is refused with its wrong value by name: %#', (json, message) => {
    expect(() => readExportedConfig(json, 'config.json')).toThrow(message);
  });
});

test('every document has a name of its own', () => {
  const names = documentVariants().map(documentName);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('login.en-US.pc.authCode.locked.sso.noLanguages.html');
  expect(names).toContain('offline.zh-CN.mobileWeb.html');
  expect(names.filter((name) => name.startsWith('scanConfirm'))).toEqual([]);
});

test.each([
  [['--api-base', 'api'], /give a path such as \/api or a URL/],
  [['--methods', 'code,fax'], /give one of code, register/],
  [['--backend', 'localhost'], /give a URL such as/],
])('wrong arguments %j are refused with what is valid', async (args, message) => {
  expect(await run(...args)).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

test('a folder with other files is not touched', async () => {
  writeFileSync(join(folder, 'letters.txt'), '');
  const { code, stderr } = await run('--out', '.');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/holds other files \(letters\.txt\)/)]);
});

function edited(changes: object) {
  return JSON.stringify({ ...configFromSettings({}).config, ...changes });
}
