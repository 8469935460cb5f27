import { X509Certificate } from 'node:crypto';
import { samlCertificate } from '@foyer/sandbox/sso/saml-key';
import { days } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { runSweep } from '../../repeated-tasks.ts';
import type { Company } from '../../store/companies.ts';
import { reportExpiringCertificates } from './expiring-certificates.ts';

const services = await testAppForFile();
const { stores, clock } = services;
const { validTo, fingerprint256 } = new X509Certificate(samlCertificate);
const end = Date.parse(validTo);
const company: Omit<Company, 'slug' | 'enabled'> = {
  displayName: null,
  kind: 'saml',
  settings: { entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso', certificates: [samlCertificate] },
  mailDomains: [],
  emailOnly: false,
  createdAt: new Date(clock.now()),
};

/** What is told by every node at this time before the certificate ends. */
async function toldAt(left: number) {
  clock.move(end - left - clock.now());
  const node = await openNode(services);
  await Promise.all([reportExpiringCertificates(services), reportExpiringCertificates(node)]);
  await reportExpiringCertificates(services);
  while (await stores.webhookEvents.publish());
  await runSweep(services);
  return stores.webhookEvents.after(0, 100, ['company.certificateExpiring']);
}

test('a certificate of a company that ends is told 30 and 7 days before, once by all nodes, and not after its end', async () => {
  await stores.companies.put({ ...company, slug: 'acme', enabled: true });
  await stores.companies.put({ ...company, slug: 'off', enabled: false });
  await stores.companies.put({ ...company, slug: 'oidc', kind: 'oidc', enabled: true });
  expect(await toldAt(days(30) + 1)).toEqual([]);
  const data = { company: 'acme', expiresAt: new Date(end).toISOString(), certificate: fingerprint256 };
  expect((await toldAt(days(30))).map((event) => event.data)).toEqual([data]);
  expect(await toldAt(days(8))).toHaveLength(1);
  expect(await toldAt(days(7))).toHaveLength(2);
  expect(await toldAt(1)).toHaveLength(2);
  expect((await toldAt(0)).length).toBeLessThanOrEqual(2);
  expect(await toldAt(-days(31))).toEqual([]);
});
