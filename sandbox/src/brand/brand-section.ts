import { copyButton } from '../panel/controls.ts';
import type { PageView } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import tokens from '../../../web/src/ui/tokens.css?raw';
import type { BrandRefusal, BrandTrial } from './brand-trial.ts';

/** The colour of the built-in look. */
const builtIn = /--accent: light-dark\((#\w+)/.exec(tokens)?.[1] ?? '';

/** The form works without script, except for the logo, which the script reads from its file. */
export function brandSection(brand: BrandTrial, view: PageView) {
  const { texts, base } = view;
  const { accent, logo } = brand.shown();
  const refusal = brand.refusal();
  const lines = [...(accent ? [`BRAND_ACCENT=${accent}`] : []), ...(logo ? ['BRAND_ASSETS=brand'] : [])];
  const shownAccent = refusal?.is === 'contrast' ? refusal.accent : (accent ?? builtIn);
  return html`<section class="tool brand" aria-labelledby="brand">
    <h2 id="brand">${texts.brand}</h2>
    <p class="lead">${texts.brandLead}</p>
    <form class="brand-form" id="brand-form" method="post" action="${base}/brand">
      <label>${texts.brandColour} <input type="color" name="accent" value="${shownAccent}" /></label>
      <label class="plain brand-logo" hidden
        >${texts.brandLogo} <input class="visually-hidden" type="file" accept=".svg,image/svg+xml"
      /></label>
      <input type="hidden" name="logo" />
      <button class="primary">${texts.brandTry}</button>
      ${lines.length > 0 && html`<button class="plain" name="reset" value="true">${texts.brandReset}</button>`}
    </form>
    ${refusal && html`<p class="warning" role="alert">${refused(refusal, view)}</p>`}
    ${
      lines.length > 0 &&
      html`<p class="how">${texts.brandKeep}</p>
        <div class="settings">
          <pre><code>${lines.join('\n')}</code></pre>
          ${copyButton(lines.join('\n'), texts.brandSettings, view)}
        </div>
        ${logo && html`<p class="lead">${texts.brandFolder}</p>`}`
    }
  </section>`;
}

function refused(refusal: BrandRefusal, { texts }: PageView) {
  if (refusal.is !== 'contrast') return texts.brandRefused[refusal.is];
  const { accent, with: other, ratio, needed, theme } = refusal;
  // Rounded down: 4.49 must not be shown as the 4.5 that is needed.
  return texts.brandRefused.contrast(accent, other, String(Math.floor(ratio * 100) / 100), needed, texts.themes[theme]);
}
