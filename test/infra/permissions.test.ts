import { expect, test } from 'vitest';
import { plainText } from '../../infra/release/plain-text.ts';
import type { Template } from '../../infra/template.ts';
import { ofType } from './resources.ts';
import { templates } from './synthesize.ts';

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

const roles = Object.values(templates()).flatMap((template) =>
  ofType(plainText(template) as Template, 'AWS::IAM::Role'),
);

/** Actions of each function's role on a table, or on one of its indexes, by function. */
function allowed(resource: RegExp): Record<string, string[]> {
  const actions = roles.map(({ id, properties }) => {
    const documents: { PolicyDocument: { Statement: Statement[] } }[] = properties.Policies ?? [];
    const statements = documents.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const fitting = statements.filter(({ Resource }) =>
      [Resource].flat().some((of) => resource.test(JSON.stringify(of))),
    );
    return [id, fitting.flatMap(({ Action }) => Action)] as const;
  });
  return Object.fromEntries(actions.filter(([, of]) => of.length > 0));
}

const table = (name: string) => new RegExp(`table/furrow-prod-${name}"$`);
const index = (name: string, of = '') => new RegExp(`table/furrow-prod-${name}/index/${of}`);

test('only the function of users lists users; others find one by its key and check that it exists', () => {
  const { UsersRole, LinksRole = [], ...roles } = allowed(table('users'));
  // The status of a credential is shown on its user.
  const showing = [
    ...['CredentialsRole', 'CheckCredentialsRole', 'ConnectionsRole', 'OneClickRole', 'LayersRole'],
    'PrescriptionsRole',
    ...['SyncFieldsRole', 'SyncFilesRole', 'SyncAssetsRole', 'SyncIrrigationRole', 'SubscribePushesRole'],
  ];
  const others = Object.fromEntries(Object.entries(roles).filter(([name]) => !showing.includes(name)));
  for (const name of showing) {
    const role = roles[name];
    expect(role?.filter((action) => /Put|Update|Delete|Write|Query/.test(action))).toEqual(['dynamodb:UpdateItem']);
  }
  // A link may create its user.
  expect(LinksRole.filter((action) => /Delete|Query/.test(action))).toEqual([]);
  expect(UsersRole).toContain('dynamodb:Query');
  expect(Object.keys(others).length).toBeGreaterThan(5);
  const found = new Set(Object.values(others).flat());
  expect([...found].sort()).toEqual(['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:GetItem']);
  expect(Object.keys(allowed(index('users')))).toEqual(['UsersRole']);
});

test('only the relay and the eraser change events; others add them, and alerts reads them', () => {
  const { RelayEventsRole, EraseUserRole, AlertsRole, DeliverWebhooksRole, ...others } = allowed(table('events'));
  expect(RelayEventsRole).toContain('dynamodb:UpdateItem');
  expect(EraseUserRole).toContain('dynamodb:Query');
  const readers = [...(AlertsRole ?? []), ...(DeliverWebhooksRole ?? [])];
  expect(readers.filter((action) => /Put|Update|Delete|Write/.test(action))).toEqual([]);
  expect(Object.keys(others).length).toBeGreaterThan(5);
  expect([...new Set(Object.values(others).flat())]).toEqual(['dynamodb:PutItem']);
});

test('only the sweep finds overdue work of all owners', () => {
  for (const name of ['fields', 'uploads', 'operations', 'queries', 'alerts'])
    expect([name, Object.keys(allowed(index(name, 'byDeadline')))]).toEqual([name, ['SweepRole']]);
});
