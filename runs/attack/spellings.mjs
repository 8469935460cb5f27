import { createBrowser, loginParams, sha256 } from './browser.mjs';
import { newMobile, peopleOf } from './people.mjs';

/** @import { Installation } from './installation.mjs' */
/** @import { Numbers } from './numbers.mjs' */

const wide = (text) => text.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0) + 0xfee0));
const hour = 3_600_000;
const unique = (texts) => [...new Set(texts)];

/** Ways to write one mobile number. */
function spellingsOfMobile(mobile) {
  const [, first, second, third] = /(...)(....)(....)/.exec(mobile);
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
function spellingsOfEmail(email) {
  const [name, host] = email.split('@');
  const plain = [email, email.toUpperCase(), `${name.toUpperCase()}@${host}`, `${name}@${host.toUpperCase()}`];
  const spaced = [` ${email} `, `\t${email}`, `${email}\u3000`, `${email}\u200b`, `\ufeff${email}`];
  return unique([...plain, ...spaced, ...plain.map(wide), `${name}＠${host}`, `${name}@${host.replace('.', '。')}`]);
}

/**
 * Writes one account in many ways: it stays one account, and every limit counts for all ways together.
 * @param {Installation} installation @param {Numbers} _numbers @param {(line: string) => void} print
 */
export async function measureSpellings(installation, _numbers, print) {
  const people = peopleOf(installation);
  const rows = [];
  const raw = {};
  const kinds = {
    'a mobile number': [newMobile(), spellingsOfMobile],
    'an e-mail address': [`spelled-${newMobile()}@example.com`, spellingsOfEmail],
  };
  for (const [kind, [principal, spellingsOf]] of Object.entries(kinds)) {
    const spellings = spellingsOf(principal);
    for (const spelling of spellings) await requestCode(createBrowser(installation), people, spelling);
    const messages = await messagesLike(people, principal);
    const accepted = await signIns(installation, people, spellings);
    const accounts = await accountsLike(installation, principal);
    const compared = await wrongPasswords(installation, spellings);
    print(`${spellings.length} spellings of ${kind}, ${accepted} of them sign in`);
    const one = (number, count) => ({ number, bar: '1', result: `${count}`, isMet: count === 1 });
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

/** @param {ReturnType<typeof peopleOf>} people */
async function requestCode(browser, { passHumanCheck }, principal) {
  const auth = await passHumanCheck(browser);
  const kind = /[@＠]/.test(principal) ? 'email' : 'mobile';
  return browser.post(`/sender/${kind}/v3`, { bizType: 'REGISTER_LOGIN', principal, auth });
}

/** Signs in by code in every spelling, each on another day. */
async function signIns(installation, people, spellings) {
  let count = 0;
  for (const principal of spellings) {
    await people.moveClocks(25 * hour);
    const browser = createBrowser(installation);
    const sent = await requestCode(browser, people, principal);
    if (sent.code !== 0) continue;
    const { serviceId } = sent.data;
    const [{ code: credentials }] = await messagesLike(people, spellings[0]);
    const verify = { credentials, serviceId, loginParams: { endpoint: 'PC' } };
    await browser.post('/sender/verify', verify);
    const { code } = await browser.post('/login/commit', { principal, serviceId, loginParams, agreed: true });
    if (code === 0) count += 1;
  }
  return count;
}

/** No other number or address of the run has these digits. */
const coreOf = (principal) => principal.normalize('NFKC').replaceAll(/\D/g, '').slice(-11);

/** Messages to this principal, however the service writes it; the newest first. */
const messagesLike = async ({ sandbox }, principal) =>
  (await sandbox('/outbox')).messages.filter(({ to }) => coreOf(to) === coreOf(principal));

/** Accounts whose name is the same but for case and what stands around it. */
async function accountsLike({ sql }, principal) {
  const core = coreOf(principal);
  const [count] = await sql(`select count(*) from accounts where mobile like '%${core}%' or email ilike '%${core}%'`);
  return Number(count);
}

/** Wrong passwords from one IP address, each in another spelling: those that were compared. */
async function wrongPasswords(installation, spellings) {
  const { ip } = createBrowser(installation);
  let compared = 0;
  for (let n = 0; n < 20; n++) {
    const browser = createBrowser(installation, { ip });
    const body = { principal: spellings[n % spellings.length], credentials: sha256('Wrong-2026'), loginParams };
    if ((await browser.post('/login/commit/user', body)).code === 10000010) compared += 1;
  }
  return compared;
}

/** Spellings of `acme` that lead to a company, but not to Acme, and names of no company that lead to one. */
async function companiesFound(installation) {
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
  const found = [];
  let atAcme = 0;
  for (const domain of [...spellings, ...otherNames]) {
    const { targetUrl } = (await lookUp(installation, domain)).data ?? {};
    if (!targetUrl) continue;
    if (targetUrl.includes('acme') && spellings.includes(domain)) atAcme += 1;
    else found.push({ domain, targetUrl });
  }
  return { found, atAcme };
}

/** An identity provider that a busy machine makes too slow says nothing of the name: it is asked again. */
async function lookUp(installation, domain) {
  for (let tries = 1; ; tries++) {
    const answer = await createBrowser(installation).post('/v1/sso/account/login/domain', { domain, agreed: true });
    if (answer.status !== 502 || tries === 20) return answer;
  }
}
