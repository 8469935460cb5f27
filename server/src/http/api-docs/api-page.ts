import type { OpenApi, Operation } from './open-api.ts';
import { schemaText } from './schema-text.ts';

/** The page that shows the description of the calls. It has no script, and contains its styles. */
export const apiPage = ({ info, servers, tags, paths }: OpenApi, jsonUrl: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(info.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${css}</style>
</head>
<body>
<nav aria-label="Flows">
<a class="top" href="#top">${escape(info.title)}</a>
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
:root{color-scheme:light dark;--line:#d9dee7;--soft:#f5f7fa;--link:#1a56c4;--text:#1f2733;--dim:#5b6675}
@media(prefers-color-scheme:dark){:root{--line:#39424f;--soft:#1d232c;--link:#8db4ff;--text:#e6eaf0;--dim:#a3adba}body{background:#14181f}}
*{box-sizing:border-box}
body{margin:0;color:var(--text);font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;display:grid;grid-template-columns:220px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px;border-right:1px solid var(--line)}
nav ul{list-style:none;margin:16px 0 0;padding:0}
a{color:var(--link)}nav a{display:block;padding:3px 0;text-decoration:none}nav .top{font-weight:600}
main{padding:24px 40px 80px;max-width:960px}
h1{font-size:26px}h2{margin-top:48px;font-size:20px;border-bottom:1px solid var(--line);padding-bottom:6px}h3{font-size:16px;margin:28px 0 4px}h4{margin:14px 0 4px;font-size:13px;color:var(--dim)}
code,pre{font:13px/1.55 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:12px;overflow:auto;margin:0;white-space:pre-wrap}
details{margin:8px 0}summary{cursor:pointer;font-size:13px;color:var(--dim);margin-bottom:6px}
.method{font:600 12px/1 ui-monospace,monospace;padding:4px 7px;border-radius:6px;background:var(--soft);border:1px solid var(--line)}
table{border-collapse:collapse;width:100%;font-size:13px;margin:10px 0}caption{text-align:left;color:var(--dim)}th,td{text-align:left;vertical-align:top;padding:5px 12px 5px 0;border-bottom:1px solid var(--line);font-weight:400}
@media(max-width:720px){body{display:block}nav{position:static;height:auto;border:0;border-bottom:1px solid var(--line)}nav ul{display:flex;flex-wrap:wrap;gap:0 14px}main{padding:16px}}
`;
