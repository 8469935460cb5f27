import type { ScanApp } from '../people.ts';
import type { ServiceClient } from '../service-client.ts';
import type { Screen } from './scanner.ts';

/** What a button does in the customer's own pages and programs, and what the phone shows then. */
export async function answerScan(
  askService: ServiceClient,
  app: ScanApp,
  answer: { ticket: string; confirmed: boolean; phone?: string },
): Promise<Screen> {
  const { is } = await askService('/thirdparty/scan/answer', answer);
  return { shows: { is: is === 'done' ? (answer.confirmed ? 'confirmed' : 'declined') : is, app } };
}
