import { people } from '@foyer/sandbox/people';
import { type Sandbox, startSandbox as start } from '@foyer/sandbox/sandbox';
import type { ServiceAccess } from '@foyer/sandbox/service-client';
import type { Services } from '../services.ts';
import { resetPeople } from './reset-people.ts';
import { seedCompanies } from './seed-companies.ts';
import { seedDemoClient } from './seed-demo-client.ts';
import { seedPeople } from './seed-people.ts';
import { type PageInTrial, brandTrialOf } from './try-brand.ts';

// The build makes one file of this module and of all that only the sandbox needs. The package does not contain it.

export const startSandbox = ({ page, ...access }: ServiceAccess & { page: PageInTrial }) =>
  start({ ...access, ...brandTrialOf(page) });

/** Puts the sandbox's people, companies and application into the database. */
export async function fillDatabase(services: Services, sandbox: Sandbox) {
  await seedPeople(services, people, sandbox.apps);
  await seedCompanies(services, sandbox, people);
  await seedDemoClient(services, sandbox);
}

export const resetDemo = (services: Services, sandbox: Sandbox) => resetPeople(services, people, sandbox);
