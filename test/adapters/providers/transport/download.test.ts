import { GetObjectCommand } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partStore } from '../../../../adapters/aws/s3/part-store.ts';
import { type DownloadAsked, download } from '../../../../adapters/providers/transport/download.ts';
import { httpWire } from '../../../../adapters/providers/transport/http-wire.ts';
import { providerTransport } from '../../../../adapters/providers/transport/send.ts';
import type { PartStore } from '../../../../domain/files/part-store.ts';
import { bytesStored, type DownloadMark, type DownloadMarks } from '../../../../domain/transport/download.ts';
import { startTestEngine, type TestEngine } from '../../../local/s3/start-engine.ts';
import { bytesOf, type FileBehaviour, hashOf, startFileServer } from './file-server.ts';
import { startProvider } from './provider-server.ts';

const mega = 1024 * 1024;
let s3: TestEngine;
let bucket: PartStore;
beforeAll(async () => {
  s3 = await startTestEngine();
  bucket = partStore('fields', s3.clock, s3.client({ forcePathStyle: true }));
});
afterAll(() => s3.stop());

let named = 0;
/** A download with its marks, which another worker may go on with. */
function to(address: string, more: Partial<DownloadAsked> = {}) {
  named += 1;
  const key = `uploads/${named}`;
  const kept = new Map<string, DownloadMark>();
  const marks: DownloadMarks = {
    get: async (name) => kept.get(name),
    put: async (name, mark) => void kept.set(name, mark),
    remove: async (name) => void kept.delete(name),
  };
  const transport = providerTransport({
    wire: httpWire('public and loopback'),
    hosts: { name: 'Acme', origins: new Set([address]) },
    clock: s3.clock,
    authorize: async () => ({ kind: 'authorized', headers: { authorization: 'Bearer t' } }),
  });
  const asked = {
    ...{ name: 'Acme', url: new URL('/file', address), key, contentType: 'application/zip' },
    ...{ maxBytes: 100 * mega, until: s3.clock.now() + 600_000, ...more },
  };
  return {
    key,
    kept,
    run: (given: Partial<DownloadAsked> = {}, into = bucket) =>
      download({ ...asked, ...given }, { transport, marks, bucket: into, clock: s3.clock }),
    async content() {
      const { Body } = await s3
        .client({ forcePathStyle: true })
        .send(new GetObjectCommand({ Bucket: 'fields', Key: key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
  };
}

const large = bytesOf(20 * mega + 123);

describe('a file', () => {
  test.each<[string, Buffer, FileBehaviour, Partial<DownloadAsked>]>([
    ['of some bytes', bytesOf(10), {}, {}],
    ['without bytes', bytesOf(0), {}, { expectedBytes: 0 }],
    ['of exactly two parts', bytesOf(16 * mega), {}, {}],
    ['of several parts', large, {}, { expectedBytes: large.length }],
    ['in ranges of 5 MiB, as the provider wants them', large, { maxRange: 5 * mega }, { rangeBytes: 5 * mega }],
    ['in smaller ranges than were asked for', bytesOf(3 * mega), { mostBytes: mega }, { rangeBytes: 5 * mega }],
    ['in ranges that do not say its size', large, { isSizeless: true }, { rangeBytes: 5 * mega }],
    ['whose connection breaks again and again', large, { breaks: [3 * mega, 9 * mega, 5, 0] }, {}],
    ['without entity tag whose connection breaks', large, { breaks: [9 * mega], withEtag: false }, {}],
    ['of a server without ranges that breaks once', bytesOf(2 * mega), { isRangeless: true, breaks: [mega] }, {}],
  ])('%s arrives whole', async (_, content, behaviour, asked) => {
    const { address } = await startFileServer(content, {
      ...behaviour,
      breaks: behaviour.breaks && [...behaviour.breaks],
    });
    const one = to(address, asked);
    expect(await one.run()).toEqual({ kind: 'stored', bytes: content.length, contentType: 'application/zip' });
    expect(hashOf(await one.content())).toBe(hashOf(content));
    expect(one.kept.size).toBe(0);
  });

  test.each<[string, FileBehaviour, Partial<DownloadAsked>, string]>([
    ['has another size than the list said', {}, { expectedBytes: 5 }, 'malformed'],
    ['is larger than it may be', {}, { maxBytes: mega }, 'tooLarge'],
    ['breaks off at once, each time', { breaks: Array(20).fill(0) }, {}, 'broken'],
    ['breaks off, and begins anew each time', { isRangeless: true, breaks: Array(20).fill(mega) }, {}, 'malformed'],
    ['has no length at all', { isUncounted: true, isRangeless: true }, {}, 'malformed'],
  ])('that %s is a failure, and no object', async (_, behaviour, asked, kind) => {
    const { address } = await startFileServer(bytesOf(2 * mega), behaviour);
    const one = to(address, asked);
    expect(await one.run()).toMatchObject({ kind: 'failed', failure: { kind } });
    expect(await bucket.size(one.key)).toBeUndefined();
  });

  test('that changes while it is read is read anew, whole', async () => {
    const server = await startFileServer(large, { breaks: [9 * mega] });
    const one = to(server.address);
    const { put } = bucket;
    const changing = {
      ...bucket,
      put: async (...given: Parameters<PartStore['put']>) => {
        server.state.content = bytesOf(20 * mega, 9);
        await put(...given);
      },
    };
    expect(await one.run({}, changing)).toMatchObject({ kind: 'stored', bytes: 20 * mega });
    expect(hashOf(await one.content())).toBe(hashOf(bytesOf(20 * mega, 9)));
  });
});

test('any sizes, ranges and breaks lead to the same bytes', async () => {
  const sizes = fc.constantFrom(1, 1_000, mega, 8 * mega - 1, 8 * mega, 8 * mega + 1, 17 * mega);
  const behaviours = fc.record({
    mostBytes: fc.constantFrom(Number.POSITIVE_INFINITY, 3 * mega, 8 * mega),
    breaks: fc.array(fc.constantFrom(1, 500_000, 7 * mega, 8 * mega + 5), { maxLength: 4 }),
    isSizeless: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      sizes,
      behaviours,
      fc.constantFrom(undefined, 5 * mega, 12 * mega),
      async (size, behaviour, rangeBytes) => {
        const content = bytesOf(size, size);
        const { address } = await startFileServer(content, { ...behaviour, breaks: [...behaviour.breaks] });
        const one = to(address, rangeBytes === undefined ? {} : { rangeBytes });
        expect(await one.run()).toMatchObject({ kind: 'stored', bytes: size });
        expect(hashOf(await one.content())).toBe(hashOf(content));
      },
    ),
    { numRuns: 8 },
  );
});

describe('a worker that dies', () => {
  class Killed extends Error {}

  test.each(['begin', 'put', 'complete'] as const)('before or after %s loses nothing that is stored', async (step) => {
    for (const isAfter of [false, true]) {
      const { address, asked } = await startFileServer(large);
      const one = to(address);
      const dying = {
        ...bucket,
        async [step](...given: never[]) {
          if (isAfter) await (bucket[step] as (...all: never[]) => Promise<unknown>)(...given);
          throw new Killed();
        },
      };
      await expect(one.run({}, dying)).rejects.toThrow(Killed);
      expect(await one.run()).toMatchObject({ kind: 'stored', bytes: large.length });
      expect(hashOf(await one.content())).toBe(hashOf(large));
      if (step === 'put' && isAfter) expect(asked.at(-1)?.headers.range).toBe(`bytes=${8 * mega}-`);
    }
  });

  test('goes on with another size if the file has changed since', async () => {
    const server = await startFileServer(large, { breaks: [9 * mega], withEtag: false });
    const one = to(server.address);
    expect(await one.run({ until: 0 })).toMatchObject({ kind: 'stopped', bytes: 0 });
    const stopping = {
      ...bucket,
      put: async (...given: Parameters<PartStore['put']>) => {
        await bucket.put(...given);
        throw new Killed();
      },
    };
    await expect(one.run({}, stopping)).rejects.toThrow(Killed);
    server.state.content = bytesOf(19 * mega, 3);
    expect(await one.run()).toMatchObject({ kind: 'stored', bytes: 19 * mega });
    expect(hashOf(await one.content())).toBe(hashOf(bytesOf(19 * mega, 3)));
  });
});

test('the 307 to a signed address is fetched without authorization', async () => {
  const bucketOf = await startFileServer(large, { breaks: [9 * mega] });
  const { address, asked } = await startProvider(
    (_, response) => void response.writeHead(307, { location: `${bucketOf.address}/f?X-Amz-Signature=s` }).end(),
  );
  const one = to(address);
  expect(await one.run()).toMatchObject({ kind: 'stored', bytes: large.length });
  expect(asked.every(({ headers }) => headers.authorization === 'Bearer t')).toBe(true);
  expect(bucketOf.asked.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

test('202 is not ready, 406 is impossible, and neither leaves an object', async () => {
  let status = 202;
  const { address } = await startProvider(
    (_, response) => void response.writeHead(status, { 'retry-after': '7' }).end(),
  );
  const one = to(address);
  expect(await one.run()).toEqual({ kind: 'notReady', retryAfterSeconds: 7 });
  status = 406;
  expect(await one.run()).toMatchObject({ kind: 'failed', failure: { kind: 'impossible' } });
});

test('stored bytes are the parts from the first one on without a gap', () => {
  const part = (partNumber: number, sizeBytes: number) => ({ partNumber, sizeBytes });
  expect(bytesStored([part(2, 8), part(1, 8), part(4, 8)], { partBytes: 8 })).toBe(16);
  expect(bytesStored([part(1, 8), part(2, 3)], { partBytes: 8, total: 11 })).toBe(11);
  expect(bytesStored([part(1, 8), part(2, 3)], { partBytes: 8, total: 12 })).toBe(8);
  expect(bytesStored([part(2, 8)], { partBytes: 8 })).toBe(0);
});

test('a file of 300 MB lies in memory by one part', async () => {
  const size = 300 * mega;
  const chunk = bytesOf(mega);
  const { address } = await startProvider(async (_, response) => {
    response.writeHead(200, { 'content-length': String(size) });
    for (let sent = 0; sent < size; sent += mega) {
      if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
  });
  const counting = { bytes: 0, most: 0 };
  const before = process.memoryUsage().rss;
  const sink: PartStore = {
    ...bucket,
    begin: async () => 'u',
    parts: async () => (counting.bytes === size ? [{ partNumber: 1, sizeBytes: size, etag: 'e' }] : []),
    put: async (_key, _id, _number, bytes) => {
      counting.bytes += bytes.length;
      counting.most = Math.max(counting.most, process.memoryUsage().rss - before);
    },
    complete: async () => undefined,
  };
  expect(await to(address, { maxBytes: size }).run({}, sink)).toMatchObject({ kind: 'stored', bytes: size });
  console.log(`300 MB: ${Math.round(counting.most / mega)} MB more memory, server included`);
  expect(counting.most).toBeLessThan(150 * mega);
});
