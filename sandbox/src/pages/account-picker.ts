import { htmlDocument } from './document.ts';
import { html } from './html.ts';
import { type Language, type LocalizedText, localize } from './language.ts';

/** The people of a company, or the owners of an app. */
export interface Directory {
  name: LocalizedText;
  people: readonly { id: string; name: LocalizedText; about: LocalizedText }[];
}

interface AccountPickerOptions {
  directory: Directory;
  language: Language;
  /** The sandbox's path prefix. */
  base: string;
  urlOf(personId: string): string;
  /** The URL that cancels the sign-in, if the provider allows it. */
  cancelUrl?: string;
}

const texts = {
  'zh-CN': { title: '选择登录的员工', cancel: '取消登录' },
  'en-US': { title: 'Who is signing in?', cancel: 'Cancel' },
};

/** The sign-in page of an identity provider: a click on a person signs them in without a password. */
export function accountPicker({ directory, language, base, urlOf, cancelUrl }: AccountPickerOptions) {
  const { title, cancel } = texts[language];
  const name = localize(directory.name, language);
  return htmlDocument(
    { language, title: name, base, styles: ['panel.css'] },
    html`<main>
      <div class="intro"><h1>${name}</h1></div>
      <section class="people" aria-labelledby="who">
        <h2 id="who">${title}</h2>
        <ul class="cards">
          ${directory.people.map(
            (person) =>
              html`<li class="card">
                <p class="about">${localize(person.about, language)}</p>
                <a class="go" href="${urlOf(person.id)}">${localize(person.name, language)}</a>
              </li>`,
          )}
        </ul>
        ${cancelUrl !== undefined && html`<p class="lead"><a href="${cancelUrl}">${cancel}</a></p>`}
      </section>
    </main>`,
  );
}
