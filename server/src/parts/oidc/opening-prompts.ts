import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Interaction, InteractionResults } from 'oidc-provider';

/** What a prompt opens. The person signs in there, also one who was signed in before. */
interface Opening {
  page: string;
  /** Whether `login_hint` fills the account in: accounts to choose from are offered only where none is. */
  prefills: boolean;
}

const signIn: Opening = { page: pageRoutes.login, prefills: true };
const openings = {
  select_account: { ...signIn, prefills: false },
  /** Initiating User Registration via OpenID Connect 1.0. */
  create: { page: pageRoutes.register, prefills: true },
} satisfies Record<string, Opening>;

export const openingPrompts = Object.keys(openings) as (keyof typeof openings)[];

const isOpening = (name: string): name is keyof typeof openings => name in openings;

export const openingOf = ({ prompt: { name } }: Interaction): Opening => (isOpening(name) ? openings[name] : signIn);

/** A prompt is answered when the result names it. */
export const answered = ({ prompt: { name } }: Interaction): InteractionResults =>
  isOpening(name) ? { [name]: {} } : {};
