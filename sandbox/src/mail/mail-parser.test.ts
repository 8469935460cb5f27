import { describe, expect, test } from 'vitest';
import { parseMail } from './mail-parser.ts';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n')).toString('latin1');

describe('parseMail', () => {
  test('reads a plain mail of one part', () => {
    expect(parseMail(mail('Subject: Hello', 'Content-Language: en-US', '', 'One', '', 'Two'))).toEqual({
      subject: 'Hello',
      language: 'en-US',
      text: 'One\n\nTwo',
      html: undefined,
    });
  });

  test('decodes a non-ASCII subject that spans several lines', () => {
    const subject = '云章验证码';
    const [first, second] = [subject.slice(0, 2), subject.slice(2)].map((half) => Buffer.from(half).toString('base64'));
    expect(parseMail(mail(`Subject: =?UTF-8?B?${first}?=`, ` =?utf-8?b?${second}?=`, '', '')).subject).toBe(subject);
    expect(parseMail(mail('Subject: =?UTF-8?Q?Caf=C3=A9_=E4=BA=91?=', '', '')).subject).toBe('Café 云');
  });

  test('decodes each part of a multipart mail by its own transfer encoding', () => {
    const parsed = parseMail(
      mail(
        'Subject: Both',
        'Content-Type: multipart/alternative;',
        ' boundary="--_part-1"',
        '',
        'preamble',
        '----_part-1',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        '=E4=BA=91 a=3Db long=',
        ' line',
        '----_part-1',
        'Content-Type: text/html; charset=utf-8',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('<p>云</p>').toString('base64'),
        '----_part-1--',
        '',
      ),
    );
    expect(parsed).toEqual({ subject: 'Both', language: undefined, text: '云 a=b long line', html: '<p>云</p>' });
  });

  test('returns empty fields for an empty mail', () => {
    expect(parseMail('')).toEqual({ subject: '', language: undefined, text: '', html: undefined });
  });
});
