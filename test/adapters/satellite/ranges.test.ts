import { describe, expect, test } from 'vitest';
import { ranges } from '../../../adapters/satellite/ranges.ts';
import { signedFiles } from '../../../adapters/satellite/signed-files.ts';
import { type Answered, startCatalogue } from './catalogue.ts';
import { objectsInMemory, startFiles } from './files.ts';

const file = Buffer.from('0123456789');

async function served(otherwise?: Parameters<typeof startFiles>[1]) {
  const files = await startFiles({ '/B04.tif': file }, otherwise);
  const store = objectsInMemory();
  return { ...files, store, ranges: ranges({ hosts: [files.origin], store }), href: `${files.origin}/B04.tif` };
}

describe('ranges of files', () => {
  test('are fetched once and cached for other owners', async () => {
    const { ranges, href, asked, store, origin } = await served();
    const both = await Promise.all([ranges.read(href, 2, 5), ranges.read(href, 2, 5)]);
    expect(both.map(String)).toEqual(['234', '234'].map((text) => String(Buffer.from(text))));
    expect(Buffer.from(await ranges.read(`${origin}/B04.tif?sig=another`, 2, 5)).toString()).toBe('234');
    expect(asked).toEqual(['/B04.tif bytes=2-4']);
    expect([...store.objects.keys()]).toEqual([expect.stringMatching(/^satellite-blocks\/[0-9a-f]{64}\/2-5$/)]);
  });

  test('end at the end of their file', async () => {
    const { ranges, href } = await served();
    expect(Buffer.from(await ranges.read(href, 8, 100)).toString()).toBe('89');
    expect(await ranges.read(href, 50, 100)).toHaveLength(0);
  });

  test('are not fetched from other hosts', async () => {
    const { ranges, asked } = await served();
    for (const href of ['http://169.254.169.254/B04.tif', 'file:///etc/passwd', 's3://bucket/B04.tif', 'B04.tif']) {
      await expect(ranges.read(href, 0, 5)).rejects.toThrow('from which nothing is fetched');
    }
    expect(asked).toEqual([]);
  });

  test('of more than 32 MB are not fetched', async () => {
    const { ranges, href, asked } = await served();
    await expect(ranges.read(href, 0, 40_000_000)).rejects.toThrow('more than 32 MB');
    expect(asked).toEqual([]);
  });

  test.each<[string, { status: number; headers?: Record<string, string>; body?: string }, object]>([
    [
      'too many requests',
      { status: 429, headers: { 'retry-after': '9' } },
      { kind: 'rateLimited', retryAfterSeconds: 9 },
    ],
    ['too many requests and not for how long', { status: 429 }, { kind: 'rateLimited', retryAfterSeconds: undefined }],
    ['a failure', { status: 503 }, { kind: 'unreachable' }],
    ['that access is forbidden', { status: 403 }, { kind: 'unreachable', passes: true }],
    ['that it wants a signature', { status: 401 }, { kind: 'unreachable', passes: true }],
    ['that the file is unknown', { status: 404 }, { kind: 'missing' }],
    ['a redirect', { status: 302, headers: { location: 'http://169.254.169.254/' } }, { kind: 'malformed' }],
    ['the whole file', { status: 200, body: '0123456789' }, { kind: 'malformed' }],
    [
      'other bytes',
      { status: 206, headers: { 'content-range': 'bytes 0-2/10' }, body: '012' },
      { kind: 'unreachable' },
    ],
    ['fewer bytes', { status: 206, headers: { 'content-range': 'bytes 2-4/10' }, body: '2' }, { kind: 'unreachable' }],
    ['more bytes', { status: 206, headers: { 'content-range': 'bytes 2-4/10' }, body: '23456' }, { kind: 'malformed' }],
    ['bytes without a position', { status: 206, body: '234' }, { kind: 'unreachable' }],
  ])('report a host that answers %s, and nothing is cached', async (_, answer, problem) => {
    const { ranges, href, store } = await served(() => answer);
    await expect(ranges.read(href, 2, 5)).rejects.toMatchObject(problem);
    expect(store.objects.size).toBe(0);
  });

  test('are given up, and nothing is cached, when a host stalls midway', async () => {
    const half = { status: 206, headers: { 'content-range': 'bytes 2-4/10' }, body: '2', hangs: true } as const;
    const { origin } = await startFiles({}, () => half);
    const store = objectsInMemory();
    const hasty = ranges({ hosts: [origin], store, waitMilliseconds: 200 });
    const problem = { kind: 'unreachable', passes: true };
    await expect(hasty.read(`${origin}/B04.tif`, 2, 5)).rejects.toMatchObject(problem);
    expect(store.objects.size).toBe(0);
  });

  test('are fetched again after a failure', async () => {
    let isDown = true;
    const { ranges, href } = await served(() => (isDown ? { status: 503 } : undefined));
    await expect(ranges.read(href, 2, 5)).rejects.toThrow('503');
    isDown = false;
    expect(Buffer.from(await ranges.read(href, 2, 5)).toString()).toBe('234');
  });

  test('of Planetary Computer are signed, with one token for as long as it is valid', async () => {
    let now = Date.UTC(2026, 0, 1);
    const catalogue = await startCatalogue(({ path }) => ({
      body: { 'msft:expiry': new Date(now + 3_600_000).toISOString(), token: `se=${now}&path=${path.length}` },
    }));
    const { origin, asked } = await startFiles({ '/B04.tif': file });
    const signer = signedFiles(catalogue.address, 'sentinel-2-l2a', { now: () => now });
    const signed = ranges({ hosts: [origin], store: objectsInMemory(), signer });
    await Promise.all([signed.read(`${origin}/B04.tif`, 0, 2), signed.read(`${origin}/B04.tif`, 2, 4)]);
    now += 3_600_000;
    await signed.read(`${origin}/B04.tif`, 4, 6);
    expect(catalogue.asked.map(({ path }) => path)).toEqual([
      '/api/sas/v1/token/sentinel-2-l2a',
      '/api/sas/v1/token/sentinel-2-l2a',
    ]);
    expect(asked.map((one) => one.split(' ')[0])).toEqual([
      expect.stringContaining('/B04.tif?se=1767225600000&'),
      expect.stringContaining('/B04.tif?se=1767225600000&'),
      expect.stringContaining('/B04.tif?se=1767229200000&'),
    ]);
  });

  test.each([
    ['reads on with a new one', 1, '01'],
    ['waits where that is refused, too', 2, undefined],
  ])('of Planetary Computer whose token is refused before its expiry %s', async (_, refusals, expected) => {
    const tokens = ['sig=2', 'sig=1'];
    const catalogue = await startCatalogue(() => ({
      body: { 'msft:expiry': '2026-01-01T01:00:00Z', token: tokens.pop() },
    }));
    const refused = Array.from({ length: refusals }, () => ({ status: 403 }));
    const { origin, asked } = await startFiles({ '/B04.tif': file }, () => refused.pop());
    const signer = signedFiles(catalogue.address, 'sentinel-2-l2a', { now: () => Date.UTC(2026, 0, 1) });
    const reading = ranges({ hosts: [origin], store: objectsInMemory(), signer }).read(`${origin}/B04.tif`, 0, 2);
    if (expected === undefined) await expect(reading).rejects.toMatchObject({ kind: 'unreachable', passes: true });
    else expect(Buffer.from(await reading).toString()).toBe(expected);
    expect(asked.map((one) => one.split(' ')[0])).toEqual(['/B04.tif?sig=1', '/B04.tif?sig=2']);
  });

  test.each<[string, Answered, object]>([
    ['refuses', { status: 403, body: '' }, { kind: 'unreachable', passes: true }],
    ['is down', { status: 503, body: '' }, { kind: 'unreachable', passes: true }],
    [
      'limits the rate of requests',
      { status: 429, headers: { 'retry-after': '3' }, body: '' },
      { retryAfterSeconds: 3 },
    ],
    ['answers no token', { body: { error: 'sorry' } }, { kind: 'malformed' }],
  ])('of Planetary Computer wait where the signing service %s', async (_, fault, problem) => {
    let isOver = false;
    const good = { 'msft:expiry': '2026-01-01T01:00:00Z', token: 'sig=1' };
    const catalogue = await startCatalogue(() => (isOver ? { body: good } : fault));
    const { origin, asked } = await startFiles({ '/B04.tif': file });
    const signer = signedFiles(catalogue.address, 'sentinel-2-l2a', { now: () => Date.UTC(2026, 0, 1) });
    const signed = ranges({ hosts: [origin], store: objectsInMemory(), signer });
    await expect(signed.read(`${origin}/B04.tif`, 0, 2)).rejects.toMatchObject(problem);
    expect(asked).toEqual([]);
    isOver = true;
    expect(Buffer.from(await signed.read(`${origin}/B04.tif`, 0, 2)).toString()).toBe('01');
  });
});
