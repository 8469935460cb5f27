import { randomUUID } from 'node:crypto';
import type { Language } from '../pages/language.ts';

/** A message that a gateway delivers to a person. */
export type Message =
  | { channel: 'sms'; to: string; language: Language; text: string }
  | { channel: 'mail'; to: string; language: Language; subject: string; text: string; html?: string };

/** A delivered message. `code` is the one-time code found in its text. */
export type SentMessage = Message & { id: string; at: string; code?: string };

export type Outbox = ReturnType<typeof createOutbox>;

const maxMessages = 500;

/** Every delivered SMS and e-mail in memory, newest first. */
export function createOutbox(now: () => number) {
  const messages: SentMessage[] = [];
  const watchers = new Set<(message: SentMessage) => void>();

  return {
    deliver(message: Message): SentMessage {
      const code = codeIn(message);
      const sent = { ...message, id: randomUUID(), at: new Date(now()).toISOString(), ...(code && { code }) };
      messages.unshift(sent);
      messages.length = Math.min(messages.length, maxMessages);
      for (const watcher of watchers) watcher(sent);
      return sent;
    },

    sent: (to?: string): readonly SentMessage[] =>
      to === undefined ? [...messages] : messages.filter((message) => message.to === to),

    find: (id: string) => messages.find((message) => message.id === id),

    clear() {
      messages.length = 0;
    },

    /** Calls back for every new message until the returned function is called. */
    watch(watcher: (message: SentMessage) => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

/** Six digits that are not part of a longer number, such as a mobile number. */
const codeIn = ({ text }: Message) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
