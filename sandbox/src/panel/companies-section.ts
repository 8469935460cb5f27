import { companies, type Company } from '../sso/companies.ts';
import type { FaultMode } from '../fault/fault.ts';
import { copyButton } from './controls.ts';
import { html } from '../pages/html.ts';
import type { PageView } from '../pages/page-view.ts';
import { modesForm } from './tools-section.ts';

/** The companies that have a door of their own, by the domain that opens it. */
export const companiesSection = (mode: FaultMode, view: PageView) =>
  html`<section class="tool companies" aria-labelledby="companies">
    <h2 id="companies">${view.texts.companies}</h2>
    <p class="lead">${view.texts.companiesLead}</p>
    <dl>${companies.map((company) => row(company, view))}</dl>
    <a class="go" href="/login/web?appSsoLogin=true" target="_blank" rel="noopener">
      ${view.texts.companiesGo}<span class="unseen"> ${view.texts.newTab}</span>
    </a>
    <p class="servers" id="servers">${view.texts.companiesFault}</p>
    ${modesForm('company', 'servers', mode, view)}
  </section>`;

function row({ slug, name, people }: Company, view: PageView) {
  const inLanguage = ({ zh, en }: { zh: string; en: string }) => (view.language === 'zh-CN' ? zh : en);
  return html`<div>
    <dt><span>${slug}</span>${copyButton(slug, `${view.texts.companies} ${slug}`, view)}</dt>
    <dd>
      ${inLanguage(name)}
      <ul>
        ${people.map((one) => html`<li>${inLanguage(one.name)}${view.language === 'zh-CN' ? '：' : ': '}${inLanguage(one.about)}</li>`)}
      </ul>
    </dd>
  </div>`;
}
