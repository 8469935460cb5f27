import { brandSection } from '../brand/brand-section.ts';
import type { BrandTrial } from '../brand/brand-trial.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fault } from '../fault/fault.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type PageView, panelDocument } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { companiesSection } from './companies-section.ts';
import { outboxSection } from './outbox-section.ts';
import type { ServiceAccess } from '../service-client.ts';
import { type AccountStates, peopleSection } from './people-section.ts';
import { clockSection, gatewaySection } from './tools-section.ts';

export interface PanelOptions {
  outbox: Outbox;
  brand: BrandTrial;
  clock: Clock;
  fault: Fault;
  companyFault: Fault;
  accountState: NonNullable<ServiceAccess['accountState']>;
}

const sections = ['people', 'outbox', 'brand', 'companies', 'clock', 'gateway'] as const;

export function panelPage(
  { outbox, brand, clock, fault, companyFault }: PanelOptions,
  states: AccountStates,
  view: PageView,
) {
  const { texts, base } = view;
  const attributes = html`data-live="${base}/live" data-copied="${texts.copied}" data-copy-failed="${texts.copyFailed}"`;
  return panelDocument(
    view,
    { title: texts.title, url: base, script: 'panel.js', attributes },
    html`<div class="intro">
        <h1>${texts.lead}</h1>
        <nav aria-label="${texts.onThisPage}">
          ${sections.map((section) => html`<a href="#${section}">${texts[section]}</a>`)}
        </nav>
      </div>
      <p class="warning"><strong>${texts.warning}</strong>${texts.warningDetail}</p>
      <div class="columns">
        ${peopleSection(states, view)} ${outboxSection(outbox.sent(), view)}
        <div class="tools">
          ${brandSection(brand, view)}
          ${companiesSection(companyFault.mode(), view)}${clockSection(clock, view)}${gatewaySection(fault.mode(), view)}
        </div>
      </div>`,
  );
}
