import { expect } from '@playwright/test';
import type { Service } from './service.ts';

/** A message as it was read on a phone or in a mailbox. */
export interface Arrived {
  channel: 'sms' | 'mail';
  to: string;
  at: string;
  language: string;
  subject?: string;
  text: string;
  html?: string;
  code?: string;
}

/** The phones and mailboxes of everyone, from the beginning of this test on. */
export class Outbox {
  readonly #since: number;

  constructor(readonly service: Service) {
    this.#since = service.now();
  }

  /** Newest first. */
  async messages(to: string): Promise<Arrived[]> {
    const response = await fetch(`${this.service.origin}/sandbox/outbox?${new URLSearchParams({ to })}`);
    const { messages } = (await response.json()) as { messages: Arrived[] };
    return messages.filter(({ at }) => Date.parse(at) >= this.#since);
  }

  /** Every code that came, newest first. */
  async codes(to: string): Promise<string[]> {
    return (await this.messages(to)).flatMap(({ code = [] }) => code);
  }

  /** The newest code, once so many have come. */
  async code(to: string, count = 1): Promise<string> {
    await expect.poll(async () => (await this.codes(to)).length, `codes for ${to}`).toBe(count);
    return (await this.codes(to))[0]!;
  }

  /** Another code than the one that came. */
  async wrongCode(to: string): Promise<string> {
    const right = await this.code(to);
    return right === '000000' ? '111111' : '000000';
  }
}
