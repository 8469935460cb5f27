import type { OpenApi, Operation } from './open-api.ts';
import { schemaText } from './schema-text.ts';

interface ApiPageOptions {
  jsonUrl: string;
  links: readonly { url: string; label: string }[];
}

/** The page that shows the description of the calls. It has no script, and contains its styles. */
export const apiPage = ({ info, servers, tags, paths }: OpenApi, { jsonUrl, links }: ApiPageOptions) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(info.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${css}</style>
</head>
<body>
<header>
<a class="logo" href="${escape(links[0]?.url ?? '/')}"><img src="/favicon.svg" alt="" width="30" height="30">Foyer <span class="badge">API</span></a>
<nav aria-label="Other pages">${links.map(({ url, label }) => `<a href="${escape(url)}">${escape(label)}</a>`).join('')}<a href="${escape(jsonUrl)}">OpenAPI</a></nav>
</header>
<nav class="flows" aria-label="Flows">
<ul>${tags.map(({ name }) => `<li><a href="#${escape(name)}">${escape(name)}</a></li>`).join('')}</ul>
</nav>
<main id="top">
<h1>${escape(info.title)}</h1>
<p>Version ${escape(info.version)}, base URL <code>${escape(servers[0]?.url ?? '')}</code>. Machine-readable: <a href="${escape(jsonUrl)}">OpenAPI</a>.</p>
<p>Every response is <code>{ code, message, data }</code>. Code 0 means success; the message is for people, in the requested language.</p>
${tags.map(({ name }) => flow(name, paths)).join('\n')}
</main>
</body>
</html>
`;

function flow(tag: string, paths: OpenApi['paths']): string {
  const calls = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => call(method, path, operation)),
  );
  return `<section aria-labelledby="${escape(tag)}"><h2 id="${escape(tag)}">${escape(tag)}</h2>${calls.join('')}</section>`;
}

const call = (
  method: string,
  path: string,
  { operationId, summary, parameters, requestBody, responses }: Operation,
) => `
<article id="${escape(operationId)}">
<h3><span class="method ${escape(method)}">${escape(method.toUpperCase())}</span> <code>${escape(path)}</code></h3>
<p>${escape(summary)}</p>
${parameters.length > 0 ? `<table><caption>Parameters</caption><tbody>${parameters.map(parameter).join('')}</tbody></table>` : ''}
${requestBody ? shape('Request', schemaText(requestBody.content['application/json'].schema)) : ''}
${Object.entries(responses).map(response).join('')}
</article>`;

const parameter = ({ name, in: location, required, description, schema }: Operation['parameters'][number]) =>
  `<tr><th scope="row"><code>${escape(name)}</code></th><td>${location}${required ? ', required' : ''}</td><td><code>${escape(schemaText(schema))}</code>${description ? ` ${escape(description)}` : ''}</td></tr>`;

const response = ([status, { description, content }]: [string, Operation['responses'][string]]) =>
  status === '200'
    ? shape(`${status} ${description}`, schemaText(content['application/json'].schema))
    : `<details><summary>${escape(status)} ${escape(description)}</summary><pre tabindex="0">${escape(schemaText(content['application/json'].schema))}</pre></details>`;

const shape = (title: string, text: string) => `<h4>${escape(title)}</h4><pre tabindex="0">${escape(text)}</pre>`;

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const css = `
:root{color-scheme:light dark;--bg:#f5f6fa;--surface:#fff;--sunken:#f2f4f9;--line:#e4e8ef;--ink:#131a2c;--ink-2:#475066;--ink-3:#5d667c;--accent-text:#2350d9;--accent-soft:#edf1fe;--ok:#12734a;--ok-soft:#e6f5ec;--warn:#8a5200;--warn-soft:#fdf3df;--font:-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,"PingFang SC","HarmonyOS Sans SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
@media(prefers-color-scheme:dark){:root{--bg:#0d111c;--surface:#161c2b;--sunken:#101522;--line:#262e42;--ink:#edf0f7;--ink-2:#b6becf;--ink-3:#98a2b8;--accent-text:#93b1ff;--accent-soft:#1a2644;--ok:#55c792;--ok-soft:#12301f;--warn:#e8b75f;--warn-soft:#33270f}}
*{box-sizing:border-box}html{scroll-padding-top:24px}
body{display:grid;grid-template-columns:208px minmax(0,1fr);gap:0 40px;width:min(1264px,100% - 112px);margin:0 auto;background:var(--bg);color:var(--ink);font:14px/1.5 var(--font);font-variant-numeric:tabular-nums}
a{color:var(--accent-text);text-decoration:none}a:hover,p a{text-decoration:underline;text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px;border-radius:6px}
header{grid-column:1/-1;display:flex;flex-wrap:wrap;align-items:center;min-height:64px}
.logo{display:flex;align-items:center;gap:10px;margin-right:auto;font-size:18px;font-weight:600;color:var(--ink)}
header nav{display:flex;flex-wrap:wrap}header nav a{padding:11px 12px;border-radius:10px;color:var(--ink-2)}header nav a:hover{background:var(--surface)}
.flows{position:sticky;top:0;max-height:100vh;align-self:start;overflow:auto;padding:16px 0}
.flows ul{list-style:none;margin:0;padding:0}.flows a{display:block;padding:6px 12px;border-radius:10px;color:var(--ink-2)}.flows a:hover{background:var(--surface);text-decoration:none}
main{padding:16px 0 80px}
h1{margin:0 0 6px;font-size:24px;line-height:32px;font-weight:600}h2{margin:40px 0 12px;font-size:16px;font-weight:600}h3{margin:0 0 4px;font-size:15px;font-weight:500}h4{margin:14px 0 4px;font-size:13px;font-weight:500;color:var(--ink-3)}
p{margin:0 0 8px;color:var(--ink-2)}
article{margin-bottom:12px;padding:20px 24px;border:1px solid var(--line);border-radius:20px;background:var(--surface)}
code,pre{font:13px/1.55 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
pre{background:var(--sunken);border:1px solid var(--line);border-radius:10px;padding:12px;overflow:auto;margin:0;white-space:pre-wrap}
details{margin:8px 0 0}summary{cursor:pointer;font-size:13px;color:var(--ink-3);margin-bottom:6px}
.badge,.method{padding:0 8px;border-radius:99px;background:var(--accent-soft);color:var(--accent-text);font:500 12px/20px var(--font)}
.method{display:inline-block;min-width:56px;margin-right:4px;text-align:center}.post{background:var(--ok-soft);color:var(--ok)}.put{background:var(--warn-soft);color:var(--warn)}
table{border-collapse:collapse;width:100%;font-size:13px;margin:10px 0}caption{text-align:left;font-weight:500;color:var(--ink-3)}th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);font-weight:400}
@media(max-width:860px){body{display:block;width:calc(100% - 40px)}.flows{position:static;max-height:none}.flows ul{display:flex;flex-wrap:wrap}article{padding:16px}}
@media(forced-colors:active){.badge,.method{border:1px solid}}
`;
