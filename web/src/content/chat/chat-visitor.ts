import type { DataOf } from '@foyer/contract/call';
import { getChatVisitor } from '@foyer/contract/flows/help-desk';
import type { PageContext } from '../../platform/page-context.ts';

export type ChatVisitor = NonNullable<DataOf<typeof getChatVisitor>>;

let nobody: string | undefined;

/** Whom the chat talks to: somebody by name only when they are signed in, else a random visitor of this page. */
export async function chatVisitor({ api }: PageContext): Promise<ChatVisitor> {
  const reply = await api(getChatVisitor, {});
  return (reply.is === 'done' && reply.data) || { uuid: (nobody ??= `visitor-${randomName()}`) };
}

const randomName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
