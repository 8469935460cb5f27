/** The person who writes in the chat, as the sign-in page identifies them. Without a session `uuid` is a random id. */
export interface Visitor {
  uuid: string;
  name?: string;
  email?: string;
  mobile?: string;
}

interface ChatMessage {
  by: 'visitor' | 'agent';
  text: string;
  at: string;
}

export interface Conversation {
  visitor: Visitor;
  messages: ChatMessage[];
}

export type Chat = ReturnType<typeof createChat>;

const maxConversations = 100;
const maxMessages = 200;

/** The conversations of the support chat in memory, newest first. */
export function createChat(now: () => number) {
  const conversations = new Map<string, Conversation>();
  const watchers = new Set<(uuid: string) => void>();

  function add(visitor: Visitor, by: ChatMessage['by'], text: string): Conversation {
    const previous = conversations.get(visitor.uuid);
    const message = { by, text, at: new Date(now()).toISOString() };
    const messages = [...(previous?.messages ?? []), message].slice(-maxMessages);
    const conversation = { visitor: { ...previous?.visitor, ...visitor }, messages };
    conversations.delete(visitor.uuid);
    conversations.set(visitor.uuid, conversation);
    const [oldest] = conversations.keys();
    if (conversations.size > maxConversations && oldest !== undefined) conversations.delete(oldest);
    for (const watcher of watchers) watcher(visitor.uuid);
    return conversation;
  }

  return {
    write: (visitor: Visitor, text: string) => add(visitor, 'visitor', text),
    /** Undefined for a visitor who has not written. */
    answer: (uuid: string, text: string) => (conversations.has(uuid) ? add({ uuid }, 'agent', text) : undefined),
    all: (): Conversation[] => [...conversations.values()].toReversed(),
    with: (uuid: string) => conversations.get(uuid),
    clear: () => conversations.clear(),
    /** Calls back with the visitor's id for every new message until the returned function is called. */
    watch(watcher: (uuid: string) => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
