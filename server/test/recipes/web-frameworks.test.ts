import { expect, test } from 'vitest';
import { listeningAppForFile, personAt, startRecipe } from '../support/flows/test-applications.ts';

/* The servers of docs/recipes, as they are printed there, each started as a process of its own. */

const services = await listeningAppForFile();
const asItIs = (text: string) => text;
const formPost = (text: string) => text.replace("response_type: 'code'", "$&, response_mode: 'form_post'");

test.each([
  { recipe: 'express', how: 'by redirect', adapt: asItIs, mode: null },
  { recipe: 'express', how: 'by a form, as is its default', adapt: formPost, mode: 'form_post' },
  { recipe: 'fastify', how: 'by redirect', adapt: asItIs, mode: null },
])('$recipe signs a person in $how, asks for two factors, and signs them out', async ({ recipe, adapt, mode }) => {
  const command = ['node', 'server.mjs'];
  const { origin } = await startRecipe(services, recipe, { command, ready: /^Open/m, adapt });
  const person = await personAt(services, origin);
  expect(await person.open('/')).toMatchObject({ text: 'Who are you?' });

  const { requested, shown } = await person.signIn('/login');
  expect(requested.searchParams.get('response_mode')).toBe(mode);
  expect(requested.searchParams.get('code_challenge_method')).toBe('S256');
  expect(shown).toMatchObject({ url: new URL('/', origin), text: `You are ${person.name}` });

  expect((await person.stepUp('/sign')).shown).toMatchObject({ status: 200, text: 'You may sign' });

  const signOut = await person.open('/logout');
  expect((await person.foyer.open(signOut.url)).url.href).toBe(new URL('/', origin).href);
  expect(await person.open('/')).toMatchObject({ text: 'Who are you?' });
  expect((await person.open('/login')).url.origin).toBe(services.config.publicUrl);
});
