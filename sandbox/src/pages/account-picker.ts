import { html } from './html.ts';
import type { Language } from '../outbox/outbox.ts';
import type { Directory } from '../sso/companies.ts';

interface Choice {
  company: Directory;
  language: Language;
  /** Where the sandbox is mounted. */
  base: string;
  /** Where choosing someone leads. */
  addressOf(id: string): string;
  /** Where turning round leads, if this door lets one turn round. */
  cancel?: string;
}

const words = {
  'zh-CN': { title: '选择登录的员工', cancel: '取消登录' },
  'en-US': { title: 'Who is signing in?', cancel: 'Cancel' },
};

/** The sign-in page of a company, or of an app that would know by itself whose it is: whoever is chosen is believed. */
export function accountPicker({ company, language, base, addressOf, cancel }: Choice) {
  const { title, cancel: cancelled } = words[language];
  const inLanguage = ({ zh, en }: { zh: string; en: string }) => (language === 'zh-CN' ? zh : en);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${inLanguage(company.name)}</title>
        <link rel="icon" href="${base}/panel.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${base}/panel.css" />
      </head>
      <body>
        <main>
          <div class="intro"><h1>${inLanguage(company.name)}</h1></div>
          <section class="people" aria-labelledby="who">
            <h2 id="who">${title}</h2>
            <ul class="cards">
              ${company.people.map(
                ({ id, name, about }) =>
                  html`<li class="card">
                    <p class="about">${inLanguage(about)}</p>
                    <a class="go" href="${addressOf(id)}">${inLanguage(name)}</a>
                  </li>`,
              )}
            </ul>
            ${cancel !== undefined && html`<p class="lead"><a href="${cancel}">${cancelled}</a></p>`}
          </section>
        </main>
      </body>
    </html>`;
}
