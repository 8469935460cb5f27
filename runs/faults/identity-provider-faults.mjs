import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { disturb } from './disturbance.mjs';
import { newPerson, register } from './people.mjs';
import { none } from './table-rows.mjs';

/** The service waits 8 s for an identity provider, and the page 12 s for the service. */
const answerBar = 10;

/** Faults of a company's identity provider: its people are refused, and all others sign in as before. */
export const identityProviderFaults = ['down', 'slow'].map((state) => ({
  name: `identity provider ${state}`,
  run: (installation, form) => withoutProvider(installation, state, form),
}));

async function withoutProvider(installation, state, form) {
  const { identityProvider, nodes, folder } = installation;
  // A company of its own for each fault: nodes remember the metadata of a provider.
  const company = `company-${state}`;
  const secret = join(folder, 'client-secret');
  writeFileSync(secret, 'run-of-faults');
  const provider = ['--oidc', `${identityProvider.origin}/${company}`, '--client-id', 'foyer'];
  await nodes[0].command(['sso', 'add', company, ...provider, '--client-secret-file', secret]);

  const find = () => newPerson(installation).send('/v1/sso/account/login/domain', { domain: company });
  let started = 0;
  let unregistered = 0;
  const result = await disturb(
    installation,
    {
      begin: () => identityProvider.set(state),
      end: () => identityProvider.set('working'),
      answerBar,
      async ask() {
        const found = await find();
        if (found.code === 0) started += 1;
        if (!(await register(installation, () => {}, { attempts: 0 })).ouid) unregistered += 1;
        return [found];
      },
      async recovered() {
        // Each node has to reach it.
        for (let inARow = 0; inARow < 4;) {
          const { code } = await find();
          inARow = code === 0 ? inARow + 1 : 0;
          if (code !== 0) await pause(100);
        }
      },
    },
    form,
  );
  result.rows.push(
    none('sign-ins by the company that were started', started),
    none('people who could not register meanwhile', unregistered),
  );
  return result;
}
