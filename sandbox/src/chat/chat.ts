/** What the frame was told of who writes; a stranger is a random id. */
export interface Visitor {
  uuid: string;
  name?: string;
  email?: string;
  mobile?: string;
}

interface Said {
  by: 'visitor' | 'desk';
  text: string;
  at: string;
}

export interface Conversation {
  visitor: Visitor;
  said: Said[];
}

export type Chat = ReturnType<typeof createChat>;

const conversationsKept = 100;
const saidKept = 200;

/** Every conversation, the newest first. A restart forgets them. */
export function createChat(now: () => number) {
  const conversations = new Map<string, Conversation>();
  const watchers = new Set<(uuid: string) => void>();

  function add(visitor: Visitor, by: Said['by'], text: string): Conversation {
    const known = conversations.get(visitor.uuid);
    const said = [...(known?.said ?? []), { by, text, at: new Date(now()).toISOString() }].slice(-saidKept);
    const conversation = { visitor: { ...known?.visitor, ...visitor }, said };
    conversations.delete(visitor.uuid);
    conversations.set(visitor.uuid, conversation);
    const [oldest] = conversations.keys();
    if (conversations.size > conversationsKept && oldest !== undefined) conversations.delete(oldest);
    for (const watcher of watchers) watcher(visitor.uuid);
    return conversation;
  }

  return {
    write: (visitor: Visitor, text: string) => add(visitor, 'visitor', text),
    /** Undefined when nobody with that id has written. */
    answer: (uuid: string, text: string) => (conversations.has(uuid) ? add({ uuid }, 'desk', text) : undefined),
    all: (): Conversation[] => [...conversations.values()].toReversed(),
    with: (uuid: string) => conversations.get(uuid),
    /** Calls back with the id whenever something is said, until the returned function is called. */
    watch(watcher: (uuid: string) => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
