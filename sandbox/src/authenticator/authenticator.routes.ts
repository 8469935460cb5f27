import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../http/request-body.ts';
import { people } from '../people.ts';
import type { ServiceAccess } from '../service-client.ts';
import type { CreateOptions, GetOptions, SoftwareAuthenticator } from './software-authenticator.ts';

interface Options {
  authenticator: SoftwareAuthenticator;
  publicUrl: string;
  accountState: NonNullable<ServiceAccess['accountState']>;
}

/**
 * The authenticator of the sandbox, which a page uses in place of the browser's own. Everyone who uses the sandbox shares
 * it, and it verifies no person: it is for trying out.
 */
export async function authenticatorRoutes(
  server: FastifyInstance,
  { authenticator, publicUrl, accountState }: Options,
) {
  server.get('/authenticator', async () => ({ passkeys: authenticator.passkeys() }));

  server.post('/authenticator/create', async (request, reply) => {
    const { options } = fieldsOf(request.body);
    if (!isCreateOptions(options)) return reply.code(400).send({ problem: 'give options with challenge, rp and user' });
    await keepPasskeysOfPeople(options.rp.id);
    return { credential: authenticator.create(options, publicUrl) ?? null };
  });

  server.post('/authenticator/get', async (request, reply) => {
    const { options } = fieldsOf(request.body);
    if (!isGetOptions(options)) return reply.code(400).send({ problem: 'give options with challenge and rpId' });
    await keepPasskeysOfPeople(options.rpId);
    return { credential: authenticator.get(options, publicUrl) ?? null };
  });

  /** Only the service knows how it names an account to authenticators, and a reset changes that. */
  async function keepPasskeysOfPeople(rpId: string) {
    for (const { passkey, mobile = '', name } of people) {
      const id = passkey && (await accountState(mobile))?.userHandle;
      if (id) authenticator.keep(passkey, rpId, { id, name: mobile, displayName: name.en });
    }
  }
}

const has = <Name extends string>(value: unknown, ...names: Name[]): value is Record<Name, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

const isCreateOptions = (options: unknown): options is CreateOptions =>
  has(options, 'challenge', 'rp', 'user') && has(options.rp, 'id') && has(options.user, 'id', 'name', 'displayName');

const isGetOptions = (options: unknown): options is GetOptions => has(options, 'challenge', 'rpId');
