import { randomUUID } from 'node:crypto';
import { people, type Person } from '../people.ts';
import type { Scanner, Screen, ScreenContent } from './scanner.ts';

export type Phone = ReturnType<typeof createPhone>;

interface Scan {
  /** The text in the QR code. */
  text: string;
  person: Person;
  screen: Screen;
}

export type ScanResult = { scan: string; screen: ScreenContent };

const maxScans = 200;

/** Scans QR codes with the phone of any person, and keeps what each phone shows. */
export function createPhone(scanners: readonly Scanner[]) {
  const scans = new Map<string, Scan>();

  function read(text: string) {
    for (const scanner of scanners) {
      const code = scanner.read(text);
      if (code !== undefined) return { scanner, code };
    }
    return undefined;
  }

  return {
    clear: () => scans.clear(),

    /** The app that can read the QR code. */
    appFor: (text: string) => read(text)?.scanner.app,

    find(id: string): { text: string; person: Person; screen: ScreenContent } | undefined {
      const scan = scans.get(id);
      return scan && { ...scan, screen: scan.screen.content };
    },

    /** Undefined when no app reads the text, or the person does not have the apps. */
    async scan(text: string, personId: string): Promise<ScanResult | undefined> {
      const found = read(text);
      const person = people.find(({ id }) => id === personId);
      if (!found || !person?.appAccounts) return undefined;
      const screen = await found.scanner.open(found.code, person.appAccounts);
      const id = randomUUID();
      scans.set(id, { text, person, screen });
      for (const old of [...scans.keys()].slice(0, -maxScans)) scans.delete(old);
      return { scan: id, screen: screen.content };
    },

    /** Confirms or declines; does nothing on a screen without buttons. Undefined for an unknown scan. */
    async answer(id: string, confirm: boolean): Promise<ScanResult | undefined> {
      const scan = scans.get(id);
      if (!scan) return undefined;
      const { content, press } = scan.screen;
      // Removes the buttons before the request, so that a double click answers once.
      scan.screen = { content };
      if (press) scan.screen = await press(confirm);
      return { scan: id, screen: scan.screen.content };
    },
  };
}
