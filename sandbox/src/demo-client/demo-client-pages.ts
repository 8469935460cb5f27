import { days } from '../clock/clock.ts';
import { type PageView, dateAndTime, panelDocument, timeZone } from '../pages/document.ts';
import { type Html, html } from '../pages/html.ts';
import { type Language, localize } from '../pages/language.ts';
import type { Signature, SignedInPerson } from './demo-client-sessions.ts';
import { type DemoClientTexts, type Problem, demoClientTexts, methodsInWords } from './demo-client-texts.ts';
import { type ContractDocument, documents } from './documents.ts';

export const demoClientPath = '/contracts';

interface DemoClientState {
  now: number;
  person: SignedInPerson | undefined;
  signatureOf(document: string): Signature | undefined;
}

/** All documents, with who is signed in. */
export function demoClientPage(
  { now, person, signatureOf, signedOut }: DemoClientState & { signedOut: boolean },
  view: PageView,
) {
  const texts = demoClientTexts(view.language);
  return panelDocument(
    view,
    { title: texts.title, url: `${view.base}${demoClientPath}` },
    html`<h1>${texts.title}</h1>
      <p class="lead">${texts.lead}</p>
      ${signedOut && html`<p class="notice" role="status">${texts.signedOut}</p>`}
      ${person && html`<section class="tool visitor" aria-label="${texts.youAre}">${personFacts(person, view)}</section>`}
      <ul class="choices contracts">
        ${documents.map((document) => documentLink(document, signatureOf(document.id), now, view))}
      </ul>`,
  );
}

function documentLink(document: ContractDocument, signature: Signature | undefined, now: number, view: PageView) {
  const texts = demoClientTexts(view.language);
  const badge = signature ? html`<span class="badge badge-ok">${texts.signed}</span>` : undefined;
  return html`<li>
    <a class="choice" href="${view.base}${demoClientPath}/${document.id}">
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6" />
      </svg>
      <span class="choice-text">
        <span
          >${localize(document.title, view.language)} ${badge ?? html`<span class="badge">${texts.toSign}</span>`}</span
        >
        <span>${details(document, now, view)}</span>
      </span>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m9.5 6 6 6-6 6" /></svg>
    </a>
  </li>`;
}

const details = (document: ContractDocument, now: number, { language }: PageView) => {
  const { sentBy, until, onlyFor } = demoClientTexts(language);
  return [
    sentBy(localize(document.sender, language)),
    until(day(expiryOf(document, now), language)),
    ...(document.signer ? [onlyFor(localize(document.signer.name, language))] : []),
  ].join(' · ');
};

/** The end of a document's time, in milliseconds. */
export const expiryOf = ({ daysLeft }: ContractDocument, now: number) => now + days(daysLeft);

const day = (at: number, language: Language) =>
  new Date(at).toLocaleDateString(language, { timeZone, dateStyle: 'medium' });

/** The name in the language of the page, else as the provider says it. */
const nameOf = ({ name, names, email, phoneNumber }: SignedInPerson, language: Language): string =>
  names[language] ?? name ?? email ?? phoneNumber ?? '';

interface DocumentState {
  now: number;
  document: ContractDocument;
  person: SignedInPerson | undefined;
  signature: Signature | undefined;
  /** Whether this person may sign it. */
  maySign: boolean;
  problem: Problem | undefined;
}

/** One document, and what this person can do with it. */
export function documentPage(state: DocumentState, view: PageView) {
  const { document, signature, now, problem } = state;
  const { language, base } = view;
  const texts = demoClientTexts(language);
  const title = localize(document.title, language);
  const url = `${base}${demoClientPath}`;
  return panelDocument(
    view,
    { title, url: `${url}/${document.id}` },
    html`<p class="back"><a href="${url}">${texts.allDocuments}</a></p>
      ${problem && html`<p class="warning" role="alert">${texts.problems[problem]}</p>`}
      <div class="contract">
        <article class="tool paper" aria-labelledby="title">
          <h1 id="title">${title}</h1>
          <p class="lead">${details(document, now, view)}</p>
          ${document.text.map((paragraph) => html`<p>${localize(paragraph, language)}</p>`)}
          ${signature && seal(signature, texts, language)}
        </article>
        <section class="tool signing" aria-labelledby="signing">
          <h2 id="signing">${texts.signing}</h2>
          ${signingPart(state, view)}
        </section>
      </div>`,
  );
}

const seal = ({ person, at }: Signature, { signed }: DemoClientTexts, language: Language) =>
  html`<p class="seal">
    <strong>${nameOf(person, language)}</strong> <span>${signed} · ${dateAndTime(at, language)}</span>
  </p>`;

function signingPart({ document, person, signature, maySign }: DocumentState, view: PageView): Html {
  const { language, base } = view;
  const texts = demoClientTexts(language);
  const url = `${base}${demoClientPath}/${document.id}`;
  const signer = document.signer && localize(document.signer.name, language);
  if (!person)
    return html`<p class="lead">${texts.signInLead}</p>
      ${action(`${url}/sign-in`, texts.signIn)}`;
  if (signature)
    return html`<p class="lead">${texts.signedLead}</p>
      ${personFacts(person, view, fact(texts.confirmedWith, methodsInWords(signature.person.amr, language)))}`;
  return html`${
    maySign
      ? html`<p class="lead">${texts.signLead}</p>
          ${action(`${url}/sign`, texts.sign)}`
      : html`<p class="lead">${texts.forOther(signer ?? '')}</p>
          ${action(`${url}/sign-in`, texts.signInAs(signer ?? ''))}`
  }
  ${personFacts(person, view)}`;
}

const action = (url: string, label: string) =>
  html`<form method="post" action="${url}"><button class="primary">${label}</button></form>`;

function personFacts(person: SignedInPerson, { language, base }: PageView, more?: Html) {
  const texts = demoClientTexts(language);
  const account = person.email ?? person.phoneNumber;
  return html`<dl class="facts">
      ${fact(texts.youAre, nameOf(person, language), account)}
      ${more ?? fact(texts.signedInWith, methodsInWords(person.amr, language))}
    </dl>
    <form method="post" action="${base}${demoClientPath}/sign-out">
      <button class="plain" aria-describedby="sign-out">${texts.signOut}</button>
      <p class="lead" id="sign-out">${texts.signOutLead}</p>
    </form>`;
}

const fact = (label: string, value: string, more?: string) =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}${more && html` <span>${more}</span>`}</dd>
  </div>`;
