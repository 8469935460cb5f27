import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@foyer/contract/time';
import type { Driver } from './driver.ts';

/** The browser has left a command without an answer. It gets no other command. */
export class BrowserHangs extends Error {}

/** A driver whose commands all end: the first one without an answer in time gives the browser up. */
export function boundedDriver(driver: Driver, limit = seconds(30)): Driver {
  let hangs: BrowserHangs | undefined;

  async function bounded<Answer>(command: string, send: () => Promise<Answer>): Promise<Answer> {
    if (hangs) throw hangs;
    return within(limit, command, send()).catch((error: unknown) => {
      if (error instanceof BrowserHangs) hangs = error;
      throw error;
    });
  }

  return {
    leaveFor: (url) => bounded('leave', () => driver.leaveFor(url)),
    run: (body, argument) => bounded('run', () => driver.run(body, argument)),
    async find(body, argument) {
      const element = await bounded('find', () => driver.find(body, argument));
      return (
        element && {
          click: () => bounded('click', () => element.click()),
          type: (text) => bounded('type', () => element.type(text)),
          choose: (value) => bounded('choose', () => element.choose(value)),
        }
      );
    },
    screenshot: () => bounded('screenshot', () => driver.screenshot()),
    forget: () => bounded('forget', () => driver.forget()),
    close: () => driver.close(),
  };
}

/** The answer of a browser, if it comes in time. */
export async function within<Answer>(limit: number, command: string, answer: Promise<Answer>): Promise<Answer> {
  const answered = new AbortController();
  const late = pause(limit, undefined, { signal: answered.signal }).then(() => {
    throw new BrowserHangs(`The browser has not answered "${command}" for ${limit / seconds(1)} seconds`);
  });
  return Promise.race([answer, late]).finally(() => answered.abort());
}
