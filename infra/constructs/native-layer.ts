import type { Stack } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { LayerName } from '../../functions/manifest/needs.ts';
import { pascalCase, withLogicalId } from './logical-id.ts';

const descriptions: Record<LayerName, string> = {
  gdal: 'GDAL for Node 24 on x86_64',
  duckdb: 'DuckDB for Node on x86_64',
};

/** Native code for the functions of a stack. @param folder with `nodejs/node_modules`. */
export function nativeLayer(stack: Stack, name: LayerName, folder: string): lambda.LayerVersion {
  const id = `${pascalCase(name)}Layer`;
  const layer = new lambda.LayerVersion(stack, id, {
    description: descriptions[name],
    code: lambda.Code.fromAsset(folder),
    compatibleRuntimes: [lambda.Runtime.NODEJS_24_X],
    compatibleArchitectures: [lambda.Architecture.X86_64],
  });
  return withLogicalId(layer, id);
}
