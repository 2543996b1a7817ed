import { expect, test } from 'vitest';
import { requestAddresses } from '../../../local/gateway/request-address.ts';

const arrival = { localAddress: '192.168.1.5', localPort: 3000 };
const quiet = { host: '0.0.0.0', log: () => {} };
const addressOf = requestAddresses(quiet);

test.each(['localhost:3000', 'localhost', 'LOCALHOST:8080', 'furrow.localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'the loopback name %s is used, with the port that a tunnel may have given it',
  (host) => expect(addressOf(host, arrival)).toEqual({ scheme: 'http', host: host.toLowerCase() }),
);

test('the address at which the connection arrived is used, as a phone on the same network names it', () => {
  expect(addressOf('192.168.1.5:3000', arrival).host).toBe('192.168.1.5:3000');
  const six = { localAddress: 'fd00::5', localPort: 3000 };
  expect(addressOf('[fd00::5]:3000', six).host).toBe('[fd00::5]:3000');
  expect(addressOf('192.168.1.5', { ...arrival, localAddress: '::ffff:192.168.1.5' }).host).toBe('192.168.1.5');
});

test('the name that the gateway was told to listen on is used', () => {
  expect(requestAddresses({ ...quiet, host: 'Barn.lan' })('barn.lan:3000', arrival).host).toBe('barn.lan:3000');
});

test.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'localhost@evil.example',
  '127.0.0.1.evil.example',
  '127.0.0.1,evil.example',
  'evil.example/localhost',
  'localhost:3000:evil',
  'localhost:',
  '203.0.113.9:3000',
  '[fd00::9]',
  '',
  undefined,
])('any other host (%s) is answered with the address at which the connection arrived', (host) => {
  expect(addressOf(host, arrival)).toEqual({ scheme: 'http', host: '192.168.1.5:3000' });
  const six = { localAddress: 'fe80::1%eth0', localPort: 3000 };
  expect(addressOf(host, six).host).toBe('[fe80::1]:3000');
});

test('the host of the public URL is used with its scheme, and no other', () => {
  const published = requestAddresses({ ...quiet, publicUrl: 'https://farm.example' });
  expect(published('farm.example', arrival)).toEqual({ scheme: 'https', host: 'farm.example' });
  expect(published('farm.example:3000', arrival).host).toBe('192.168.1.5:3000');
  expect(published('localhost:3000', arrival)).toEqual({ scheme: 'http', host: 'localhost:3000' });
});

test('a foreign name is logged once, with the setting that allows it, and made-up names do not fill the log', () => {
  const lines: string[] = [];
  const logging = requestAddresses({ host: '127.0.0.1', log: (line) => void lines.push(line) });
  for (let time = 0; time < 2; time += 1) logging('mill.example:3000', arrival);
  expect(lines).toEqual([
    'a request named the host mill.example:3000: links in responses begin with http://192.168.1.5:3000; to use that name, set FURROW_PUBLIC_URL',
  ]);
  for (let name = 0; name < 100; name += 1) logging(`n${name}.example`, arrival);
  expect(lines.length).toBe(10);
});
