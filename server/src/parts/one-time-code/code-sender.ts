import type { Principal } from '@foyer/contract/rules/account-rules';
import { code as limits } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import type { Services } from '../../services.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Delivery } from '../../providers/messaging/delivery.ts';
import { type Spending, budgetStore } from '../../store/budgets.ts';
import { type BizType, codeStore } from '../../store/codes.ts';
import { knownBrowserStore } from '../../store/known-browsers.ts';
import { ever, guessBudget, sendBudgets } from './code-budgets.ts';
import { messages } from '@foyer/contract/texts/service-texts';
import { mailPage } from '../notices/mail-html.ts';

export interface Sending {
  bizType: BizType;
  principal: Principal;
  /** Kept with the code, where an earlier step knows whose it is. */
  account: string | undefined;
  heldBy: string | undefined;
  /** What goes out: a code, that there is no account to get into, or nothing where nobody has this address. */
  content: 'code' | 'noAccount' | 'nothing';
  /** Whether the browser may learn if it left. */
  told: boolean;
  /** What limits count by, where those of the address would tell whose it is. */
  countedAs: string | undefined;
}

export type Sent =
  | { is: 'done'; serviceId: string }
  | { is: 'codeTooSoon' | 'codeLimitReached' | 'tooManyRequests'; data: { retryAfter: number } }
  | { is: 'codeNotSent' | 'cannotReceiveCodes' };

/**
 * Sends a code: budgets first, then the code is kept, then it leaves. What did not leave is as if it had never been asked
 * for: its budget is given back, and an older code still works.
 */
export function createCodeSender(services: Services) {
  const { config, database, clock, random, secrets, messenger, backgroundTasks, log } = services;
  const codes = codeStore(database.sql, clock, secrets.codes);
  const budgets = budgetStore(database.sql, clock);
  const known = knownBrowserStore(database.sql, clock);

  async function deliver(
    { bizType, principal, content }: Sending,
    code: string,
    context: RequestContext,
  ): Promise<Delivery> {
    if (content === 'nothing') return { is: 'accepted' };
    const { language } = context;
    const told = content === 'code' ? code : undefined;
    const validFor = limits.lifetime / minutes(1);
    if (principal.kind === 'mobile') {
      const host = new URL(config.publicUrl).hostname;
      const values = told === undefined ? {} : { code, minutes: String(validFor), host };
      const sms = { kind: told === undefined ? 'noAccount' : 'code', to: principal.value, language, values } as const;
      return (await messenger.sms?.(sms)) ?? { is: 'cannotReceive' };
    }
    const brand = config.page.brand[language];
    const text = messages[language].codeMail({
      brand,
      code: told,
      minutes: validFor,
      purpose: messages[language].codePurposes[bizType],
      device: context.deviceLabel,
      address: context.maskedIp,
      support: config.page.support,
    });
    const mail = mailPage(language, brand, text);
    return (await messenger.mail?.({ to: principal.value, language, ...mail })) ?? { is: 'cannotReceive' };
  }

  return async function send(sending: Sending, context: RequestContext): Promise<Sent> {
    const { bizType, principal, account, heldBy, told } = sending;
    const counted = { kind: principal.kind, value: sending.countedAs ?? principal.value };
    if (!messenger[principal.kind === 'mobile' ? 'sms' : 'mail']) return { is: 'cannotReceiveCodes' };

    const browser = context.ensureBrowserId();
    const owner = (await known.knows(counted, browser)) ? { browser } : 'strangers';
    const guesses = guessBudget(counted, owner, config.limits.codes);
    const [wrongInARow = 0] = await budgets.spentOf([guesses.key], ever);
    if (wrongInARow >= config.limits.codes.maxWrongInARow) return { is: 'cannotReceiveCodes' };

    const from = { clientIp: context.clientIp, maskedIp: context.maskedIp, browser };
    const wanted = sendBudgets(counted, owner, bizType, from, config.limits.codes);
    const spending = await budgets.spend(Object.values(wanted));
    if (spending.is === 'refused') {
      if (spending.budget === wanted.everyone) log.error({ event: 'codesStopped', id: context.requestId });
      const data = { retryAfter: spending.retryAfter };
      if (spending.budget === wanted.pause) return { is: 'codeTooSoon', data };
      return { is: spending.budget === wanted.principal ? 'codeLimitReached' : 'tooManyRequests', data };
    }
    const { giveBack } = spending;

    const serviceId = random.token();
    const code = random.digits(limits.length);
    await codes.add({ serviceId, code, bizType, principal, browser, account, heldBy });

    async function leave(): Promise<Sent> {
      const own = await takeOwnRoom();
      if (own.is === 'refused') return { is: 'done', serviceId };
      const delivery = await deliver(sending, code, context);
      if (delivery.is === 'accepted') {
        await codes.endOlder({ serviceId, principal, bizType });
        return { is: 'done', serviceId };
      }
      await codes.remove(serviceId);
      if (delivery.is === 'failed' || delivery.is === 'noAnswer') {
        log.error({ event: 'codeNotSent', id: context.requestId, by: principal.kind, why: delivery.why });
        await giveBack();
        await own.giveBack();
      }
      return refusalFor(delivery);
    }

    /** Counted by something else, the address has its own limit all the same, of which nobody hears. */
    function takeOwnRoom(): Promise<Spending> {
      if (sending.countedAs === undefined || sending.content === 'nothing') return budgets.spend([]);
      const own = sendBudgets(principal, 'strangers', bizType, from, config.limits.codes);
      return budgets.spend([own.pause, own.principal]);
    }

    if (told) return leave();
    backgroundTasks.run('codeNotSent', async () => void (await leave()));
    return { is: 'done', serviceId };
  };
}

function refusalFor(delivery: Exclude<Delivery, { is: 'accepted' }>): Sent {
  switch (delivery.is) {
    case 'cannotReceive':
      return { is: 'cannotReceiveCodes' };
    case 'tooFrequent':
      return {
        is: delivery.retryAfter * 1000 <= minutes(1) ? 'codeTooSoon' : 'codeLimitReached',
        data: { retryAfter: delivery.retryAfter },
      };
    case 'failed':
    case 'noAnswer':
      return { is: 'codeNotSent' };
  }
}
