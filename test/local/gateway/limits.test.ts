import { afterEach, describe, expect, it } from 'vitest';
import { rawRequest } from './raw-request.ts';
import { type SampleApi, sampleApi } from './sample-api.ts';

const megabyte = 1024 * 1024;
const tooLarge = [413, '{"message":"Request Entity Too Large"}'];

let api: SampleApi;
afterEach(() => api.close());

async function post(body: string | ReadableStream, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'x-do': 'text', ...headers },
    body,
    duplex: 'half',
  };
  const response = await fetch(`${api.endpoint}/things`, init as RequestInit);
  return [response.status, await response.text()];
}

describe("under AWS's limits", () => {
  it('a request is ended at 10 MB, whether announced or counted', async () => {
    api = await sampleApi(['ANY /things'], { limits: 'aws' });
    expect(await post('x'.repeat(10 * megabyte + 1))).toEqual(tooLarge);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 11) controller.close();
        else controller.enqueue(new Uint8Array(megabyte));
      },
    });
    expect(await post(endless)).toEqual(tooLarge);
    expect(api.invocations()).toBe(0);
  });

  it('a function accepts events up to 6 MB, base64 included', async () => {
    api = await sampleApi(['ANY /things'], { limits: 'aws' });
    expect(await post('x'.repeat(5 * megabyte))).toEqual([200, 'wheat']);
    expect(await post('x'.repeat(5 * megabyte), { 'content-type': 'image/png' })).toEqual(tooLarge);
    expect(await post('x'.repeat(4 * megabyte), { 'content-type': 'image/png' })).toEqual([200, 'wheat']);
  });

  it('a function may return up to 6 MB', async () => {
    api = await sampleApi(['ANY /things'], { limits: 'aws' });
    expect(await post('', { 'x-do': 'large' })).toEqual([500, '{"message":"Internal Server Error"}']);
  });

  it("a response that takes longer than the integration's limit is 503", async () => {
    api = await sampleApi(['ANY /things'], { limits: 'aws', timeoutMilliseconds: 300 });
    expect(await post('', { 'x-do': 'slow' })).toEqual([503, '{"message":"Service Unavailable"}']);
    // On a busy machine even a quick response may take that long.
    await expect.poll(() => post(''), { timeout: 20_000 }).toEqual([200, 'wheat']);
  });

  it('request line and headers may have 10,240 bytes', async () => {
    api = await sampleApi(['ANY /things'], { limits: 'aws' });
    expect(await post('', { 'x-long': 'x'.repeat(9_000) })).toEqual([200, 'wheat']);
    expect(await post('', { 'x-long': 'x'.repeat(10_240) })).toEqual([
      431,
      '{"message":"Request Header Fields Too Large"}',
    ]);
  });
});

describe("without AWS's limits", () => {
  it('a body may be larger, and the function has its own time', async () => {
    api = await sampleApi(['ANY /things'], { timeoutMilliseconds: 300 });
    expect(await post('x'.repeat(20 * megabyte))).toEqual([200, 'wheat']);
    expect(await post('', { 'x-do': 'slow' })).toEqual([200, 'late']);
    expect(await (await fetch(`${api.endpoint}/things`, { headers: { 'x-do': 'large' } })).text()).toHaveLength(
      6 * megabyte,
    );
  });

  it('a body that fits no event is refused before it is forwarded', async () => {
    api = await sampleApi(['ANY /things']);
    const head = `POST /things HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${200 * megabyte}\r\n\r\n`;
    expect(await rawRequest(api.port, head)).toMatch(/^HTTP\/1\.1 413 /);
  });
});
