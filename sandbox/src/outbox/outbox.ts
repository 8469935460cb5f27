import { randomUUID } from 'node:crypto';

export type Language = 'zh-CN' | 'en-US';

/** What a gateway hands over to be read by a person. */
export type Message =
  | { channel: 'sms'; to: string; language: Language; text: string }
  | { channel: 'mail'; to: string; language: Language; subject: string; text: string; html?: string };

/** A message that arrived. `code` is the one it carries, if it carries any. */
export type Sent = Message & { id: string; at: string; code?: string };

export type Outbox = ReturnType<typeof createOutbox>;

const kept = 500;

/** The phones and mailboxes of everyone, newest message first. A restart forgets them. */
export function createOutbox(now: () => number) {
  const messages: Sent[] = [];
  const watchers = new Set<(sent: Sent) => void>();

  return {
    /** The way in for every gateway. */
    deliver(message: Message): Sent {
      const code = codeIn(message);
      const sent = { ...message, id: randomUUID(), at: new Date(now()).toISOString(), ...(code && { code }) };
      messages.unshift(sent);
      messages.length = Math.min(messages.length, kept);
      for (const watcher of watchers) watcher(sent);
      return sent;
    },

    sent: (to?: string): readonly Sent[] => (to === undefined ? [...messages] : messages.filter((m) => m.to === to)),

    /** Calls back for every message from now on, until the returned function is called. */
    watch(watcher: (sent: Sent) => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

/** Six digits that are not part of a longer number, such as a mobile. */
const codeIn = ({ text }: Message) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
