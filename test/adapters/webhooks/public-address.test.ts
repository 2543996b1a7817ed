import { describe, expect, test } from 'vitest';
import {
  AddressRefused,
  allowedAddresses,
  allowedRanges,
  isAllowed,
} from '../../../adapters/webhooks/public-address.ts';
import { functionNeeds } from '../../../functions/manifests.ts';

const refused = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a00:1',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
];

describe('an IP address', () => {
  test.each(refused)('%s is not called', (address) => {
    expect(isAllowed(address, 'public')).toBe(false);
  });

  test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is called',
    (address) => {
      expect(isAllowed(address, 'public')).toBe(true);
    },
  );

  test('of this machine is called where that is allowed, but not one of its network', () => {
    for (const address of ['127.0.0.1', '::1']) expect(isAllowed(address, 'public and loopback')).toBe(true);
    for (const address of refused.filter((one) => !/^(127|::1$|::ffff:127)/.test(one)))
      expect([address, isAllowed(address, 'public and loopback')]).toEqual([address, false]);
  });

  test('is found in every notation of a URL', async () => {
    for (const host of ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:7f00:1]', '%31%32%37.0.0.1']) {
      const { hostname } = new URL(`http://${host}/`);
      await expect(allowedAddresses(hostname, 'public')).rejects.toBeInstanceOf(AddressRefused);
    }
    await expect(allowedAddresses('localhost', 'public')).rejects.toBeInstanceOf(AddressRefused);
  });
});

describe('listeners on the machine itself', () => {
  test('are never allowed in Lambda, by any variable', () => {
    const variables = { LOOPBACK_LISTENERS: 'allowed', AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand' };
    expect(allowedRanges(variables)).toBe('public');
    expect(allowedRanges({})).toBe('public');
    expect(allowedRanges({ LOOPBACK_LISTENERS: 'allowed' })).toBe('public and loopback');
  });

  test('are not declared in any manifest', () => {
    expect(JSON.stringify(functionNeeds)).not.toContain('LOOPBACK');
  });
});
