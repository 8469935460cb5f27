import { type PageView, panelDocument } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { type EventCount, type Step, funnelOf, totalsOf } from './funnel.ts';

const zh = {
  title: '页面事件',
  lead: '最近七天在登录页上发生的事。只有次数，没有任何个人信息。',
  steps: { shown: '打开登录页', submitted: '提交登录', done: '登录成功', left: '前往目标页面' } satisfies Record<
    Step,
    string
  >,
  funnel: '登录过程',
  all: '全部事件',
  noEvents: '还没有事件',
  event: '事件',
  details: '内容',
  count: '次数',
};
const en: typeof zh = {
  title: 'Events',
  lead: 'Events of the sign-in pages in the last seven days: counts only, no personal data.',
  steps: { shown: 'Sign-in page shown', submitted: 'Sign-in submitted', done: 'Signed in', left: 'Redirected' },
  funnel: 'From opening the page to signing in',
  all: 'All events',
  noEvents: 'No events yet',
  event: 'Event',
  details: 'Details',
  count: 'Count',
};

export function funnelPage(counts: readonly EventCount[], view: PageView) {
  const texts = view.language === 'zh-CN' ? zh : en;
  const number = (count: number) => count.toLocaleString(view.language);
  return panelDocument(
    view,
    { title: texts.title, url: `${view.base}/events` },
    html`<h1>${texts.title}</h1>
      <p class="lead">${texts.lead}</p>
      <div class="events">
        <section class="tool" aria-labelledby="funnel">
          <h2 id="funnel">${texts.funnel}</h2>
          <dl class="bars">
            ${funnelOf(counts).map(
              ({ step, count, share }) =>
                html`<div>
                  <dt>${texts.steps[step]}</dt>
                  <dd>${number(count)}</dd>
                  <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect width="${Math.round(share * 100)}" height="6" />
                  </svg>
                </div>`,
            )}
          </dl>
        </section>
        <section class="tool" aria-labelledby="all-events">
          <h2 id="all-events">${texts.all}</h2>
          ${
            counts.length === 0
              ? html`<p class="lead">${texts.noEvents}</p>`
              : html`<table class="counts">
                  <thead>
                    <tr>
                      <th scope="col">${texts.event}</th>
                      <th scope="col">${texts.details}</th>
                      <th scope="col">${texts.count}</th>
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
          }
        </section>
      </div>`,
  );
}
