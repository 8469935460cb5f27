import type { Language } from '../outbox/outbox.ts';
import { html } from '../pages/html.ts';
import { panelDocument } from '../pages/document.ts';
import type { PageView } from '../pages/page-view.ts';
import { type EventCount, type Step, funnelOf, totalsOf } from './funnel.ts';

const zh = {
  title: '页面事件',
  lead: '最近七天在登录页上发生的事。只有次数，没有任何个人信息。',
  steps: { shown: '打开登录页', submitted: '提交登录', done: '登录成功', left: '前往目标页面' } satisfies Record<
    Step,
    string
  >,
  nothing: '还没有事件',
  event: '事件',
  details: '内容',
  count: '次数',
};
const en: typeof zh = {
  title: 'Events',
  lead: 'What happened on the pages in the last seven days. Counts alone, and nothing about anybody.',
  steps: { shown: 'Sign-in page shown', submitted: 'Sign-in submitted', done: 'Signed in', left: 'Gone on' },
  nothing: 'Nothing has happened yet',
  event: 'Event',
  details: 'Details',
  count: 'Count',
};
const wordsIn = (language: Language) => (language === 'zh-CN' ? zh : en);

export function funnelPage(counts: readonly EventCount[], view: PageView) {
  const words = wordsIn(view.language);
  const about = { title: words.title, here: `${view.base}/events`, styles: ['panel.css', 'funnel.css'] };
  const number = (count: number) => count.toLocaleString(view.language);
  return panelDocument(
    view,
    about,
    html`<h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      <dl class="funnel">
        ${funnelOf(counts).map(
          ({ step, count, share }) =>
            html`<div>
              <dt>${words.steps[step]}</dt>
              <dd><meter value="${share}" aria-hidden="true"></meter>${number(count)}</dd>
            </div>`,
        )}
      </dl>
      ${
        counts.length === 0
          ? html`<p>${words.nothing}</p>`
          : html`<table class="counts">
              <thead>
                <tr>
                  <th scope="col">${words.event}</th>
                  <th scope="col">${words.details}</th>
                  <th scope="col">${words.count}</th>
                </tr>
              </thead>
              <tbody>
                ${totalsOf(counts).map(
                  ({ name, details, count }) =>
                    html`<tr>
                      <th scope="row">${name}</th>
                      <td>${details}</td>
                      <td>${number(count)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`
      }`,
  );
}
