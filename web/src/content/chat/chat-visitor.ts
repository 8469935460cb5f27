import type { DataOf } from '@foyer/contract/call';
import { getChatVisitor } from '@foyer/contract/flows/help-desk';
import type { PageContext } from '../../platform/page-context.ts';

export type ChatVisitor = NonNullable<DataOf<typeof getChatVisitor>>;

let anonymousId: string | undefined;

/** The signed-in person, or else a random visitor id that lives as long as this page. */
export async function chatVisitor({ api }: PageContext): Promise<ChatVisitor> {
  const result = await api(getChatVisitor, {});
  return (result.is === 'done' && result.data) || { uuid: (anonymousId ??= `visitor-${randomId()}`) };
}

const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
