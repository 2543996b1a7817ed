import { describe, expect, test } from 'vitest';
import { lakePointsPrefix } from '../../domain/files/lake-keys.ts';
import { ownerTables } from '../../domain/query/tables/owner-catalogue.ts';
import { glueColumns } from '../../infra/constructs/glue-columns.ts';
import { environmentNamed } from '../../infra/context/environment.ts';
import { ofType, withId } from './resources.ts';
import { templates } from './synthesize.ts';

const { data, api } = templates();
const dev = templates({ environment: environmentNamed('dev'), queryEngine: 'duckdb' });

describe('the tables of the lake', () => {
  const tables = ofType(data, 'AWS::Glue::Table').map(({ properties }) => properties.TableInput);

  test('are those of the catalogue, with all of their columns', () => {
    expect(tables.map(({ Name }) => Name)).toEqual(ownerTables('o').map(({ stored }) => stored.at(-1)));
    for (const table of ownerTables('o')) {
      const made = tables.find(({ Name }) => Name === table.stored.at(-1));
      expect(made.StorageDescriptor.Columns).toEqual(
        glueColumns(table).map(({ name, type }) => ({ Name: name, Type: type })),
      );
    }
  });

  test('have columns of Hive, with names in lower case, and the ingest of each row', () => {
    const points = Object.fromEntries(glueColumns(ownerTables('o')[0]).map(({ name, type }) => [name, type]));
    expect(points).toMatchObject({
      fileid: 'string',
      fieldids: 'array<string>',
      timestamp: 'timestamp',
      sectionid: 'bigint',
      speedmetric: 'double',
      tankmix: 'boolean',
      lon: 'double',
      lat: 'double',
      ingestid: 'string',
    });
    expect(Object.keys(points).filter((name) => name !== name.toLowerCase())).toEqual([]);
  });

  test.each(['fields', 'operations', 'files', 'soil_samples', 'applied_irrigation', 'ssurgo', 'states_counties'])(
    '%s has the bounding box of each geometry',
    (name) => {
      const columns = tables.find(({ Name }) => Name === name)?.StorageDescriptor.Columns;
      const degrees = ['west', 'south', 'east', 'north'].map((Name) => ({ Name, Type: 'double' }));
      expect(columns).toEqual(expect.arrayContaining([{ Name: 'geometry', Type: 'binary' }, ...degrees]));
    },
  );

  const owned = tables.filter(({ Name }) =>
    ownerTables('o').some(({ stored, only }) => stored.at(-1) === Name && only.owner),
  );
  test.each(owned)('$Name cannot be read without an owner and a generation', ({ Name, Parameters, PartitionKeys }) => {
    expect(PartitionKeys.map((key: { Name: string }) => key.Name)).toEqual(['owner', 'gen']);
    expect(Parameters).toMatchObject({
      'projection.enabled': 'true',
      'projection.owner.type': 'injected',
      'projection.gen.type': 'injected',
    });
    expect(JSON.stringify(Parameters['storage.location.template'])).toContain(
      `/lake/${Name}/owner=\${owner}/gen=\${gen}/`,
    );
  });
});

test('points are at the location of their keys, in the folder of their generation', () => {
  const [points] = ofType(data, 'AWS::Glue::Table')
    .map(({ properties }) => properties.TableInput)
    .filter(({ Name }) => Name === 'points');
  const folder = lakePointsPrefix('OWNER', 7).replace('OWNER', `\${owner}`).replace('gen=7', `gen=\${gen}`);
  expect(JSON.stringify(points.Parameters['storage.location.template'])).toContain(`/${folder}"`);
});

describe('the workgroup', () => {
  const { properties } = ofType(data, 'AWS::Athena::WorkGroup')[0] ?? {};
  const configuration = properties?.WorkGroupConfiguration;

  test('stops queries that read too much', () => {
    expect(configuration.BytesScannedCutoffPerQuery).toBe(50e9);
    // Athena's minimum.
    const other = withId(dev.data, 'QueriesWorkGroup').properties.WorkGroupConfiguration;
    expect(other.BytesScannedCutoffPerQuery).toBeGreaterThan(10_000_000);
  });

  test('leaves the location of results to the query, which is the owner’s own', () => {
    expect(configuration.EnforceWorkGroupConfiguration).toBe(false);
    expect(configuration.ResultConfiguration.OutputLocation).toBeUndefined();
  });
});

describe('the role of queries', () => {
  test('can be assumed by functions of the environment only', () => {
    const [statement] = withId(data, 'QueriesRole').properties.AssumeRolePolicyDocument.Statement;
    expect(statement).toMatchObject({ Action: 'sts:AssumeRole', Effect: 'Allow' });
    expect(JSON.stringify(statement.Condition)).toContain('role/furrow-prod-*');
  });

  test('is the only one that may run queries, and changes nothing but results', () => {
    const text = JSON.stringify(withId(data, 'QueriesRole').properties.Policies);
    expect(text).toContain('athena:StartQueryExecution');
    expect(text).not.toMatch(/glue:(Create|Update|Delete)|s3:Delete|lake[^"]*","s3:Put/);
    const others = ofType(api, 'AWS::IAM::Role').map(({ properties }) => JSON.stringify(properties.Policies));
    expect(others.filter((policies) => policies.includes('athena:'))).toEqual([]);
    expect(others.filter((policies) => policies.includes('sts:AssumeRole'))).toHaveLength(1);
  });
});

test('the context chooses the engine', () => {
  const engineOf = (template: typeof api) =>
    withId(template, 'QueryFunction').properties.Environment.Variables.QUERY_ENGINE;
  expect([engineOf(api), engineOf(dev.api)]).toEqual(['athena', 'duckdb']);
});
