import { describe, expect, test } from 'vitest';
import { parseMail } from './mail-parser.ts';

const letter = (...lines: string[]) => Buffer.from(lines.join('\r\n')).toString('latin1');

describe('a letter is read', () => {
  test('of one part, plain', () => {
    expect(parseMail(letter('Subject: Hello', 'Content-Language: en-US', '', 'One', '', 'Two'))).toEqual({
      subject: 'Hello',
      language: 'en-US',
      text: 'One\n\nTwo',
      html: undefined,
    });
  });

  test('with a subject in another script, over several lines', () => {
    const subject = '云章验证码';
    const [first, second] = [subject.slice(0, 2), subject.slice(2)].map((half) => Buffer.from(half).toString('base64'));
    expect(parseMail(letter(`Subject: =?UTF-8?B?${first}?=`, ` =?utf-8?b?${second}?=`, '', '')).subject).toBe(subject);
    expect(parseMail(letter('Subject: =?UTF-8?Q?Caf=C3=A9_=E4=BA=91?=', '', '')).subject).toBe('Café 云');
  });

  test('of two parts, each in its own encoding', () => {
    const read = parseMail(
      letter(
        'Subject: Both',
        'Content-Type: multipart/alternative;',
        ' boundary="--_part-1"',
        '',
        'for old readers',
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
    expect(read).toEqual({ subject: 'Both', language: undefined, text: '云 a=b long line', html: '<p>云</p>' });
  });

  test('of nothing', () => {
    expect(parseMail('')).toEqual({ subject: '', language: undefined, text: '', html: undefined });
  });
});
