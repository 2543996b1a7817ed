import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keyToPath } from '../s3/files/key-paths.ts';
import { arn } from '../template/arns.ts';
import type { LakeTablePlan } from '../template/plan-lake.ts';
import { bucketLocation } from './bucket-location.ts';
import type { Permissions } from './session-permissions.ts';
import { TrinoProblem } from './trino/parts.ts';
import type { Scan } from './trino/scans.ts';

export interface LakeFilesOptions {
  tables: readonly LakeTablePlan[];
  permissions: Permissions;
  /** The folder of S3's objects: `<folder>/<bucket>/objects/<key>`. */
  bucketsFolder: string;
}

export interface ScannedFiles {
  table: LakeTablePlan;
  /** The folders of its injected columns. */
  folders: ReadonlyMap<string, string>;
  files: { path: string; bytes: number }[];
}

/** The files of a scan. @throws TrinoProblem if Glue does not know the table, or the caller may not read it. */
export function scannedFiles({ database, table: name, equal }: Scan, options: LakeFilesOptions): ScannedFiles {
  const table = options.tables.find((one) => one.database === database && one.name === name);
  if (!table)
    throw new TrinoProblem('TABLE_NOT_FOUND', `line 1:1: Table 'awsdatacatalog.${database}.${name}' does not exist`);
  for (const resource of ['catalog', `database/${database}`, `table/${database}/${name}`]) {
    if (options.permissions.allow('glue:GetTable', arn('glue', resource))) continue;
    throw new TrinoProblem('PERMISSION_DENIED', `User is not authorized to perform: glue:GetTable on ${resource}`);
  }
  const missing = table.injected.find((key) => !equal.get(key));
  if (missing) {
    throw new TrinoProblem(
      'CONSTRAINT_VIOLATION',
      `For the injected projected partition column ${missing}, the WHERE clause must contain only static equality conditions, and at least one such condition must be present.`,
    );
  }
  const folders = new Map(table.injected.map((key) => [key, equal.get(key) ?? '']));
  const location = table.location.replace(/\$\{(\w+)\}/g, (_, key: string) => folders.get(key) ?? '');
  return { table, folders, files: filesAt(location, options) };
}

function filesAt(location: string, { permissions, bucketsFolder }: LakeFilesOptions): ScannedFiles['files'] {
  const { bucket, prefix } = bucketLocation(location);
  const denied = (action: string) =>
    new TrinoProblem('PERMISSION_DENIED', `User is not authorized to perform: ${action} on s3://${bucket}/${prefix}`);
  // Trino probes folders without their slash, too.
  for (const probed of [prefix, prefix.replace(/\/$/, '')]) {
    if (!permissions.allow('s3:ListBucket', `arn:aws:s3:::${bucket}`, probed)) throw denied('s3:ListBucket');
  }
  const folder = join(bucketsFolder, bucket, 'objects', keyToPath(prefix.replace(/\/$/, '')));
  return namesIn(folder).map((name) => {
    if (!permissions.allow('s3:GetObject', `arn:aws:s3:::${bucket}/${prefix}${name}`)) throw denied('s3:GetObject');
    const path = join(folder, name);
    return { path, bytes: statSync(path).size };
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
