import type { FaultMode } from '../fault/fault.ts';
import type { PageView } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { localize } from '../pages/language.ts';
import { companies, type Company } from '../sso/companies.ts';
import { copyButton, faultModeForm } from './controls.ts';

/** The companies with SSO, by the domain to enter on the sign-in page. */
export const companiesSection = (mode: FaultMode, view: PageView) =>
  html`<section class="tool companies" aria-labelledby="companies">
    <h2 id="companies">${view.texts.companies}</h2>
    <p class="lead">${view.texts.companiesLead}</p>
    <dl>${companies.map((company) => row(company, view))}</dl>
    <a class="go" href="/login/web?appSsoLogin=true" target="_blank" rel="noopener">
      ${view.texts.companiesGo}<span class="visually-hidden"> ${view.texts.newTab}</span>
    </a>
    <p class="servers" id="servers">${view.texts.companiesFault}</p>
    ${faultModeForm('company', 'servers', mode, view)}
  </section>`;

function row({ slug, name, people }: Company, view: PageView) {
  const { language, texts } = view;
  const colon = language === 'zh-CN' ? '：' : ': ';
  return html`<div>
    <dt><span>${slug}</span>${copyButton(slug, `${texts.companies} ${slug}`, view)}</dt>
    <dd>
      ${localize(name, language)}
      <ul>
        ${people.map((person) => html`<li>${localize(person.name, language)}${colon}${localize(person.about, language)}</li>`)}
      </ul>
    </dd>
  </div>`;
}
