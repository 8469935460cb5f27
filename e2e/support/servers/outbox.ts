import { expect } from '@playwright/test';
import type { Service } from './service.ts';

/** A text message or mail that the sandbox has delivered. */
interface Message {
  channel: 'sms' | 'mail';
  to: string;
  at: string;
  language: string;
  subject?: string;
  text: string;
  html?: string;
  code?: string;
}

/** All messages that were delivered since the start of this test. */
export class Outbox {
  constructor(
    readonly service: Service,
    readonly since: number,
  ) {}

  /** Newest first. */
  async messages(to: string): Promise<Message[]> {
    const response = await fetch(`${this.service.origin}/sandbox/outbox?${new URLSearchParams({ to })}`);
    const { messages } = (await response.json()) as { messages: Message[] };
    return messages.filter(({ at }) => Date.parse(at) >= this.since);
  }

  /** Every code that was delivered, newest first. */
  async codes(to: string): Promise<string[]> {
    return (await this.messages(to)).flatMap(({ code = [] }) => code);
  }

  /** The newest code, once this many have been delivered. */
  async code(to: string, count = 1): Promise<string> {
    await expect.poll(async () => (await this.codes(to)).length, `codes for ${to}`).toBe(count);
    return (await this.codes(to))[0]!;
  }

  /** A code that differs from the delivered one. */
  async wrongCode(to: string): Promise<string> {
    const code = await this.code(to);
    return code === '000000' ? '111111' : '000000';
  }
}
