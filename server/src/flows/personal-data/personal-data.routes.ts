import { exportMyData } from '@foyer/contract/flows/personal-data';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { personalDataJson } from '../../store/accounts/personal-data.ts';
import { dataPage } from './data-page.ts';

export function personalDataRoutes(server: FastifyInstance, services: Services) {
  const { clock, config, log, notices } = services;

  handleCall(server, services, exportMyData, async ({ format }, context, proof) => {
    const { account } = proof;
    const read = await proof.change(async (tx, current) => {
      await tx.stores.audit.record({ account: account.ouid, type: 'dataExported', details: { format } }, context);
      return { is: 'read', data: await tx.stores.personalData.read(current.account) } as const;
    });
    if (read.is !== 'read') return read;
    const { data } = read;
    notices.send(account, 'dataExported', context);
    log.info({ event: 'dataExported', id: context.requestId, account: account.ouid });
    const exportedAt = clock.now();
    const time = new Date(exportedAt).toISOString();
    const { language } = context;
    const content =
      format === 'json'
        ? personalDataJson(data, exportedAt)
        : dataPage(data, { language, exportedAt, brand: config.page.brand[language] });
    return { is: 'done', data: { fileName: `my-data-${time.slice(0, 10)}.${format}`, content } };
  });
}
