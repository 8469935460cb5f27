import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { Attribute } from '../../store/accounts/attributes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  exchange,
  newPerson,
  openidClient,
  questionOf,
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

/* What the operator keeps about a person: who learns what of it. */

const services = await testAppForFile({ env: { OIDC: 'on' } });
const { stores } = services;
const declare = (name: string, more: Partial<Attribute> = {}) =>
  stores.attributes.put({
    name,
    type: 'string',
    scope: 'employment',
    label: name,
    labels: null,
    thirdParty: false,
    createdAt: new Date(services.clock.now()),
    ...more,
  });
await declare('department', { label: 'Department', labels: { 'zh-CN': '部门' }, thirdParty: true });
await declare('skills', { type: 'strings', scope: 'skills', thirdParty: true });
await declare('salary', { type: 'number' });
await addClient(services, { id: 'intranet' });
await addClient(services, { id: 'reader', claimsInIdToken: true });
await addClient(services, { id: 'partner', firstParty: false });
const intranet = await openidClient(services, 'intranet');
const reader = await openidClient(services, 'reader');
const partner = await openidClient(services, 'partner');

async function employee() {
  const person = await newPerson(services);
  await stores.attributes.set(person.ouid, 'department', 'Sales');
  await stores.attributes.set(person.ouid, 'skills', ['law', 'tax']);
  await stores.attributes.set(person.ouid, 'salary', 100);
  return { ...person, ...(await signedIn(services, person)) };
}
type Employee = Awaited<ReturnType<typeof employee>>;
const scope = 'openid employment';

const infoOf = (client: openid.Configuration, { access_token: token }: { access_token: string }, { ouid }: Employee) =>
  openid.fetchUserInfo(client, token, ouid);

/** What the person is asked, and the answer. */
async function allow(person: Employee, params: Record<string, string>) {
  const request = await requestFor(partner, params);
  const place = await person.open(request.url);
  const path = `/oidc/interactions/${questionOf(place)}`;
  const { data } = await person.browser.get(path);
  const chinese = await person.browser.get(path, { 'x-tsign-open-language': 'zh-CN' });
  const { url } = await person.answer(place, true);
  return { asked: data, inChinese: chinese.data, tokens: await exchange(partner, url.href, request) };
}

describe('an application of the operator', () => {
  test('gets the attributes of the scopes that it asks for', async () => {
    const person = await employee();
    const tokens = await tokensFor(intranet, person, { scope });
    expect(await infoOf(intranet, tokens, person)).toEqual({ sub: person.ouid, department: 'Sales', salary: 100 });
    expect(tokens.claims()).not.toHaveProperty('department');
    const others = await tokensFor(intranet, person, { scope: 'openid skills' });
    expect(await infoOf(intranet, others, person)).toEqual({ sub: person.ouid, skills: ['law', 'tax'] });
  });

  test('finds them in the ID token where it reads nothing else, or names one', async () => {
    const person = await employee();
    expect((await tokensFor(reader, person, { scope })).claims()).toMatchObject({ department: 'Sales', salary: 100 });
    const claims = JSON.stringify({ id_token: { skills: null } });
    const named = (await tokensFor(intranet, person, { scope: 'openid', claims })).claims();
    expect(named).toMatchObject({ skills: ['law', 'tax'] });
    expect(named).not.toHaveProperty('department');
  });

  test('finds scopes and claims in discovery, soon also those that are declared later', async () => {
    const metadata = async () => (await services.app.inject('/.well-known/openid-configuration')).json<object>();
    expect(await metadata()).toMatchObject({
      scopes_supported: expect.arrayContaining(['employment', 'skills']),
      claims_supported: expect.arrayContaining(['department', 'salary', 'skills']),
    });
    await declare('floor', { scope: 'building' });
    await services.oidc!.refresh();
    expect(await metadata()).toMatchObject({ scopes_supported: expect.arrayContaining(['building']) });
  });
});

describe('an application of someone else', () => {
  test('asks in the words of the operator, and gets what it may ask for and the person allows', async () => {
    const person = await employee();
    const { asked, inChinese, tokens } = await allow(person, { scope });
    expect(asked).toMatchObject({ scopes: ['openid'], attributes: ['Department'] });
    expect(inChinese).toMatchObject({ attributes: ['部门'] });
    expect(await infoOf(partner, tokens, person)).toEqual({ sub: person.ouid, department: 'Sales' });
    const again = await tokensFor(partner, person, { scope });
    expect(await infoOf(partner, again, person)).toMatchObject({ department: 'Sales' });
  });

  test('asks for a single attribute in its own words', async () => {
    const person = await employee();
    const claims = JSON.stringify({ userinfo: { skills: null, salary: null } });
    const { asked, tokens } = await allow(person, { scope: 'openid', claims });
    expect(asked).toMatchObject({ attributes: ['skills'] });
    expect(await infoOf(partner, tokens, person)).toEqual({ sub: person.ouid, skills: ['law', 'tax'] });
  });

  test('does not get what the operator adds to an allowed scope, until the person allows it too', async () => {
    const person = await employee();
    const { tokens } = await allow(person, { scope: 'openid skills' });
    await declare('grade', { scope: 'skills', label: 'Grade', thirdParty: true });
    await services.oidc!.refresh();
    await stores.attributes.set(person.ouid, 'grade', 'A');
    expect(await infoOf(partner, tokens, person)).not.toHaveProperty('grade');
    const later = { ...person, ...(await signedIn(services, person)) };
    const { asked, tokens: newer } = await allow(later, { scope: 'openid skills' });
    expect(asked).toMatchObject({ attributes: ['Grade', 'skills'] });
    expect(await infoOf(partner, newer, person)).toMatchObject({ grade: 'A', skills: ['law', 'tax'] });
  });

  test('gets nothing any more that the operator keeps back', async () => {
    const person = await employee();
    const { tokens } = await allow(person, { scope });
    await declare('department', { label: 'Department', thirdParty: false });
    expect(await infoOf(partner, tokens, person)).toEqual({ sub: person.ouid });
    await declare('department', { label: 'Department', labels: { 'zh-CN': '部门' }, thirdParty: true });
  });
});

test('what people have allowed ends with the attribute', async () => {
  const person = await employee();
  await declare('badge', { scope: 'badge', thirdParty: true });
  await services.oidc!.refresh();
  await allow(person, { scope: 'openid badge' });
  await stores.attributes.remove('badge');
  expect(await stores.oidcPermissions.scopesOf(person.ouid, 'partner')).toEqual(['openid']);
});

test('no call of a person changes an attribute', async () => {
  const { browser, ouid, mobile, password } = await employee();
  const own = { attributes: { department: 'Board' }, 'attributes.department': 'Board', department: 'Board', sub: 'x' };
  await browser.post('/user/accounts/name', { name: '林爱丽', ...own });
  await services.browser().signIn(mobile, password, own);
  expect(await stores.attributes.listByAccount(ouid)).toContainEqual({ attribute: 'department', value: 'Sales' });
});
