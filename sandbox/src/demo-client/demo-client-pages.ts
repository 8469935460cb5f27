import { days } from '../clock/clock.ts';
import { type PageView, dateAndTime, timeZone } from '../pages/document.ts';
import { type Html, html } from '../pages/html.ts';
import { type Language, localize } from '../pages/language.ts';
import { demoClientDocument, demoClientPath } from './demo-client-frame.ts';
import { type Signature, type SignedInPerson, nameIn } from './demo-client-sessions.ts';
import { type Problem, demoClientTexts, methodsInWords } from './demo-client-texts.ts';
import { type ContractDocument, documents } from './documents.ts';

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
  return demoClientDocument(
    view,
    { path: '', person },
    html`<div class="library">
      <h1>${texts.title}</h1>
      <p class="lead">${texts.lead}</p>
      ${signedOut && html`<p class="notice" role="status">${texts.signedOut}</p>`}
      <ul class="choices">
        ${documents.map((document) => documentLink(document, signatureOf(document.id), now, view))}
      </ul>
    </div>`,
  );
}

function documentLink(document: ContractDocument, signature: Signature | undefined, now: number, view: PageView) {
  return html`<li>
    <a class="choice" href="${view.base}${demoClientPath}/${document.id}">
      <svg class="leaf" viewBox="0 0 40 48" aria-hidden="true">
        <path d="M4 1.5h23L36 11v35.5H4zM27 1.5V11h9M10 17h20M10 23h20M10 29h13" />
        ${signature && html`<path class="leaf-seal" d="M21 33.5h10v9H21zM24 38h4" />`}
      </svg>
      <span class="choice-text">
        <span>${localize(document.title, view.language)} ${badge(signature, view)}</span>
        <span>${details(document, now, view)}</span>
      </span>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m9.5 6 6 6-6 6" /></svg>
    </a>
  </li>`;
}

function badge(signature: Signature | undefined, { language }: PageView) {
  const texts = demoClientTexts(language);
  return signature
    ? html`<span class="badge badge-ok">${texts.signed}</span>`
    : html`<span class="badge badge-mute">${texts.toSign}</span>`;
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

interface DocumentState {
  now: number;
  document: ContractDocument;
  person: SignedInPerson | undefined;
  signature: Signature | undefined;
  /** It was signed just now: the seal is pressed. */
  isNew: boolean;
  /** Whether this person may sign it. */
  maySign: boolean;
  problem: Problem | undefined;
}

/** One document, and what this person can do with it. */
export function documentPage(state: DocumentState, view: PageView) {
  const { document, person, signature, now, problem } = state;
  const { language, base } = view;
  const texts = demoClientTexts(language);
  const title = localize(document.title, language);
  return demoClientDocument(
    view,
    { title, path: `/${document.id}`, person },
    html`<div class="bar">
        <a href="${base}${demoClientPath}">${texts.allDocuments}</a>
        ${badge(signature, view)} <span>${details(document, now, view)}</span>
      </div>
      ${problem && html`<p class="warning" role="alert">${texts.problems[problem]}</p>`}
      <div class="contract">
        <article class="paper" aria-labelledby="title">
          <h1 id="title">${title}</h1>
          <p class="number">${texts.number(`${document.id.toUpperCase()}-2026-018`)}</p>
          <ol class="clauses">
            ${document.text.map((paragraph) => html`<li>${localize(paragraph, language)}</li>`)}
          </ol>
          <div class="parties">
            <div>
              <p class="party">${texts.sender}</p>
              <p class="line">${localize(document.sender, language)}</p>
            </div>
            <div>
              <p class="party">${texts.signer}</p>
              ${signature ? seal(state, signature, view) : html`<p class="line"></p>`}
            </div>
          </div>
          ${signature && certificate(signature, view)}
        </article>
        <section class="tool signing" aria-labelledby="signing">
          <h2 id="signing">${signature ? texts.signed : person && state.maySign ? texts.verify : texts.signing}</h2>
          ${signingPart(state, view)}
        </section>
      </div>`,
  );
}

/** As the sign-in page draws it: the character 章 in a square. */
const character =
  'M16 5v3M9 8.6h14M12.6 9l.8 3M19.4 9l-.8 3M7 12.8h18M10.6 15.8h10.8v5.8H10.6zM10.6 18.7h10.8M7 24.5h18M16 21.8V28';

/** The name on the line, and the seal of the signing service, which is pressed on it once. */
const seal = ({ isNew }: DocumentState, { person }: Signature, { language }: PageView) =>
  html`<div class="seal" ${isNew && html`data-new`}>
    <p class="line">${nameIn(person, language)}</p>
    <svg viewBox="0 0 36 36" aria-hidden="true">
      <rect x="1.5" y="1.5" width="33" height="33" rx="4" />
      <path d="${character}" transform="translate(2 1.5)" />
    </svg>
  </div>`;

/** Who signed, how it was made sure that it was them, and when. */
function certificate({ person, at }: Signature, { language }: PageView) {
  const { certificate: line } = demoClientTexts(language);
  const words = line(nameIn(person, language), methodsInWords(person.amr, language), dateAndTime(at, language));
  return html`<p class="certificate">
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5 9.5 17 19 7.5" /></svg>
    <span>${words}</span>
  </p>`;
}

function signingPart({ document, person, signature, maySign }: DocumentState, view: PageView): Html {
  const { language, base } = view;
  const texts = demoClientTexts(language);
  const url = `${base}${demoClientPath}/${document.id}`;
  const signer = document.signer && localize(document.signer.name, language);
  if (signature)
    return html`<p class="lead">${texts.signedLead}</p>
      <dl class="facts">
        ${fact(texts.signedBy, nameIn(signature.person, language), accountOf(signature.person))}
        ${fact(texts.confirmedWith, methodsInWords(signature.person.amr, language))}
      </dl>
      ${!person && action(`${url}/sign-in`, texts.signInAgain, 'plain')}`;
  if (!person)
    return html`<p class="lead">${texts.signInLead}</p>
      ${action(`${url}/sign-in`, texts.signIn)}`;
  return html`${
      maySign
        ? html`<p class="lead">${texts.signLead}</p>
            ${action(`${url}/sign`, texts.sign)}`
        : html`<p class="lead">${texts.forOther(signer ?? '')}</p>
            ${action(`${url}/sign-in`, texts.signInAs(signer ?? ''))}`
    }
    <dl class="facts">
      ${fact(texts.youAre, nameIn(person, language), accountOf(person))}
      ${fact(texts.signedInWith, methodsInWords(person.amr, language))}
    </dl>`;
}

const accountOf = ({ email, phoneNumber }: SignedInPerson) => email ?? phoneNumber;

const action = (url: string, label: string, kind: 'primary' | 'plain' = 'primary') =>
  html`<form method="post" action="${url}"><button class="${kind}">${label}</button></form>`;

const fact = (label: string, value: string, more?: string) =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}${more && html` <span>${more}</span>`}</dd>
  </div>`;
