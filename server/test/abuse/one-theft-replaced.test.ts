import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { expect, test } from 'vitest';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { contactHelpers } from '../support/flows/test-contacts.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';

/** What a thief of one factor still changes in a session once the owner has replaced or removed that factor. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { addPasskey, signInWithPasskey } = passkeyHelpers(services);
const { change, remove } = contactHelpers(services, 13440000000);
const walks = signInWalks(services, 13450000000);
const { newPerson, byPassword, byCode, byScan, addSms, linkedByCode } = walks;
const done = { code: 0 };
type Browser = ReturnType<typeof services.browser>;

const ownerOf = async (of: Awaited<ReturnType<typeof newPerson>>) => addSms(of, await byPassword(of));

/** The session was opened just now, but the thief can no longer prove what it was opened with. */
const addsNoPasskey = async (thief: Browser) =>
  expect(await thief.post('/user/accounts/passkeys/options', {})).toMatchObject({ code: resultCodes.needsFreshProof });

test.each(['changes', 'removes'])('text messages: after the owner %s the number [D-42]', async (how) => {
  const of = await newPerson();
  const owner = await ownerOf(of);
  services.moveClock(minutes(1));
  const thief = (await byCode(of.mobile)).browser;
  expect(await (how === 'changes' ? change(owner, walks.newMobile()) : remove(owner, 'mobile'))).toMatchObject(done);
  await addsNoPasskey(thief);
  // The owner's own session has proven enough.
  expect(await owner.post('/user/accounts/passkeys/options', {})).toMatchObject(done);
});

test('an app: after the owner unlinks it [D-42]', async () => {
  const of = await newPerson();
  const owner = await ownerOf(of);
  services.moveClock(minutes(1));
  const linked = await linkedByCode(of);
  const thief = (await byScan(linked.owner)).browser;
  const { data } = await owner.get('/user/accounts/me');
  const [identity] = data['identities'] as [{ id: string }];
  expect(await owner.post(`/user/accounts/identities/${identity.id}/unlink`)).toMatchObject(done);
  await addsNoPasskey(thief);
});

test('a passkey that a thief of the password has added: after the owner removes it [D-42]', async () => {
  const of = await newPerson();
  const owner = await ownerOf(of);
  const authenticator = createSoftwareAuthenticator();
  expect(await addPasskey((await byPassword(of)).browser, authenticator)).toMatchObject(done);
  const thief = services.browser();
  expect(await signInWithPasskey(thief, authenticator)).toMatchObject(done);
  const [{ id }] = (await owner.get('/user/accounts/passkeys')).data['passkeys'] as [{ id: string }];
  expect(await owner.post(`/user/accounts/passkeys/${id}/remove`)).toMatchObject(done);
  await addsNoPasskey(thief);
});
