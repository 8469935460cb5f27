import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWechatSigned, decryptMessage, encryptMessage, wechatSignature } from './wechat-crypto.ts';

/** The examples of WeChat's documentation, and two events encrypted elsewhere with the same account. */
const token = 'AAAAA';
const seal = { aesKeys: ['A'.repeat(43)], id: 'wxba5fad812f8e6fb9' };

describe('a signature', () => {
  test.each([
    ['of the check of a URL', '1714036504', '1514711492', 'f464b24fc39322e44b38aa78f5edd27bd1441696'],
    ['of a plain message', '1714037059', '486452656', '899cf89e464efb63f54ddac96b0a0a235f53aa78'],
    ['of the URL of a sealed message', '1714112445', '415670741', '6c5c811b55cc85e0e1b54100749188c20beb3f5d'],
  ])('%s matches the documentation', (_what, timestamp, nonce, signature) => {
    expect(wechatSignature(token, timestamp, nonce)).toBe(signature);
    expect(isWechatSigned(signature, nonce, token, timestamp)).toBe(true);
  });

  test('is rejected for anything else', () => {
    const right = wechatSignature(token, '1', '2');
    for (const wrong of [
      '',
      right.slice(1),
      `${right}0`,
      right.toUpperCase(),
      'é'.repeat(40),
      wechatSignature('BBBBB', '1', '2'),
    ])
      expect(isWechatSigned(wrong, token, '1', '2')).toBe(false);
  });
});

const json =
  '{"ToUserName":"gh_97417a04a28d","FromUserName":"o9AgO5Kd5ggOC-bXrbNODIiE3bGY","CreateTime":1714112445,"MsgType":"event","Event":"debug_demo","debug_str":"hello world"}';
const event = (name: string, key: string) =>
  `<xml><ToUserName><![CDATA[gh_97417a04a28d]]></ToUserName><FromUserName><![CDATA[o9AgO5Kd5ggOC-bXrbNODIiE3bGY]]></FromUserName><CreateTime>1714112445</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${name}]]></Event><EventKey><![CDATA[${key}]]></EventKey><Ticket><![CDATA[TICKET]]></Ticket></xml>`;

const sealed = {
  documented:
    '+qdx1OKCy+5JPCBFWw70tm0fJGb2Jmeia4FCB7kao+/Q5c/ohsOzQHi8khUOb05JCpj0JB4RvQMkUyus8TPxLKJGQqcvZqzDpVzazhZv6JsXUnnR8XGT740XgXZUXQ7vJVnAG+tE8NUd4yFyjPy7GgiaviNrlCTj+l5kdfMuFUPpRSrfMZuMcp3Fn2Pede2IuQrKEYwKSqFIZoNqJ4M8EajAsjLY2km32IIjdf8YL/P50F7mStwntrA2cPDrM1kb6mOcfBgRtWygb3VIYnSeOBrebufAlr7F9mFUPAJGj04=',
  subscribe:
    '+qdx1OKCy+5JPCBFWw70tiokf6T5i9PVh6wnNGL09F0UXZlbR6KhqhIt4mjJm7ik+XnOObMEJkWpqFT6I/GVBUmA54h0v9s72PrBhW0fp/YBF/DjgOmw5O/c8fleBXwGLXQnLZsE5G5OSr42WNsJn7rJPtmBY/sr0d47tzHUY1YbXHF9p3SvjVUu+t1+TGieV0q96VXkwZcYt2tg2y4VL6L8xx+fm9NB7yqACDNuYEchg6b4em/gO7YYeaKJgCUOUrjzwNdri/n5iaUtIpIppGtjNpRExp00/s2DtpaQYcTN+qz4RPYaH3Dw4PB0D43B7YGr1bpAXuly6TNTe518C8qbqzz+3Mwf8QDAdEqziHsMKUk9KzHgqr4xRLIZHk/MXAHX0zPAtnt9Gfvz7tvP2vTCeJby0BdaNU5r2w14U2f+NvHiVwxWMy3ynPWTHKEtCpaBDKeUvmIarffH+tVqUDdgsHxs9Lr8kvX9sIsTlv7kghCaq4Y+t/l/LtZS2XD3',
  scan: '+qdx1OKCy+5JPCBFWw70ts8qgPxNXCjMVfiL8+EWClMz6vyBSMTXSNla2y+gnfvTd9MEdTQH5VtuUZYUUtQ5Ca++x0gkhuWdLAWrKGDmDID/zizojsdTfFWFugMzrMSxHWU2Q6Nncpx/f6Cbt6rnrb9MyzFXT5ck+tS7fphSko0cv6Q5pycGw45ZrIao+gblLLBGY2l+o02UjujKuAcUxyV8Pz1CA0pG5ddNyp8cjwh+M+0zQMMq0hJlnN1ZnDIowImNNONlrOAhJT63qSUK/ninQQfWNHJo0BQwzz/fjeCasVynwd6Cd+sSGYHKJW1Bbnv2U/ca2B38hMZ6q3v56p/sLCpXzfqylJU3KrqKku+DxmSi9clqgGhS28K7UVa0f3+JTncPi3aGJR4CC4pG1dLQMJqHZ7zFSLn74DbNstu2nPFpkqLe1UNgV87Kik+IX78YP5Zo4GXnuFedTUsPO0nTshI7+dMAFumdul8nxHen8XLyX5ksJH792xZKi8Oq',
};

describe('an encrypted message', () => {
  test.each([
    ['the documented one', sealed.documented, '046e02f8204d34f8ba5fa3b1db94908f3df2e9b3', json],
    [
      'a first follow',
      sealed.subscribe,
      '979ab32268659790fe09eabccbb42c320fe3fb92',
      event('subscribe', 'qrscene_login_0123456789abcdef'),
    ],
    ['a scan', sealed.scan, 'f10be9b8714b4fbb071c6242487016c1021595b5', event('SCAN', 'login_0123456789abcdef')],
  ])('of WeChat is decrypted: %s', (_what, message, signature, text) => {
    expect(isWechatSigned(signature, token, '1714112445', '415670741', message)).toBe(true);
    expect(decryptMessage(message, seal)).toBe(text);
  });

  test('of ours matches the documentation', () => {
    const message = encryptMessage('{"demo_resp":"good luck"}', seal, '707722b803182950');
    expect(message).toBe('ELGduP2YcVatjqIS+eZbp80MNLoAUWvzzyJxgGzxZO/5sAvd070Bs6qrLARC9nVHm48Y4hyRbtzve1L32tmxSQ==');
    expect(wechatSignature(token, '1713424427', '415670741', message)).toBe('1b9339964ed2e271e7c7b6ff2b0ef902fc94dea1');
  });

  test('of WeCom’s URL check is decrypted too', () => {
    const echo = 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==';
    const signature = '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3';
    expect(isWechatSigned(signature, 'QDG6eK', '1409659589', '263014780', echo)).toBe(true);
    const corporation = { aesKeys: ['jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C'], id: 'wx5823bf96d3bd56c7' };
    expect(decryptMessage(echo, corporation)).toBe('1616140317555161061');
  });
});

const aesKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64').slice(0, 43));
const random = '0123456789abcdef';

describe('encryption', () => {
  test('decrypts any text that it encrypted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), aesKey, fc.string({ minLength: 1 }), (text, key, id) => {
        expect(decryptMessage(encryptMessage(text, { aesKeys: [key], id }, random), { aesKeys: [key], id })).toBe(
          Buffer.from(text).toString(),
        );
      }),
    );
  });

  test('decrypts with an older key and encrypts with the newest', () => {
    const [newest, before] = [{ ...seal, aesKeys: ['B'.repeat(43)] }, seal];
    const both = { ...seal, aesKeys: [...newest.aesKeys, ...before.aesKeys] };
    expect(decryptMessage(encryptMessage('under way', before, random), both)).toBe('under way');
    expect(decryptMessage(encryptMessage('mine', both, random), newest)).toBe('mine');
    expect(decryptMessage(encryptMessage('under way', before, random), newest)).toBeUndefined();
  });

  test('rejects a message for another account, even with our key', () => {
    for (const id of [`x${seal.id}`, `${seal.id}x`, seal.id.slice(1), ''])
      expect(decryptMessage(encryptMessage('hello', { ...seal, id }, random), seal)).toBeUndefined();
  });

  test('returns undefined for anything that is not an encrypted message', () => {
    const blocks = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 })).map((some) => Buffer.concat(some));
    const texts = fc.oneof(
      fc.string(),
      blocks.map((bytes) => bytes.toString('base64')),
    );
    fc.assert(fc.property(texts, (text) => decryptMessage(text, seal) === undefined));
    expect(decryptMessage(sealed.scan.slice(0, -44), seal)).toBeUndefined();
  });
});
