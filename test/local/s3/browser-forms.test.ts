import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpRefusal, sampleBytes, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
let s3: TestEngine;
let client: ReturnType<TestEngine['client']>;

beforeAll(async () => {
  s3 = await startTestEngine();
  client = s3.client();
  await s3.engine.ensureBucket({ name: Bucket, cors: [{ allowedOrigins: ['*'], allowedMethods: ['POST'] }] });
});
afterAll(() => s3.stop());

interface FormOptions extends Partial<PresignedPostOptions> {
  file?: Blob;
  filename?: string;
  /** Fields added to the signed ones, or replacing them. */
  extra?: Record<string, string>;
  change?: (form: FormData) => void;
}

const post = async ({
  file = new Blob(['wheat']),
  filename = 'f.txt',
  extra = {},
  change,
  ...options
}: FormOptions) => {
  const { url, fields } = await createPresignedPost(client, { Bucket, Key: 'form', ...options });
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...extra })) form.append(name, value);
  change?.(form);
  form.append('file', file, filename);
  return fetch(url, { method: 'POST', body: form, headers: { origin: 'null' }, redirect: 'manual' });
};
const text = async (Key: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

describe('a browser form', () => {
  test('uploads a file, from any origin that the bucket allows', async () => {
    const answer = await post({ Conditions: [['content-length-range', 1, 100]] });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(answer.headers.get('location')).toBe(`${s3.engine.endpoint}/${Bucket}/form`);
    expect(await text('form')).toBe('wheat');
  });

  test('uploads large files and files that contain the start of the boundary', async () => {
    const bytes = Buffer.concat([
      sampleBytes(3_000_000),
      Buffer.from('\r\n--\r\n------formdata-undici\r\n'),
      sampleBytes(70_000),
    ]);
    expect((await post({ Key: 'large', file: new Blob([bytes]) })).status).toBe(204);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'large' }));
    expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
    expect((await post({ Key: 'empty', file: new Blob([]) })).status).toBe(204);
    expect(await text('empty')).toBe('');
  });

  test("sets type, metadata and tags, and uses the file's own name", async () => {
    const answer = await post({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of browser forms
      Key: 'in/${filename}',
      filename: 'C:\\maps\\"my" field.zip',
      Conditions: [
        ['starts-with', '$Content-Type', 'application/'],
        { 'x-amz-meta-grower': '7' },
        ['starts-with', '$tagging', ''],
      ],
      Fields: { 'x-amz-meta-grower': '7' },
      extra: {
        'Content-Type': 'application/zip',
        tagging: '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>',
      },
    });
    expect(answer.status).toBe(204);
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: 'in/"my" field.zip' }))).toMatchObject({
      ContentType: 'application/zip',
      Metadata: { grower: '7' },
      TagCount: 1,
    });
  });

  test('responds as the form says', async () => {
    const created = await post({ Fields: { success_action_status: '201' } });
    expect([created.status, await created.text()]).toEqual([201, expect.stringContaining('<Key>form</Key>')]);
    const redirected = await post({ Fields: { success_action_redirect: 'http://127.0.0.1:9/done?x=1' } });
    expect(redirected.status).toBe(303);
    const target = new URL(redirected.headers.get('location') ?? '');
    expect(target.searchParams.get('key')).toBe('form');
    expect(target.searchParams.get('x')).toBe('1');
  });
});

describe('a browser form is refused', () => {
  test('when the file is too long or too short', async () => {
    const Conditions: PresignedPostOptions['Conditions'] = [['content-length-range', 3, 10]];
    const long = await post({ Key: 'size', Conditions, file: new Blob([new Uint8Array(2_000_000)]) });
    expect(await httpRefusal(long)).toMatchObject({ status: 400, code: 'EntityTooLarge' });
    const short = await post({ Key: 'size', Conditions, file: new Blob(['x']) });
    expect(await httpRefusal(short)).toMatchObject({ status: 400, code: 'EntityTooSmall' });
    await expect(text('size')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('when a field differs from the policy', async () => {
    const cases: [FormOptions, string][] = [
      [{ extra: { key: 'other' } }, 'Policy Condition failed: ["eq","$key","other"]'.replace('other', 'form')],
      [
        { Conditions: [['starts-with', '$key', 'mine/']], Key: 'mine/a', extra: { key: 'yours/a' } },
        'Policy Condition failed',
      ],
      [
        { Conditions: [['starts-with', '$Content-Type', 'image/']], extra: { 'Content-Type': 'text/html' } },
        'Policy Condition failed',
      ],
      [{ Conditions: [{ 'x-amz-meta-a': 'b' }] }, 'Policy Condition failed'],
      [{ extra: { 'x-amz-meta-role': 'admin' } }, 'Extra input fields: x-amz-meta-role'],
    ];
    for (const [options, message] of cases) {
      const answer = await httpRefusal(await post(options));
      expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
      expect(answer.message.replaceAll('&quot;', '"')).toContain(message);
    }
  });

  test('when it has expired', async () => {
    const { url, fields } = await createPresignedPost(client, { Bucket, Key: 'form', Expires: 60 });
    s3.clock.advance(61_000);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['x']));
    expect(await httpRefusal(await fetch(url, { method: 'POST', body: form }))).toMatchObject({
      status: 403,
      message: 'Invalid according to Policy: Policy expired.',
    });
  });

  test('when policy or signature have been changed, or are missing', async () => {
    const policy = Buffer.from('{"expiration":"2999-01-01T00:00:00Z","conditions":[]}').toString('base64');
    expect(await httpRefusal(await post({ extra: { Policy: policy } }))).toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    expect(await httpRefusal(await post({ extra: { 'X-Amz-Signature': 'x' } }))).toMatchObject({ status: 403 });
    const unsigned = await post({ change: (form) => ['Policy', 'policy'].forEach((name) => void form.delete(name)) });
    expect(await httpRefusal(unsigned)).toMatchObject({ status: 403, code: 'AccessDenied' });
    const undated = await post({ change: (form) => form.delete('X-Amz-Date') });
    expect(await httpRefusal(undated)).toMatchObject({ status: 400, code: 'InvalidArgument' });
  });

  test('when it is not a form, has no file or too much before the file', async () => {
    const url = `${s3.engine.endpoint}/${Bucket}/`;
    const send = (body: string, type = 'multipart/form-data; boundary=b') =>
      fetch(url, { method: 'POST', body, headers: { 'content-type': type } }).then(httpRefusal);
    expect(await send('no form')).toMatchObject({ code: 'MalformedPOSTRequest' });
    expect(await send('', 'multipart/form-data')).toMatchObject({ code: 'MalformedPOSTRequest' });
    expect(await send('--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n')).toMatchObject({
      code: 'MalformedPOSTRequest',
    });
    expect(await send('--b\r\ncontent-disposition: form-data; name="key"\r\n\r\nx\r\n--b--\r\n')).toMatchObject({
      code: 'InvalidArgument',
    });
    const padding = await post({ extra: { 'x-ignore-this': 'x'.repeat(21_000) } });
    expect(await httpRefusal(padding)).toMatchObject({ code: 'MaxPostPreDataLengthExceededError' });
  });
});
