import { randomUUID } from 'node:crypto';
import { people, type Person } from '../people.ts';
import type { Scanner, Screen, ScreenContent } from './scanner.ts';

export type Phone = ReturnType<typeof createPhone>;

interface Scan {
  content: string;
  person: Person;
  screen: Screen;
}

const kept = 200;

/** Everyone's phone: it scans a code as whoever holds it, and shows what comes of it. */
export function createPhone(apps: readonly Scanner[]) {
  const scans = new Map<string, Scan>();

  function read(content: string) {
    for (const app of apps) {
      const code = app.read(content);
      if (code !== undefined) return { app, code };
    }
    return undefined;
  }

  return {
    /** The app that a code is for. */
    appOf: (content: string) => read(content)?.app.app,

    find(scan: string): { content: string; person: Person; shows: ScreenContent } | undefined {
      const found = scans.get(scan);
      return found && { content: found.content, person: found.person, shows: found.screen.shows };
    },

    /** Undefined for what no app reads, and for someone without the apps. */
    async scan(content: string, id: string): Promise<{ scan: string; shows: ScreenContent } | undefined> {
      const readable = read(content);
      const person = people.find((one) => one.id === id);
      if (!readable || !person?.appAccounts) return undefined;
      const screen = await readable.app.open(readable.code, person.appAccounts);
      const scan = randomUUID();
      scans.set(scan, { content, person, screen });
      for (const old of [...scans.keys()].slice(0, -kept)) scans.delete(old);
      return { scan, shows: screen.shows };
    },

    /** Presses one of the two buttons; where there is none, nothing happens. Undefined for a scan that is not known. */
    async answer(scan: string, confirm: boolean): Promise<{ scan: string; shows: ScreenContent } | undefined> {
      const found = scans.get(scan);
      if (!found) return undefined;
      const { shows, press } = found.screen;
      // A button is pressed once, however fast the finger is.
      found.screen = { shows };
      if (press) found.screen = await press(confirm);
      return { scan, shows: found.screen.shows };
    },
  };
}
