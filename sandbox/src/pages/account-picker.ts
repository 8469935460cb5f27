import { soloDocument } from './document.ts';
import { html } from './html.ts';
import { type Language, type LocalizedText, localize } from './language.ts';
import { textsIn } from './texts.ts';

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
  'zh-CN': { title: (name: string) => `登录${name}`, lead: '选择一个人，随后返回登录页。', cancel: '取消登录' },
  'en-US': {
    title: (name: string) => `Sign in to ${name}`,
    lead: 'Pick a person to go back to the sign-in page.',
    cancel: 'Cancel',
  },
};

/** The sign-in page of an identity provider: a click on a person signs them in without a password. */
export function accountPicker({ directory, language, base, urlOf, cancelUrl }: AccountPickerOptions) {
  const { title, lead, cancel } = texts[language];
  const fullName = localize(directory.name, language);
  // Without the protocol, which stands in brackets.
  const name = fullName.replace(/\s*[（(].*/, '');
  return soloDocument(
    language,
    base,
    title(name),
    html`<p class="provider">
        <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>${fullName}
        <span class="badge badge-warn">${textsIn(language).title}</span>
      </p>
      <h1>${title(name)}</h1>
      <p class="lead">${lead}</p>
      <ul class="choices">
        ${directory.people.map((person) => choice(localize(person.name, language), localize(person.about, language), urlOf(person.id)))}
      </ul>
      ${cancelUrl !== undefined && html`<p class="after"><a href="${cancelUrl}">${cancel}</a></p>`}`,
  );
}

const choice = (name: string, about: string, url: string) =>
  html`<li>
    <a class="choice" href="${url}">
      <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>
      <span class="choice-text"><span>${name}</span> <span>${about}</span></span>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m9.5 6 6 6-6 6" /></svg>
    </a>
  </li>`;
