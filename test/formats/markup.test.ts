import { expect, test } from 'vitest';
import { escaped, escapedContent, escapedXml } from '../../formats/markup.ts';

test('what begins or ends markup is escaped, once', () => {
  const text = `<b class="x" id='y'>&amp;</b>`;
  expect(escapedContent(text)).toBe(`&lt;b class="x" id='y'&gt;&amp;amp;&lt;/b&gt;`);
  expect(escaped(text)).toBe(`&lt;b class=&quot;x&quot; id='y'&gt;&amp;amp;&lt;/b&gt;`);
});

test('control characters are spaces in XML, apart from tabs and ends of lines', () => {
  expect(escapedXml('a\u0000b\tc\nd\re\u007ff\u0085g <')).toBe('a b\tc\nd e f g &lt;');
});
