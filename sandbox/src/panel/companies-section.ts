import { companies, type Company } from '../sso/companies.ts';
import type { FaultMode } from '../fault/fault.ts';
import { copyButton } from './controls.ts';
import { html } from '../pages/html.ts';
import type { View } from '../pages/page-view.ts';
import { modesForm } from './tools-section.ts';

/** The companies that have a door of their own, by the domain that opens it. */
export const companiesSection = (mode: FaultMode, view: View) =>
  html`<section class="tool companies" aria-labelledby="companies">
    <h2 id="companies">${view.messages.companies}</h2>
    <p class="lead">${view.messages.companiesLead}</p>
    <dl>${companies.map((company) => row(company, view))}</dl>
    <a class="go" href="/login/web?appSsoLogin=true" target="_blank" rel="noopener">
      ${view.messages.companiesGo}<span class="unseen"> ${view.messages.newTab}</span>
    </a>
    <p class="servers" id="servers">${view.messages.companiesFault}</p>
    ${modesForm('company', 'servers', mode, view)}
  </section>`;

function row({ slug, name, people }: Company, view: View) {
  const inLanguage = ({ zh, en }: { zh: string; en: string }) => (view.language === 'zh-CN' ? zh : en);
  return html`<div>
    <dt><span>${slug}</span>${copyButton(slug, `${view.messages.companies} ${slug}`, view)}</dt>
    <dd>
      ${inLanguage(name)}
      <ul>
        ${people.map((one) => html`<li>${inLanguage(one.name)}${view.language === 'zh-CN' ? '：' : ': '}${inLanguage(one.about)}</li>`)}
      </ul>
    </dd>
  </div>`;
}
