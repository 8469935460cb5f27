import { findCompany } from '@foyer/contract/flows/sso-domain';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Amounts, Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import { disturb } from './disturbance.ts';
import { newPerson, register } from './people.ts';
import { none } from './table-rows.ts';

/** The service waits 8 s for an identity provider, and the page 12 s for the service. */
const answerBar = 10;

/** Faults of a company's identity provider: its people are refused, and all others sign in as before. */
const states = ['down', 'slow'] as const;
export const identityProviderFaults = states.map((state): Fault => ({
  name: `identity provider ${state}`,
  run: (installation, amounts) => withoutProvider(installation, state, amounts),
}));

async function withoutProvider(installation: Installation, state: (typeof states)[number], amounts: Amounts) {
  const { identityProvider, nodes, folder } = installation;
  // A company of its own for each fault: nodes remember the metadata of a provider.
  const company = `company-${state}`;
  const secret = join(folder, 'client-secret');
  writeFileSync(secret, 'run-of-faults');
  const provider = ['--oidc', `${identityProvider.origin}/${company}`, '--client-id', 'foyer'];
  await nodes[0]!.command(['sso', 'add', company, ...provider, '--client-secret-file', secret]);

  const find = () => newPerson(installation).ask(findCompany, { domain: company });
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
        if (found.is === 'done') started += 1;
        if (!(await register(installation, () => {}, { attempts: 0 })).ouid) unregistered += 1;
        return [found];
      },
      async recovered() {
        // Each node has to reach it.
        for (let inARow = 0; inARow < 4;) {
          const { is } = await find();
          inARow = is === 'done' ? inARow + 1 : 0;
          if (is !== 'done') await pause(100);
        }
      },
    },
    amounts,
  );
  result.rows.push(
    none('sign-ins by the company that were started', started),
    none('people who could not register meanwhile', unregistered),
  );
  return result;
}
