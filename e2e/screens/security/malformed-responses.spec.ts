import { createHash } from 'node:crypto';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { apiCall } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import type { Reply } from '../../scripted/scripted-site.ts';
import type { Texts } from '../../support/page/texts.ts';

const member = { account: '13812345678', password: 'Quiet-Harbour-7' };
const typed = {
  principal: member.account,
  credentials: createHash('sha256').update(member.password).digest('hex'),
};
const markup = '<img src=x onerror="window.pwned=1"><b>bold</b>';
/** Members that a careless merge would copy into the prototype of all objects. */
const prototypes = '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"attemptsLeft":1}';
const page502 = '<!doctype html><title>Bad gateway</title><h1>502</h1>';

interface Fault {
  reply: Reply<typeof commitPassword>;
  message(t: Texts): string;
}
const noResponse = (t: Texts) => t('common.network');
const unknownError = (t: Texts) => t('common.unknownError');
const text = (body: string, status = 200) => ({ status, text: body });
const json = (body: unknown, status = 200) => text(JSON.stringify(body), status);

/** A submit removes the message of the one before, as the last step of the test proves, so that none is taken for the next. */
const faults: Record<string, Fault> = {
  'an HTML page': { reply: text(page502), message: noResponse },
  'a refusal with a message': {
    reply: json({ code: 10009999, message: 'The moon is wrong', data: null }),
    message: () => 'The moon is wrong',
  },
  'an HTML page with status 502': { reply: text(page502, 502), message: noResponse },
  'a refusal with markup': { reply: json({ code: 10009999, message: markup, data: null }), message: () => markup },
  'an empty body': { reply: text(''), message: noResponse },
  'a refusal with an empty message': {
    reply: json({ code: 10009999, message: '', data: null }),
    message: unknownError,
  },
  'truncated JSON': { reply: text('{"code":0,"data":{"oui'), message: noResponse },
  'a refusal without a message': { reply: json({ code: -1 }), message: unknownError },
  'a success of the wrong shape': {
    reply: json({ code: 0, message: '', data: { ouid: 7, url: ['/home'] } }),
    message: noResponse,
  },
  'status 500 with a message': {
    reply: json({ code: 10000005, message: 'Our fault', data: null }, 500),
    message: () => 'Our fault',
  },
  'a code that is no number': { reply: json({ code: 'ok', message: '', data: {} }), message: noResponse },
  'a refusal that names the prototype of objects': {
    reply: text(`{"code":${resultCodes.wrongCredentials},"message":"","data":${prototypes}}`),
    message: unknownError,
  },
  'an array': { reply: json([0]), message: noResponse },
  'a dropped connection': { reply: 'lost', message: noResponse },
};

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a malformed response shows an error as text, nothing typed is lost, and the next try works [LF-15] [ER-02] [ER-03] [ER-04] [AC-46] [AC-55]', async ({
    login,
    site,
    page,
    clock,
    t,
  }) => {
    await login.open();
    await login.fill(member);
    for (const [name, { reply, message }] of Object.entries(faults)) {
      site.answer(commitPassword, reply);
      await login.submit.click();
      await expect(login.errors, name).toHaveText([message(t)]);
    }
    const changed = await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'x')]);
    expect(changed).toEqual([undefined, undefined]);
    await test.step('a request without a response fails after its timeout', async () => {
      site.answer(commitPassword, 'held');
      const before = site.callsOf(commitPassword).length;
      await login.submit.click();
      await site.waitForCalls(commitPassword, before + 1);
      await clock.run(apiCall.timeout - 1);
      await expect(login.submit).toBeDisabled();
      await expect(login.errors).toHaveCount(0);
      await clock.run(1);
      await expect(login.errors).toHaveText([t('common.network')]);
    });
    site.answer(commitPassword, { is: 'done', data: signedIn });
    await login.submit.click();
    await page.waitForURL('**/home');
    const sent = site.bodiesOf(commitPassword);
    expect(sent, 'what was typed, each time').toMatchObject(sent.map(() => typed));
  });
});
