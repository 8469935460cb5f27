import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessage, writeMessage } from './wechat-message.ts';

const scan = `<xml>
  <ToUserName><![CDATA[gh_97417a04a28d]]></ToUserName>
  <CreateTime>1714112445</CreateTime>
  <EventKey><![CDATA[<b>&amp;</b>]]></EventKey>
  <Remark></Remark>
</xml>
`;

describe('an event', () => {
  test('is read by element name, with texts unchanged', () => {
    expect([...readMessage(scan)!]).toEqual([
      ['ToUserName', 'gh_97417a04a28d'],
      ['CreateTime', '1714112445'],
      ['EventKey', '<b>&amp;</b>'],
      ['Remark', ''],
    ]);
  });

  test.each([
    ['a document type', '<!DOCTYPE xml [<!ENTITY a "b">]><xml><A>1</A></xml>'],
    ['a document type inside', '<xml><!DOCTYPE a><A>1</A></xml>'],
    ['an entity', '<xml><A>&lt;</A></xml>'],
    ['an attribute', '<xml><A b="1">1</A></xml>'],
    ['nesting', '<xml><A><B>1</B></A></xml>'],
    ['a name said twice', '<xml><A>1</A><A>2</A></xml>'],
    ['text between', '<xml>b<A>1</A></xml>'],
    ['a section that does not end', '<xml><A><![CDATA[1]]</A></xml>'],
    ['another end', '<xml><A>1</B></xml>'],
    ['another root', '<a><A>1</A></a>'],
    ['a comment', '<xml><!-- --><A>1</A></xml>'],
    ['JSON', '{"A":1}'],
    ['nothing', ''],
    ['more than an event has', `<xml><A>${'1'.repeat(65_536)}</A></xml>`],
  ])('with %s is rejected', (_what, xml) => {
    expect(readMessage(xml)).toBeUndefined();
  });

  test('cannot change object prototypes', () => {
    expect(readMessage('<xml><constructor>1</constructor></xml>')).toEqual(new Map([['constructor', '1']]));
  });

  test('of 64 KiB that does not match is rejected quickly', () => {
    for (const part of ['<A>', '<![CDATA[', ']]>', ' ', '<xml>', '</xml>', '<A><![CDATA[]]></A>']) {
      const xml = `<xml>${part.repeat(Math.floor(65_000 / part.length))}</xml>`;
      const before = performance.now();
      readMessage(xml);
      expect(performance.now() - before).toBeLessThan(1000);
    }
  });
});

test('reads what it has written, without additional elements', () => {
  const name = fc.stringMatching(/^[A-Za-z]\w*$/);
  const text = fc.oneof(fc.string(), fc.constantFrom(']]>', ']]]]><![CDATA[>', '</A>', '&lt;', '<![CDATA['));
  const texts = fc.array(text).map((some) => some.join(''));
  fc.assert(
    fc.property(fc.dictionary(name, texts, { noNullPrototype: true }), (fields) => {
      expect(readMessage(writeMessage(fields))).toEqual(new Map(Object.entries(fields)));
    }),
  );
  expect(writeMessage({ CreateTime: 1714112445, Content: '你好' })).toBe(
    '<xml><CreateTime>1714112445</CreateTime><Content><![CDATA[你好]]></Content></xml>',
  );
});
