import { describe, expect, test } from 'vitest';
import {
  connectionsOf,
  isConnected,
  type Organization,
  readOrganization,
} from '../../../domain/organizations/organization.ts';

const open = 'https://provider.example/org/1/connections-dialog';
const setUp = 'https://provider.example/select-organizations?id=1';
const all = { reportsAccess: true, organizationDataSync: 'ALL' } as const;
const some = { reportsAccess: true, organizationDataSync: 'SELECTED_ONLY' } as const;
const known = (status: Organization['status'], managementUri = open): Organization => ({
  providerOrgId: '1',
  providerOrgName: 'Meadow',
  status,
  managementUri,
});
const provided = (managementUri?: string) => ({ id: '1', name: 'Meadow', managementUri });

describe('reading an organization', () => {
  test.each([
    ['a new one is selected where all are', undefined, open, all, 'SELECTED', ['providerOrganizationCreated']],
    [
      'a new one is in preview where only chosen ones are',
      undefined,
      open,
      some,
      'PREVIEW',
      ['providerOrganizationCreated'],
    ],
    [
      'a new one without access is blocked',
      undefined,
      setUp,
      all,
      'BLOCKED',
      ['providerOrganizationCreated', 'providerOrganizationBlocked'],
    ],
    ['one that loses access is blocked', known('SELECTED'), setUp, all, 'BLOCKED', ['providerOrganizationBlocked']],
    ['one that stays without access publishes one event', known('BLOCKED', setUp), setUp, all, 'BLOCKED', []],
    ['one that gets access is in preview', known('BLOCKED', setUp), open, all, 'PREVIEW', []],
    ['one that was chosen stays chosen', known('SELECTED'), open, some, 'SELECTED', []],
    ['one that was left in preview stays there', known('PREVIEW'), open, all, 'PREVIEW', []],
  ] as const)('%s', (_, before, managementUri, reading, status, events) => {
    const read = readOrganization(before, provided(managementUri), reading);
    expect([read.after?.status, read.events]).toEqual([status, events]);
  });

  test('an organization that no longer exists is removed, with an event', () => {
    expect(readOrganization(known('SELECTED'), undefined, all)).toEqual({ events: ['providerOrganizationRemoved'] });
    expect(readOrganization(undefined, undefined, all)).toEqual({ events: [] });
  });
});

test('only a connections dialog means access, at providers that report it', () => {
  expect([open, setUp, undefined].map((uri) => isConnected({ managementUri: uri }, true))).toEqual([
    true,
    false,
    false,
  ]);
  expect([open, setUp, undefined].map((uri) => isConnected({ managementUri: uri }, false))).toEqual([true, true, true]);
  const { connectedOrganizations, notConnectedOrganizations } = connectionsOf(
    [known('SELECTED'), known('BLOCKED', setUp)],
    true,
  );
  expect(connectedOrganizations).toEqual([{ id: '1', name: 'Meadow', managementUri: open }]);
  expect(notConnectedOrganizations).toEqual([{ id: '1', name: 'Meadow', managementUri: setUp }]);
});
