import type { FastifyInstance } from 'fastify';
import { textsIn } from './pages/texts.ts';
import { accountStates, kindOf } from './panel/people-section.ts';
import { people } from './people.ts';
import type { ServiceAccess } from './service-client.ts';

/** Everyone to sign in as, with what distinguishes them, for the drawer on the sign-in page and for tests. */
export async function peopleRoutes(
  server: FastifyInstance,
  { accountState }: Required<Pick<ServiceAccess, 'accountState'>>,
) {
  server.get('/people', async () => {
    const states = await accountStates(accountState);
    return {
      people: people.map((person) => {
        // Keys stay here.
        const { totpSecret: _totp, passkey: _passkey, ...shown } = person;
        const state = states.get(person.id);
        const [zh, en] = [textsIn('zh-CN').kinds[kindOf(person)], textsIn('en-US').kinds[kindOf(person)]];
        return {
          ...shown,
          mark: { zh: zh.mark, en: en.mark },
          how: { zh: zh.how, en: en.how },
          passwordChanged: state?.passwordResetAt !== undefined,
          ...(state?.totp && { totp: state.totp }),
        };
      }),
    };
  });
}
