import type { FastifyInstance } from 'fastify';
import type { Fault } from '../fault/fault.ts';
import type { people } from '../people.ts';
import type { Scanner } from '../phone/scanner.ts';
import type { ServiceAccess, ServiceClient } from '../service-client.ts';

export type AppAccounts = NonNullable<(typeof people)[number]['appAccounts']>;

/** What an app is made with. */
export interface AppSurroundings extends Pick<ServiceAccess, 'now' | 'publicUrl' | 'apiBase' | 'callService'> {
  callApi: ServiceClient;
}

/** A simulated app for QR sign-in. */
export interface SandboxApp<App = unknown, Access = unknown> {
  /** The app itself, for tests. */
  app: App;
  fault: Fault;
  /** The app on every phone. */
  scanner: Scanner;
  /** The service's configuration: `apiUrl` for its calls, `pagesUrl` for browsers. */
  access(apiUrl: string, pagesUrl: string): Access;
  /** The API that the service calls, below a prefix of its own. */
  gateway(scope: FastifyInstance): Promise<void>;
  /** The pages for browsers, below a prefix of its own. */
  pages(scope: FastifyInstance): Promise<void>;
  /** How the service names a person of the app. */
  subjectOf(accounts: AppAccounts): { provider: string; subject: string };
  /** Set where every identity with that provider is of this sandbox. */
  ownsProvider?: string;
  /** The path in its QR codes, below the prefix: a real camera that scans one opens the simulated phone. Missing without one. */
  qrPath?: string;
  /** The page that the app's built-in browser opens. */
  authorizePage: AuthorizePage;
  reset?(): void;
}

/** An OAuth authorize page. The real apps know their owner; here one is picked. */
export interface AuthorizePage {
  /** Below the prefix of the app. */
  path: string;
  /** The query parameter that differs from the app's registration. */
  invalidParameter(query: URLSearchParams): string | undefined;
  redirectUrl(accounts: AppAccounts, query: URLSearchParams): string;
  /** The redirect after a refusal. Missing for apps that do not ask for consent. */
  declinedUrl?(query: URLSearchParams): string;
}

export const stateOf = (query: URLSearchParams) => query.get('state') ?? '';
export const withParams = (url: string, params: Record<string, string>) =>
  `${url}?${new URLSearchParams(params).toString()}`;
export const differsFrom = (registered: Record<string, string>) => (query: URLSearchParams) =>
  Object.keys(registered).find((key) => query.get(key) !== registered[key]);
