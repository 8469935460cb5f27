import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { minutes } from '@foyer/contract/time';
import { isShortForm } from '../../../scripts/support/test-form.mjs';
import { expect, test } from '../../fixtures/gallery.ts';
import { allStates } from '../all-states.ts';
import { devicesOf } from '../gallery-state.ts';

/** States that together ask for the files of the page, and what a person does until then. */
const visits: [state: string, language?: Language][] = [
  ['password-wrong'],
  ['code-wrong'],
  ['recovery-password'],
  ['agreement'],
  ['help-desk-chat'],
  ['account-chooser'],
  ['sso-unknown-domain'],
  ['scan-dingtalk'],
  ['code-late'],
  ['password-in-wechat'],
  ['account-factors'],
  ['home-link'],
  ['scan-confirm'],
  ['handoff-code'],
  ['handoff-ask'],
  ['register-typed'],
  ['register-typed', 'en-US'],
  ['registered'],
  ['retrieve-verify'],
  ['retrieve-verify', 'en-US'],
  ['find-account'],
  ['help'],
  ['service-agreement'],
  ['service-agreement', 'en-US'],
  ['privacy-policy'],
  ['privacy-policy', 'en-US'],
  ['sso-bind-wrong-code'],
  ['application-access'],
  ['application-sign-out'],
  ['application-signed-out'],
  ['application-problem'],
  ['device-given'],
  ['account-keep'],
  ['undo-change'],
  ['cookies-off'],
  ['not-found'],
];

/** What a state shows last, where its file may load after the text that the state is known by. */
const lastOf: Record<string, string> = { 'scan-dingtalk': 'iframe' };

/**
 * Files that no state of the gallery asks for: the offline page (its document has no scripts), the worker of the human check
 * and what replaces it (`human-check.spec.ts`), a hash for pages without TLS, and the sandbox.
 */
const askedElsewhere = /^(offline\.page|puzzle\.worker|sandbox|search|sha2)/;

const faults = {
  missing: { status: 404, body: '' },
  'with a syntax error': { status: 200, contentType: 'text/javascript', body: 'export const = ;' },
};

const files = readdirSync(new URL('../../../dist/web/assets', import.meta.url)).filter(
  (file) => file.endsWith('.js') && !askedElsewhere.test(file),
);

if (!isShortForm)
  for (const [fault, answer] of Object.entries(faults))
    test(`with any one file ${fault} the state that asks for it is reached, or says why not`, async ({
      page,
      gallery,
    }) => {
      test.setTimeout(minutes(20));
      const left = new Set(files);
      for (const [state, language = 'zh-CN'] of visits) {
        const open = () => {
          const device = devicesOf(allStates[state]!)[0]!;
          const look = { brand: 'yunzhang', theme: 'light', device, language } as const;
          return page.goto(gallery.show(state, look, { byHand: false }), { waitUntil: 'commit' });
        };
        const reached = page.locator('html[data-gallery=ready]');
        await open();
        await reached.waitFor();
        if (lastOf[state]) await page.locator(lastOf[state]).waitFor();
        for (const file of await filesOf(page)) {
          if (!left.delete(file)) continue;
          await test.step(`${file} of ${state}`, async () => {
            const path = `**/assets/${file}`;
            await page.route(path, (route) => route.fulfill(answer));
            const asked = page.waitForRequest(path);
            await open();
            await asked;
            await page.waitForFunction(hasFailed);
            await expect.poll(() => outcome(page), file).toMatch(/works|says why not|leads on/);
            await page.unroute(path);
            if ((await outcome(page)) !== 'leads on') return;
            await page.locator('body > .noscript a').click();
            await reached.waitFor();
          });
        }
      }
      gallery.takeUnanswered();
      expect([...left], 'files that no visit asks for').toEqual([]);
    });

const filesOf = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => /\/assets\/(.*\.js)$/.exec(name)?.[1] ?? []),
  );

/** The page knows that a file has failed. */
const hasFailed = () => 'loadError' in window || document.querySelector('body > .noscript') !== null;

/**
 * What a person has. After a message, a button may stay busy if the link of the notice leads on. (The next press does, but
 * not with a broken file: the browser keeps it for as long as the page is open.)
 */
const outcome = (page: Page) =>
  page.evaluate(() => {
    // Some pages are empty until an answer has come.
    const parts = [...document.querySelectorAll<HTMLElement>('main, body > .noscript')];
    if (!parts.some((part) => part.innerText.trim())) return 'blank';
    if (document.documentElement.dataset['gallery'] === 'ready') return 'works';
    const messages = [...document.querySelectorAll<HTMLElement>('[role=alert], [role=status]')];
    if (!messages.some((message) => message.innerText.trim())) return 'silent';
    // The form behind a dialog waits for what the person does there.
    const used = document.querySelector('dialog:modal') ?? document.querySelector('main');
    if (!used?.querySelector('button[aria-busy=true]')) return 'says why not';
    return document.querySelector('body > .noscript a') ? 'leads on' : 'busy';
  });
