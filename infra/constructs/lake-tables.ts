import { Aws, type Stack } from 'aws-cdk-lib';
import * as glue from 'aws-cdk-lib/aws-glue';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { ownerTables } from '../../domain/query/tables/owner-catalogue.ts';
import type { CatalogueTable } from '../../sql/catalogue.ts';
import type { Environment } from '../context/environment.ts';
import { glueColumns } from './glue-columns.ts';
import { pascalCase, withLogicalId } from './logical-id.ts';

const hive = 'org.apache.hadoop.hive.ql.io.parquet';

export interface LakeTables {
  database: string;
  names: string[];
}

/**
 * The database of an environment's lake, with every table of the catalogue.
 *
 * @example const { database, names } = lakeTables(stack, environment, lake);
 */
export function lakeTables(stack: Stack, environment: Environment, lake: s3.Bucket): LakeTables {
  const name = `furrow_${environment.name}`;
  const database = new glue.CfnDatabase(stack, 'LakeDatabase', {
    catalogId: Aws.ACCOUNT_ID,
    databaseInput: { name, description: `Furrow ${environment.name}: what queries read` },
  });
  withLogicalId(database, 'LakeDatabase');
  // The columns are the same for every owner.
  const tables = ownerTables('owner');
  for (const table of tables) lakeTable(stack, name, table, lake).addResourceDependency(database);
  return { database: name, names: tables.map(nameOf) };
}

/** Owner and generation are no folders that anybody lists: a query says them, or is refused. */
function lakeTable(stack: Stack, databaseName: string, table: CatalogueTable, lake: s3.Bucket): glue.CfnTable {
  const name = nameOf(table);
  const folder = `s3://${lake.bucketName}/lake/${name}/`;
  const partitions = table.only.owner === undefined ? [] : ['owner', 'gen'];
  const made = new glue.CfnTable(stack, `${pascalCase(name)}LakeTable`, {
    catalogId: Aws.ACCOUNT_ID,
    databaseName,
    tableInput: {
      name,
      tableType: 'EXTERNAL_TABLE',
      parameters: {
        classification: 'parquet',
        EXTERNAL: 'TRUE',
        ...(partitions.length > 0 && {
          'projection.enabled': 'true',
          ...Object.fromEntries(partitions.map((key) => [`projection.${key}.type`, 'injected'])),
          'storage.location.template': `${folder}${partitions.map((key) => `${key}=\${${key}}/`).join('')}`,
        }),
      },
      partitionKeys: partitions.map((key) => ({ name: key, type: 'string' })),
      storageDescriptor: {
        columns: glueColumns(table),
        location: folder,
        inputFormat: `${hive}.MapredParquetInputFormat`,
        outputFormat: `${hive}.MapredParquetOutputFormat`,
        serdeInfo: { serializationLibrary: `${hive}.serde.ParquetHiveSerDe` },
      },
    },
  });
  return withLogicalId(made, `${pascalCase(name)}LakeTable`);
}

const nameOf = ({ stored, name }: CatalogueTable): string => stored.at(-1) ?? name;
