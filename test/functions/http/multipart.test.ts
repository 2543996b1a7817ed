import { expect, test } from 'vitest';
import { readMultipart, readMultipartFiles } from '../../../functions/http/body/multipart.ts';
import { processorMilliseconds } from '../../processor-time.ts';

const crlf = (lines: string[]) => Buffer.from(lines.join('\r\n'));
const form = (...lines: string[]) => crlf(['--B', ...lines, '--B--', '']);
const read = (body: Buffer, type = 'multipart/form-data; boundary=B') => readMultipart(body, type, 'file');
const file = (disposition: string) => read(form(disposition, 'Content-Type: application/zip', '', 'bytes'));

test.each([
  ['a browser', 'Content-Disposition: form-data; name="file"; filename="my fields.zip"', 'my fields.zip'],
  ['a browser, with quotes', 'Content-Disposition: form-data; name="file"; filename="a%22b.zip"', 'a"b.zip'],
  ['curl, with quotes', 'Content-Disposition: form-data; name="file"; filename="a\\"b\\\\c.zip"', 'a"b\\c.zip'],
  [
    'a browser of old, with a path',
    'Content-Disposition: form-data; name="file"; filename="C:\\dir\\a.zip"',
    'C:\\dir\\a.zip',
  ],
  ['.NET', "Content-Disposition: form-data; name=file; filename=a.zip; filename*=utf-8''%D0%BF.zip", 'п.zip'],
  ['Cyrillic bytes', 'Content-Disposition: form-data; name="file"; filename="поле № 1.zip"', 'поле № 1.zip'],
  ['lower case, without blanks', 'content-disposition:form-data;name="file";filename="a.zip"', 'a.zip'],
  [
    'a broken extension',
    'Content-Disposition: form-data; name="file"; filename="a.zip"; filename*=utf-8\'\'%E0%A4',
    'a.zip',
  ],
])('reads the file name that comes from %s', (_, disposition, fileName) => {
  expect(file(disposition)).toEqual({ fileName, contentType: 'application/zip', content: Buffer.from('bytes') });
});

test('keeps bytes unchanged, including line breaks and half a delimiter', () => {
  const content = Buffer.concat([Buffer.from([0, 255, 13, 10, 13, 10]), Buffer.from('-B x--B\r\n\r\n-B--')]);
  const body = Buffer.concat([
    crlf(['preamble', '--B', 'Content-Disposition: form-data; name="file"; filename="a"', '', '']),
    content,
    crlf(['', '--B--', 'epilogue']),
  ]);
  expect(read(body).content.equals(content)).toBe(true);
});

test('finds the file among other parts, under a quoted boundary', () => {
  const field = ['Content-Disposition: form-data; name="note"', '', 'text', '--B'];
  const other = ['Content-Disposition: form-data; name="other"; filename="b"', '', 'other', '--B'];
  const wanted = ['Content-Disposition: form-data; name="file"; filename="a"', '', ''];
  const found = read(form(...field, ...other, ...wanted), 'multipart/form-data; charset=utf-8; boundary="B"');
  expect(found).toEqual({ fileName: 'a', contentType: 'application/octet-stream', content: Buffer.alloc(0) });
});

test.each([
  ['no file chosen', 'Content-Disposition: form-data; name="file"; filename=""'],
  ['a field instead of a file', 'Content-Disposition: form-data; name="file"'],
  ['another part', 'Content-Disposition: form-data; name="document"; filename="a.zip"'],
])('reports a missing file: %s', (_, disposition) => {
  expect(() => file(disposition)).toThrow('The multipart form has no file part with the name file.');
  expect(() => read(crlf(['--B--', '']))).toThrow('no file');
});

test('refuses two files', () => {
  const one = ['Content-Disposition: form-data; name="file"; filename="a"', '', 'x'];
  expect(() => read(form(...one, '--B', ...one))).toThrow('Send one file in the part file; this multipart form has 2.');
});

test.each([
  [
    'a cut-off body',
    crlf(['--B', 'Content-Disposition: form-data; name="file"; filename="a"', '', 'half of it']),
    undefined,
  ],
  ['a cut-off head', crlf(['--B', 'Content-Disposition: form']), undefined],
  ['no body', Buffer.alloc(0), undefined],
  [
    'another boundary',
    form('Content-Disposition: form-data; name="file"; filename="a"', '', 'x'),
    'multipart/form-data; boundary=C',
  ],
  ['no boundary', form('x'), 'multipart/form-data'],
])('reports an unreadable body: %s', (_, body, type) => {
  expect(() => read(body, type)).toThrow('The multipart body cannot be read.');
});

test('takes as much time for blanks in the headers of a part as for letters', () => {
  const headers = (filling: string) =>
    form(
      `Content-Type: a${filling.repeat(4_000)}b`,
      'Content-Disposition: form-data; name="file"; filename="a"',
      '',
      '',
    );
  const time = (filling: string) => {
    const body = headers(filling);
    return processorMilliseconds(() => {
      for (let i = 0; i < 100; i++) read(body);
    });
  };
  time('x');
  expect(time(' ') / time('x')).toBeLessThan(20);
});

test('refuses a part whose headers have more than 8 kB', () => {
  const long = `Content-Disposition: form-data; name="file"; filename="${'a'.repeat(8_192)}"`;
  expect(() => file(long)).toThrow('more than 8192 bytes');
});

test.each([
  ['NUL', '\u0000'],
  ['escape', '\u001b'],
  ['a line break alone', '\n'],
  ['NEL', '\u0085'],
])('refuses a control character in the headers of a part: %s', (_, character) => {
  expect(() => file(`Content-Disposition: form-data; name="file"; filename="a${character}b"`)).toThrow('control');
  expect(() =>
    read(form('Content-Disposition: form-data; name="file"; filename="a"', `Content-Type: a${character}b`, '', '')),
  ).toThrow('control');
});

test('treats a type that is invalid in a header as unknown', () => {
  const found = read(form('Content-Disposition: form-data; name="file"; filename="a"', 'Content-Type: тип', '', ''));
  expect(found.contentType).toBe('application/octet-stream');
});

test('several files of one part come in the order of the body, without other parts', async () => {
  const form = new FormData();
  for (const [part, name] of [
    ['files', 'b.zip'],
    ['other', 'c.zip'],
    ['files', 'a.zip'],
  ] as const)
    form.append(part, new Blob([name]), name);
  form.append('files', 'a text is no file');
  const { headers, body } = await sentAs(form);
  const files = readMultipartFiles(body, headers, 'files');
  expect(files.map(({ fileName, content }) => [fileName, content.toString()])).toEqual([
    ['b.zip', 'b.zip'],
    ['a.zip', 'a.zip'],
  ]);
  expect(() => readMultipartFiles(body, headers, 'none')).toThrow('no file part with the name none');
});

async function sentAs(form: FormData): Promise<{ headers: string; body: Buffer }> {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return { headers: request.headers.get('content-type') ?? '', body: Buffer.from(await request.arrayBuffer()) };
}
