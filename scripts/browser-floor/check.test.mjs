import { describe, expect, test } from 'vitest';
import { problemsOf } from './check.mjs';
import { aboveFloorInScript } from './scripts.mjs';
import { aboveFloorInStyles, withoutNewerStyles } from './styles.mjs';

const every = 'chrome, edge, safari, safari_ios, firefox';
const problemsOfScript = (code) => problems('main.js', aboveFloorInScript(code));
const problemsOfStyles = (css) => problems('main.css', aboveFloorInStyles(css));
const problems = (file, used) =>
  problemsOf(new Map([...used].map(([feature, texts]) => [feature, texts.map((text) => ({ file, text }))])), {});

describe('a script', () => {
  test.each([
    ['URL.canParse(text)', 'api/URL/canParse_static', every],
    ['AbortSignal.any(signals)', 'api/AbortSignal/any_static', every],
    ['AbortSignal.timeout(10)', 'api/AbortSignal/timeout_static', every],
    ['Object.hasOwn(fill, name)', 'javascript/builtins/Object/hasOwn', every],
    ['const { hasOwn } = Object', 'javascript/builtins/Object/hasOwn', every],
    ['structuredClone(state)', 'api/structuredClone', every],
    ['crypto.randomUUID()', 'api/Crypto/randomUUID', every],
    ['list.findLast(isShown)', 'javascript/builtins/Array/findLast', every],
    ['navigator.locks.request(name)', 'api/Navigator/locks', 'safari, safari_ios, firefox'],
    ['requestIdleCallback(then)', 'api/Window/requestIdleCallback', 'safari, safari_ios'],
    ['add(`scrollend`, f); addEventListener(`scrollend`, f)', 'api/Document/scrollend_event', every],
    [
      'x.addEventListener(`input`, f, { signal })',
      'api/EventTarget/addEventListener/options_parameter/options_signal_parameter',
      'chrome, edge, safari, safari_ios',
    ],
    ['field.matches(`:autofill`)', 'css/selectors/autofill', 'chrome, edge, safari, safari_ios'],
    ['form.querySelector(`input:not([type=checkbox], [readonly])`)', 'css/selectors/not/selector_list', 'chrome, edge'],
    ['jsx(`dialog`, { children })', 'html/elements/dialog', 'safari, safari_ios, firefox'],
    ['jsx(`div`, { inert: true })', 'html/global_attributes/inert', every],
    ['/(?<=a)b/.test(text)', 'javascript/regular_expressions/lookbehind_assertion', 'safari, safari_ios'],
  ])('with %s names it and the browsers that lack it', (code, feature, browsers) => {
    expect(problemsOfScript(code)).toContainEqual(
      expect.stringContaining(`main.js: ${feature} is missing in ${browsers}: `),
    );
  });

  test.each(['class A { #b }', 'class A { static { b() } }', 'await load()', '/a/v.test(b)', 'f?.(...list)'])(
    'with the syntax of %s is named',
    (code) => expect(problemsOfScript(code)).toEqual([expect.stringContaining('main.js: syntax: ')]),
  );

  test.each([
    'a?.b ?? c',
    'text.replaceAll(a, b)',
    'state.at === `shown`',
    'const URL = own; URL.canParse(a)',
    'new URL(text)',
    'addEventListener(`input`, f, { passive: true })',
  ])('with %s has no problem', (code) => expect(problemsOfScript(code)).toEqual([]));
});

describe('a style sheet', () => {
  test.each([
    ['.a:has(b) { margin: 0 }', 'css/selectors/has', every],
    ['.a { height: 100dvh }', 'css/types/length/viewport_percentage_units_dynamic', every],
    ['.a { color: color-mix(in srgb, red, blue) }', 'css/types/color/color-mix', every],
    ['@container (width > 1px) { a { margin: 0 } }', 'css/at-rules/container', every],
    [
      '@media (width >= 768px) { a { margin: 0 } }',
      'css/at-rules/media/range_syntax',
      'chrome, edge, safari, safari_ios',
    ],
    ['.a { inset: 0 }', 'css/properties/inset', 'safari, safari_ios'],
    ['.a { display: flex; gap: 1px }', 'css/properties/gap/flex_context', 'safari, safari_ios'],
    [':is(a, b) { margin: 0 }', 'css/selectors/is', 'chrome, edge'],
    ['a:not(b, c) { margin: 0 }', 'css/selectors/not/selector_list', 'chrome, edge'],
  ])('with %s names it and the browsers that lack it', (css, feature, browsers) => {
    expect(problemsOfStyles(css)).toEqual([
      expect.stringContaining(`main.css: ${feature} is missing in ${browsers}: `),
    ]);
  });

  test.each([
    '.a { height: 100vh; height: 100dvh }',
    '.a { display: grid; gap: 1px }',
    '.a { -webkit-user-select: none; user-select: none }',
    '@supports (height: 1dvh) { .a { height: 100dvh } }',
  ])('with %s has no problem', (css) => expect(problemsOfStyles(css)).toEqual([]));

  test('is read by the oldest browsers without what they do not know', () => {
    const css =
      '.a{color:red;inset:0}.b:has(c){color:red}@supports not (aspect-ratio:1){.d{height:1px}}@supports (aspect-ratio:1){.e{top:0}}';
    expect(withoutNewerStyles(css)).toBe('.a{color:red}.d{height:1px}');
  });
});

test('an entry of the table that no file needs is a problem, and so is a use that no part of an entry names', () => {
  const found = new Map([['css/selectors/has', [{ file: 'main.css', text: '.a:has(b)' }]]]);
  expect(problemsOf(found, { 'css/selectors/has': { '.a:has': 'less space' } })).toEqual([]);
  expect(problemsOf(found, { 'css/selectors/has': { '.c:has': 'less space' } })).toEqual([
    expect.stringMatching(/^main\.css: css\/selectors\/has .*: \.a:has\(b\)$/),
    'scripts/browser-floor/allowed.mjs: nothing uses css/selectors/has .c:has',
  ]);
});
