import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentRange, unsatisfiedTotal } from '../../../domain/transport/content-range.ts';
import { linkInHeader, linkOf, nextLink } from '../../../domain/transport/links.ts';
import { pollAfter } from '../../../domain/transport/polling.ts';
import { hostsOf, isOwnHost } from '../../../domain/transport/provider-hosts.ts';
import { maxRetryAfterSeconds, retryAfterSeconds } from '../../../domain/transport/retry-after.ts';

const now = Date.UTC(2026, 10, 24, 12);

describe('Retry-After', () => {
  test.each([
    ['120', 120],
    [' 0 ', 0],
    ['Tue, 24 Nov 2026 12:02:00 GMT', 120],
    ['Tue, 24 Nov 2026 11:00:00 GMT', 0],
    ['Tuesday, 24-Nov-26 12:00:30 GMT', 30],
    ['99999999999999999999', maxRetryAfterSeconds],
    ['Wed, 24 Nov 2027 12:00:00 GMT', maxRetryAfterSeconds],
    ['1.5', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is a wait of %s s', (header, expected) => {
    expect(retryAfterSeconds(header, now)).toBe(expected);
  });

  test('as a date counts from the clock of the provider, where it shows it', () => {
    const date = 'Tue, 24 Nov 2026 15:00:00 GMT';
    expect(retryAfterSeconds('Tue, 24 Nov 2026 15:01:00 GMT', now, date)).toBe(60);
  });

  test('is the same as seconds and as a date, never negative, and at most a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 10_000_000 }), (seconds) => {
        const date = new Date(now + seconds * 1_000).toUTCString();
        const expected = Math.min(Math.max(seconds, 0), maxRetryAfterSeconds);
        expect(retryAfterSeconds(date, now)).toBe(expected);
        if (seconds >= 0) expect(retryAfterSeconds(String(seconds), now)).toBe(expected);
      }),
    );
  });

  test('of any text is a whole number from 0 to a day, or nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const wait = retryAfterSeconds(text, now);
        expect(wait === undefined || (Number.isInteger(wait) && wait >= 0 && wait <= maxRetryAfterSeconds)).toBe(true);
      }),
    );
  });
});

describe('Content-Range', () => {
  test('is read back as it was written', () => {
    const sizes = fc.tuple(fc.nat(), fc.nat(), fc.nat());
    fc.assert(
      fc.property(sizes, ([from, more, rest]) => {
        const [to, total] = [from + more, from + more + rest + 1];
        expect(contentRange(`bytes ${from}-${to}/${total}`)).toEqual({ from, to, total });
        expect(contentRange(`bytes ${from}-${to}/*`)).toEqual({ from, to, total: undefined });
      }),
    );
  });

  test.each(['bytes 5-4/10', 'bytes 0-10/10', 'bytes */10', 'items 0-1/2', 'bytes 0-1', '', undefined])(
    '%s is none',
    (header) => {
      expect(contentRange(header)).toBeUndefined();
    },
  );

  test('of a 416 says the size', () => {
    expect(unsatisfiedTotal('bytes */47')).toBe(47);
    expect(unsatisfiedTotal('bytes 0-1/47')).toBeUndefined();
  });
});

describe('links to the next page', () => {
  const base = new URL('https://api.deere.com/platform/organizations;start=0;count=10?embed=x');

  test('keep matrix parameters and queries', () => {
    expect(nextLink(base, '/platform/organizations;start=10;count=10?embed=x')).toEqual({
      kind: 'next',
      url: new URL('https://api.deere.com/platform/organizations;start=10;count=10?embed=x'),
    });
    expect(nextLink(base, '?page=2')).toMatchObject({ url: { search: '?page=2' } });
    expect(nextLink(base, '')).toEqual({ kind: 'last' });
    expect(nextLink(base, 'https://[')).toEqual({ kind: 'unreadable', link: 'https://[' });
  });

  test.each([
    ['/equipment?pageOffset=100', '/isg/equipment?pageOffset=100'],
    ['/isg/equipment?pageOffset=100', '/isg/equipment?pageOffset=100'],
    ['?pageOffset=100', '/isg/equipment?pageOffset=100'],
    ['equipment;start=10', '/isg/equipment;start=10'],
    ['/isgard', '/isg/isgard'],
    ['https://equipmentapi.deere.com/isg/equipment', '/isg/equipment'],
  ])('that are relative stay within the API: %s', (link, expected) => {
    const page = new URL('https://equipmentapi.deere.com/isg/equipment?pageOffset=0');
    expect(nextLink(page, link, 'https://equipmentapi.deere.com/isg')).toEqual({
      kind: 'next',
      url: new URL(`https://equipmentapi.deere.com${expected}`),
    });
  });

  test('are found by their relation in bodies and headers', () => {
    expect(
      linkOf(
        [
          { rel: 'self', uri: 'a' },
          { rel: 'nextPage', uri: 'b' },
        ],
        'nextpage',
      ),
    ).toBe('b');
    expect(linkOf([{ rel: 'next', href: 'c' }], 'next')).toBe('c');
    const header = '<https://a.example/1?x=1,2>; rel="prev first", <https://a.example/3>; title="t"; rel="next"';
    expect(linkInHeader(header, 'next')).toBe('https://a.example/3');
    expect(linkInHeader(header, 'first')).toBe('https://a.example/1?x=1,2');
    expect(linkInHeader('<https://a.example/3>; rel=next', 'next')).toBe('https://a.example/3');
    expect(linkInHeader(header, 'last')).toBeUndefined();
  });
});

describe('polling', () => {
  test('waits 5 s, doubles, and ends before 30 minutes are over', () => {
    const waits: number[] = [];
    let at = now;
    for (let times = 0; ; times += 1) {
      const wait = pollAfter({ since: now, times }, at);
      if (wait === undefined) break;
      waits.push(wait);
      at += wait * 1_000;
    }
    expect(waits.slice(0, 7)).toEqual([5, 10, 20, 40, 80, 160, 320]);
    expect(at).toBeLessThanOrEqual(now + 30 * 60_000);
  });

  test('waits as long as the provider asks, if that is longer', () => {
    expect(pollAfter({ since: now, times: 0 }, now, 60)).toBe(60);
    expect(pollAfter({ since: now, times: 3 }, now, 1)).toBe(40);
    expect(pollAfter({ since: now, times: 0 }, now, 3_600)).toBeUndefined();
  });
});

describe('the hosts of a provider', () => {
  const hosts = hostsOf('John Deere', {
    api: 'https://api.deere.com/platform',
    token: 'https://signin.johndeere.com/token',
    consent: 'https://consent.deere.com/authorize',
    others: ['https://equipmentapi.deere.com/isg', 'http://plain.deere.com/x'],
  });

  test.each([
    ['https://api.deere.com/anything', true],
    ['https://equipmentapi.deere.com/isg/equipment', true],
    ['https://API.deere.com/', true],
    ['http://api.deere.com/', false],
    ['https://api.deere.com:8443/', false],
    ['https://api.deere.com.evil.example/', false],
    ['https://user:pass@api.deere.com/', false],
    ['https://consent.deere.com/authorize', false],
    ['http://plain.deere.com/x', false],
    ['https://evil.example/?https://api.deere.com/', false],
  ])('%s: %s', (url, expected) => {
    expect(isOwnHost(hosts, new URL(url))).toBe(expected);
  });
});
