import { hours } from '@foyer/contract/time';
import { commitCode } from '@foyer/contract/flows/code-login';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { findCompany } from '@foyer/contract/flows/sso-domain';
import type { Row } from '../../results.ts';
import { type Browser, createBrowser, loginParams, sha256 } from '../browser.ts';
import { type Message, type People, newMobile, peopleOf } from '../people/people.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';

const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
const unique = (texts: readonly string[]) => [...new Set(texts)];

/** Ways to write one mobile number. */
function spellingsOfMobile(mobile: string) {
  const [first, second, third] = [mobile.slice(0, 3), mobile.slice(3, 7), mobile.slice(7)];
  const plain = [
    mobile,
    `${first} ${second} ${third}`,
    `${first}-${second}-${third}`,
    ` ${mobile} `,
    `\u00a0${mobile}`,
  ];
  const prefixed = plain.flatMap((text) => [
    text,
    `+86${text}`,
    `+86 ${text}`,
    `86${text.trim()}`,
    `0086${text.trim()}`,
  ]);
  return unique([...prefixed, ...prefixed.map(wide), `${mobile}\u200b`, `\ufeff${mobile}`, `\u202d${mobile}\u202c`]);
}

/** Ways to write one e-mail address. What stands after a plus sign is part of the address. */
function spellingsOfEmail(email: string) {
  const [name = '', host = ''] = email.split('@');
  const plain = [email, email.toUpperCase(), `${name.toUpperCase()}@${host}`, `${name}@${host.toUpperCase()}`];
  const spaced = [` ${email} `, `\t${email}`, `${email}\u3000`, `${email}\u200b`, `\ufeff${email}`];
  return unique([...plain, ...spaced, ...plain.map(wide), `${name}＠${host}`, `${name}@${host.replace('.', '。')}`]);
}

/** Writes one account in many ways: it stays one account, and every limit counts for all ways together. */
export async function measureSpellings(installation: Installation, _numbers: Numbers, print: (line: string) => void) {
  const people = peopleOf(installation);
  const rows: Row[] = [];
  const raw: Record<string, unknown> = {};
  const kinds = { 'a mobile number': newMobile(), 'an e-mail address': `spelled-${newMobile()}@example.com` };
  for (const [kind, principal] of Object.entries(kinds)) {
    const spellings = principal.includes('@') ? spellingsOfEmail(principal) : spellingsOfMobile(principal);
    for (const spelling of spellings) await requestCode(createBrowser(installation), people, spelling);
    const messages = await messagesLike(people, principal);
    const accepted = await signIns(installation, people, spellings);
    const accounts = await accountsLike(installation, principal);
    const compared = await wrongPasswords(installation, spellings);
    print(`${spellings.length} spellings of ${kind}, ${accepted} of them sign in`);
    const one = (number: string, count: number) => ({ number, bar: '1', result: `${count}`, isMet: count === 1 });
    rows.push(
      one(`messages in a minute for ${spellings.length} spellings of ${kind}`, messages.length),
      // With one spelling alone, one account would say nothing.
      one(`accounts after sign-ins in ${accepted} spellings of ${kind}`, accepted > 1 ? accounts : 0),
      {
        number: `wrong passwords compared for one IP address over all spellings of ${kind}`,
        bar: '≤ 5',
        result: `${compared}`,
        isMet: compared > 0 && compared <= 5,
      },
    );
    raw[kind] = { spellings, accepted, messages: messages.length, accounts, compared };
  }
  const companies = await companiesFound(installation);
  rows.push({
    number: `company domains that lead to another company; ${companies.atAcme} spellings lead to their own`,
    bar: '0',
    result: `${companies.found.length}`,
    isMet: companies.found.length === 0 && companies.atAcme > 0,
  });
  return { rows, raw: { spellings: { ...raw, companies } } };
}

async function requestCode(browser: Browser, { passHumanCheck }: People, principal: string) {
  const auth = await passHumanCheck(browser);
  const call = /[@＠]/.test(principal) ? sendCodeToEmail : sendCodeToMobile;
  return browser.call(call, { bizType: 'REGISTER_LOGIN', principal, auth });
}

/** Signs in by code in every spelling, each on another day. */
async function signIns(installation: Installation, people: People, spellings: readonly string[]) {
  let count = 0;
  for (const principal of spellings) {
    await people.moveClocks(hours(25));
    const browser = createBrowser(installation);
    const sent = await requestCode(browser, people, principal);
    if (sent.is !== 'done') continue;
    const { serviceId } = sent.data;
    const [{ code: credentials = '' } = {}] = await messagesLike(people, spellings[0]!);
    const verify = { credentials, serviceId, loginParams: { endpoint: loginParams.endpoint } };
    await browser.call(verifyCode, verify);
    const { is } = await browser.call(commitCode, { principal, serviceId, loginParams, agreed: true });
    if (is === 'done') count += 1;
  }
  return count;
}

/** No other number or address of the run has these digits. */
const coreOf = (principal: string) => principal.normalize('NFKC').replaceAll(/\D/g, '').slice(-11);

/** Messages to this principal, however the service writes it; the newest first. */
const messagesLike = async ({ sandbox }: People, principal: string) =>
  (await sandbox<{ messages: Message[] }>('/outbox')).messages.filter(({ to }) => coreOf(to) === coreOf(principal));

/** Accounts whose name is the same but for case and what stands around it. */
async function accountsLike({ sql }: Installation, principal: string) {
  const core = coreOf(principal);
  const [count] = await sql(`select count(*) from accounts where mobile like '%${core}%' or email ilike '%${core}%'`);
  return Number(count);
}

/** Wrong passwords from one IP address, each in another spelling: those that were compared. */
async function wrongPasswords(installation: Installation, spellings: readonly string[]) {
  const { ip } = createBrowser(installation);
  let compared = 0;
  for (let n = 0; n < 20; n++) {
    const browser = createBrowser(installation, { ip });
    const body = { principal: spellings[n % spellings.length]!, credentials: sha256('Wrong-2026'), loginParams };
    if ((await browser.call(commitPassword, body)).is === 'wrongCredentials') compared += 1;
  }
  return compared;
}

/** Spellings of `acme` that lead to a company, but not to Acme, and names of no company that lead to one. */
async function companiesFound(installation: Installation) {
  const spellings = [
    'acme',
    'ACME',
    ' acme ',
    wide('acme'),
    'аcme',
    'acme.',
    'acme\u200b',
    'acme/../globex',
    'acme%00',
  ];
  const otherNames = ['acm', 'acmee', 'acme-1', 'acme_'];
  const found: { domain: string; targetUrl: string }[] = [];
  let atAcme = 0;
  for (const domain of [...spellings, ...otherNames]) {
    const answer = await lookUp(installation, domain);
    const targetUrl = answer.is === 'done' ? answer.data.targetUrl : undefined;
    if (!targetUrl) continue;
    if (targetUrl.includes('acme') && spellings.includes(domain)) atAcme += 1;
    else found.push({ domain, targetUrl });
  }
  return { found, atAcme };
}

/** An identity provider that a busy machine makes too slow says nothing of the name: it is asked again. */
async function lookUp(installation: Installation, domain: string) {
  for (let tries = 1; ; tries++) {
    const answer = await createBrowser(installation).call(findCompany, { domain, agreed: true });
    if (answer.status !== 502 || tries === 20) return answer;
  }
}
