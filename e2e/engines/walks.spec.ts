import { randomInt } from 'node:crypto';
import type { Language } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { alice, bob, nameIn } from '../support/people/people.ts';
import { texts } from '../support/page/texts.ts';
import type { Look } from './drivers/driver.ts';
import { expect, test } from './engine-test.ts';
import { holdScripts } from './held-scripts.ts';

const pc = { width: 1440, height: 900, onPhone: false };
const handset = { width: 390, height: 844, onPhone: true };

/** Each look takes a browser of its own, so two go every walk, and the others only sign in. */
const looks: Record<string, { language: Language; look: Look; onlySignsIn?: true }> = {
  'PC, light, with motion': { language: 'zh-CN', look: { ...pc, dark: false, motion: true } },
  'phone, dark, reduced motion': { language: 'en-US', look: { ...handset, dark: true, motion: false } },
  'PC, dark, reduced motion': { language: 'en-US', look: { ...pc, dark: true, motion: false }, onlySignsIn: true },
  'phone, light, with motion': {
    language: 'zh-CN',
    look: { ...handset, dark: false, motion: true },
    onlySignsIn: true,
  },
};

const password = 'Quiet-Harbour7';

for (const [title, { language, look, onlySignsIn }] of Object.entries(looks))
  test.describe(title, () => {
    test.use({ language, look });

    test('the browser has the look', async ({ person }) => {
      await person.open(pageRoutes.login);
      const shown = await person.driver.run(
        () => ({
          width: innerWidth,
          height: innerHeight,
          dark: matchMedia('(prefers-color-scheme: dark)').matches,
          motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
        }),
        undefined,
      );
      const { onPhone: _, ...expected } = look;
      expect(shown).toEqual(expected);
    });

    test('a password signs in, the account page opens, and signing out ends the session', async ({ person, t }) => {
      await person.open(pageRoutes.login);
      await person.type(t('login.account.label'), alice.account);
      await person.type(t('login.password.label'), alice.password);
      await person.click('button', t('login.submit'));
      await person.waitForPath('/home');
      await person.open(pageRoutes.account);
      await person.see('heading', nameIn(language, alice));
      await person.click('button', t('home.signOut'));
      await person.waitForPath(pageRoutes.login);
      await person.open(pageRoutes.account);
      await person.waitForPath(pageRoutes.login);
    });

    if (onlySignsIn) return;

    test('a text that is typed before the scripts arrive stays, and so does the focus', async ({
      person,
      service,
      t,
    }) => {
      const held = await holdScripts(service.origin);
      await person.open(pageRoutes.login, held.origin);
      await person.typeEarly(t('login.account.label'), alice.account);
      held.release();
      await person.seeValueInFocus(t('login.account.label'), alice.account);
      held.close();
    });

    test('the language changes', async ({ person, t }) => {
      const other = language === 'zh-CN' ? 'en-US' : 'zh-CN';
      await person.open(pageRoutes.login);
      await person.choose('selector', t('header.language'), other);
      await person.see('tab', texts(other)('login.tab.password'));
    });

    test('a code registers a new number', async ({ person, outbox, t }) => {
      const account = newMobile();
      await person.open(pageRoutes.login);
      await person.click('tab', t('login.tab.code'));
      await person.see('textbox', t('code.label'));
      await person.type(t('login.account.label'), account);
      await person.click('button', t('code.get'));
      await person.type(t('code.labelSent'), await outbox.code(account));
      await person.click('button', t('agreement.agree'));
      await person.click('button', t('setpwd.skip'));
      await person.waitForPath('/home');
    });

    test('a second factor completes a password', async ({ person, outbox, t }) => {
      await person.open(pageRoutes.login);
      await person.type(t('login.account.label'), bob.account);
      await person.type(t('login.password.label'), bob.password);
      await person.click('button', t('login.submit'));
      await person.type(t('code.labelSent'), await outbox.code(bob.account));
      await person.waitForPath('/home');
    });

    test('a company signs its employee in', async ({ person, t }) => {
      await person.open(pageRoutes.login);
      await person.click('button', t('sso.entry'));
      await person.type(t('sso.domain.label'), 'acme');
      await person.click('checkbox', t.prefix('register.protocol'));
      await person.click('button', t('sso.submit'));
      await person.click('link', nameIn(language, alice));
      await person.waitForPath('/home');
    });

    test('the registration page makes an account', async ({ person, outbox, t }) => {
      const account = newMobile();
      await person.open(pageRoutes.register);
      await person.type(t('login.account.label'), account);
      await person.click('button', t('code.get'));
      await person.type(t('code.labelSent'), await outbox.code(account));
      await person.type(t('pwd.label'), password);
      await person.type(t('pwd.again'), password);
      await person.click('checkbox', t.prefix('register.protocol'));
      await person.click('button', t('register.submit'));
      await person.waitForPath(pageRoutes.registered);
      await person.click('button', t('register.success.enter'));
      await person.waitForPath('/home');
    });

    if (!look.onPhone)
      test('a phone scans the QR code off the screen', async ({ person, phone, t }) => {
        await person.open(pageRoutes.login);
        await person.click('tab', t('qr.switch.alipay'));
        await person.see('status', t('qr.ready'));
        const scanned = await phone.scan(await person.readQrCode(), 'alice');
        await phone.answer(scanned, 'confirm');
        await person.waitForPath('/home');
      });
  });

/** One that no other engine and no other run has registered. */
const newMobile = () => `1397${String(randomInt(1e7)).padStart(7, '0')}`;
