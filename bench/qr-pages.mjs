import { adviceFor, findOrInstall } from '../scripts/system-packages.mjs';
import { withTemporaryServers } from '../scripts/temporary-servers.mjs';

const needed = ['postgres', 'redis'];
const fingerprint = 'bench';

/** Measures on a PostgreSQL and a Redis of its own, or says why not. The settings are for every service on them. */
export async function onServers(what, measure) {
  const found = await findOrInstall(needed);
  const missing = needed.filter((name) => !found[name]);
  if (missing.length) {
    console.log(`${what}: not measured. ${missing.map(adviceFor).join(' ')}`);
    return [];
  }
  return withTemporaryServers(found, ({ TEST_DATABASE_URL, TEST_REDIS_URL }) =>
    measure({
      DATABASE_URL: TEST_DATABASE_URL,
      REDIS_URL: TEST_REDIS_URL,
      TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
    }),
  );
}

/** A page in a browser of its own, from an address of its own: how it asks, and what stands in its code. */
export const openPage = (lines, n) =>
  new Promise((resolve, reject) => {
    lines.ask(request(`/api/login/oauth/request/ALIPAY_MINI?fingerprint=${fingerprint}`, n), (answer) => {
      const [, cookie] = /\r\nset-cookie: ([^;]+)/i.exec(answer) ?? [];
      const [, loginId] = /"loginId":"([^"]+)"/.exec(answer) ?? [];
      const [, code] = /"url":"([^"]+)"/.exec(answer) ?? [];
      if (!cookie || !loginId) return reject(new Error(`No code to scan: ${answer}`));
      resolve({ poll: poll(loginId, n, cookie), pollFor: (guess) => poll(guess, n, cookie), code });
    });
  });

export const openPages = (lines, count) => Promise.all(Array.from({ length: count }, (_, n) => openPage(lines, n)));

const poll = (loginId, n, cookie) =>
  request(`/api/thirdparty/alipaymini/result?loginId=${loginId}&fingerprint=${fingerprint}`, n, cookie);

/** What a browser sends through a proxy, no more and no less. */
export const request = (path, n, cookie) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Accept: */*',
    'Accept-Language: zh-CN,zh;q=0.9,en;q=0.8',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    'X-Tsign-Open-Language: zh-CN',
    ...(cookie ? [`Cookie: ${cookie}; foyer_language=zh-CN`] : []),
    `X-Forwarded-For: 10.${(n >> 14) & 255}.${(n >> 7) & 127}.${(n & 127) + 1}`,
    '\r\n',
  ].join('\r\n');
