import type { Clock } from '../clock/clock.ts';
import type { Fault } from '../fault/fault.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { companiesSection } from './companies-section.ts';
import { html } from '../pages/html.ts';
import { outboxSection } from './outbox-section.ts';
import { panelDocument } from '../pages/document.ts';
import type { PageView } from '../pages/page-view.ts';
import { peopleSection } from './people-section.ts';
import { clockSection, gatewaySection } from './tools-section.ts';

/** What the panel shows. */
export interface World {
  outbox: Outbox;
  clock: Clock;
  fault: Fault;
  companyFault: Fault;
}

const parts = ['people', 'outbox', 'companies', 'clock', 'gateway'] as const;

export function panelPage({ outbox, clock, fault, companyFault }: World, view: PageView) {
  const { texts, base } = view;
  const attributes = html`data-live="${base}/live" data-copied="${texts.copied}" data-copy-failed="${texts.copyFailed}"`;
  const about = { title: texts.title, here: base, styles: ['panel.css'], script: 'panel.js', attributes };
  return panelDocument(
    view,
    about,
    html`<div class="intro">
        <h1>${texts.lead}</h1>
        <nav aria-label="${texts.here}">${parts.map((part) => html`<a href="#${part}">${texts[part]}</a>`)}</nav>
      </div>
      <p class="warning"><strong>${texts.warning}</strong>${texts.warningMore}</p>
      <div class="columns">
        ${peopleSection(view)} ${outboxSection(outbox.sent(), view)}
        <div class="tools">
          ${companiesSection(companyFault.mode(), view)}${clockSection(clock, view)}${gatewaySection(fault.mode(), view)}
        </div>
      </div>`,
  );
}
