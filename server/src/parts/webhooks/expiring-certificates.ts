import { days, hours } from '@foyer/contract/time';
import { X509Certificate } from 'node:crypto';
import type { Services } from '../../services.ts';

/** Company certificates: how long before its end an event says so. The second one repeats it in case the first was missed. */
export const certificateWarnings = { interval: hours(1), before: [days(30), days(7)] } as const;

/** Tells applications of certificates of companies that end soon. */
export async function reportExpiringCertificates({
  clock,
  ssoConnections,
  stores: { companies, webhookEvents },
}: Pick<Services, 'clock' | 'ssoConnections' | 'stores'>) {
  for (const { slug, kind, settings, enabled } of await companies.all()) {
    if (kind !== 'saml' || !enabled) continue;
    for (const pem of ssoConnections.saml.certificates(settings)) {
      const { validTo, fingerprint256: certificate } = new X509Certificate(pem);
      const left = Date.parse(validTo) - clock.now();
      if (left <= 0) continue;
      // The key outlives the time until the end of the certificate, so that no warning is given twice.
      const warning = certificateWarnings.before.findLast((before) => left <= before);
      if (warning === undefined) continue;
      const data = { company: slug, expiresAt: new Date(validTo).toISOString(), certificate };
      await webhookEvents.addOnce(
        { type: 'company.certificateExpiring', data },
        `certificate ${slug} ${certificate} ${warning}`,
      );
    }
  }
}
