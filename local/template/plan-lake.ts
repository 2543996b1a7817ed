import * as z from 'zod';
import { declared, flag, wholeNumber } from './declared.ts';
import type { Resolver } from './resolver.ts';

/** A workgroup of Athena. */
export interface WorkGroupPlan {
  name: string;
  /** Whether its settings for results override those of a query. */
  isEnforced: boolean;
  /** The default location of results, as `s3://bucket/prefix/`. */
  output?: string;
  maxBytesScanned?: number;
}

/** A table of Glue over Parquet files. */
export interface LakeTablePlan {
  database: string;
  name: string;
  /** In the words of Hive. */
  columns: { name: string; type: string }[];
  /** Injected partition columns, which every query has to restrict. */
  injected: string[];
  /** The location of the files, as `s3://bucket/prefix/`, with `${column}` for each partition column. */
  location: string;
}

export interface LakePlan {
  workGroups: WorkGroupPlan[];
  tables: LakeTablePlan[];
}

const workGroupSchema = z.object({
  WorkGroupConfiguration: z
    .object({
      EnforceWorkGroupConfiguration: flag.default(true),
      BytesScannedCutoffPerQuery: wholeNumber.optional(),
      ResultConfiguration: z.object({ OutputLocation: z.string().optional() }).optional(),
    })
    .prefault({}),
});

const columns = z.array(z.object({ Name: z.string(), Type: z.string() }));
const tableSchema = z.object({
  DatabaseName: z.string(),
  TableInput: z.object({
    Name: z.string(),
    Parameters: z.record(z.string(), z.string()).default({}),
    PartitionKeys: columns.default([]),
    StorageDescriptor: z.object({ Columns: columns, Location: z.string() }),
  }),
});

export function planLake(resolver: Resolver): LakePlan {
  return {
    workGroups: declared(resolver, 'AWS::Athena::WorkGroup').map(({ name, read }) => {
      const { WorkGroupConfiguration: given } = read(workGroupSchema);
      const output = given.ResultConfiguration?.OutputLocation;
      return {
        name,
        isEnforced: given.EnforceWorkGroupConfiguration,
        ...(output !== undefined && { output }),
        ...(given.BytesScannedCutoffPerQuery !== undefined && { maxBytesScanned: given.BytesScannedCutoffPerQuery }),
      };
    }),
    tables: declared(resolver, 'AWS::Glue::Table').map(({ read }) => tableOf(read(tableSchema))),
  };
}

function tableOf({ DatabaseName, TableInput }: z.infer<typeof tableSchema>): LakeTablePlan {
  const { Name, Parameters, PartitionKeys, StorageDescriptor } = TableInput;
  const kinds = PartitionKeys.map(({ Name: key }) => [key, Parameters[`projection.${key}.type`]] as const);
  const other = kinds.find(([, kind]) => kind !== 'injected' || Parameters['projection.enabled'] !== 'true');
  if (other) throw new Error(`the table ${Name} has the partition ${other[0]}, which is not projected as injected`);
  return {
    database: DatabaseName,
    name: Name,
    columns: StorageDescriptor.Columns.map((column) => ({ name: column.Name, type: column.Type })),
    injected: kinds.map(([key]) => key),
    location: Parameters['storage.location.template'] ?? StorageDescriptor.Location,
  };
}
