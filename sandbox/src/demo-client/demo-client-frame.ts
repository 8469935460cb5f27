import { type PageView, htmlDocument, otherLanguageOf } from '../pages/document.ts';
import { type Html, html } from '../pages/html.ts';
import { nameIn, type SignedInPerson } from './demo-client-sessions.ts';
import { demoClientTexts } from './demo-client-texts.ts';

export const demoClientPath = '/contracts';
export const demoClientIcon = `${demoClientPath}.svg`;

/** A page of the application: it has its own name, mark and colour, and says that it is of the sandbox. */
export function demoClientDocument(
  view: PageView,
  { title, path, person }: { title?: string; path: string; person: SignedInPerson | undefined },
  content: Html,
) {
  const { language, base, texts } = view;
  const { name, signOut, signOutLead } = demoClientTexts(language);
  const home = `${base}${demoClientPath}`;
  const icon = `${base}${demoClientIcon}`;
  const other = otherLanguageOf(language);
  return htmlDocument(
    { language, base, icon, title: title ? `${title} · ${name}` : name, attributes: html`class="demo"` },
    html`<a class="skip" href="#main">${texts.skip}</a>
      <header>
        <a class="logo" href="${home}"><img src="${icon}" alt="" width="30" height="30" />${name}</a>
        <a class="badge badge-warn" href="${base}">${texts.title}</a>
        <a class="language" href="${home}${path}?lang=${other}" lang="${other}" hreflang="${other}"
          >${texts.otherLanguage}</a
        >
        ${
          person &&
          html`<div class="signer">
            <span class="initial" aria-hidden="true">${nameIn(person, language).slice(0, 1)}</span>
            <span>${nameIn(person, language)}</span>
            <form method="post" action="${home}/sign-out">
              <button class="plain" aria-describedby="sign-out">${signOut}</button>
              <span class="visually-hidden" id="sign-out">${signOutLead}</span>
            </form>
          </div>`
        }
      </header>
      <main id="main" tabindex="-1">${content}</main>`,
  );
}
