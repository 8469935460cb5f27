import type { Send } from './connection-pool.ts';

const fingerprint = 'bench';

export interface QrPage {
  poll: string;
  pollWith: (otherId: string) => string;
  code: string;
}

/** Opens a QR page with its own browser and IP address. Returns its poll requests and the content of its QR code. */
export const openPage = (pool: { send: Send }, n: number) =>
  new Promise<QrPage>((resolve, reject) => {
    pool.send(request(`/api/login/oauth/request/ALIPAY_MINI?fingerprint=${fingerprint}`, n), (response) => {
      const [, cookie] = /\r\nset-cookie: ([^;]+)/i.exec(response) ?? [];
      const [, loginId] = /"loginId":"([^"]+)"/.exec(response) ?? [];
      const [, code] = /"url":"([^"]+)"/.exec(response) ?? [];
      if (!cookie || !loginId || !code) return reject(new Error(`No QR code: ${response}`));
      resolve({ poll: poll(loginId, n, cookie), pollWith: (otherId) => poll(otherId, n, cookie), code });
    });
  });

export const openPages = (pool: { send: Send }, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => openPage(pool, n)));

const poll = (loginId: string, n: number, cookie: string) =>
  request(`/api/thirdparty/alipaymini/result?loginId=${loginId}&fingerprint=${fingerprint}`, n, cookie);

/** A request with exactly the headers that a browser sends through a proxy; with a body it is a POST. */
export const request = (path: string, n: number, cookie?: string, body?: string) =>
  [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
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
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    '',
    body ?? '',
  ].join('\r\n');
