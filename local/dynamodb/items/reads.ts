import { validationError } from '../api-error.ts';
import { type Answer, act, check, type Request } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import { projectedNames } from './index-rows.ts';
import { readStore } from './read-store.ts';

export async function getItem(engine: Engine, input: unknown): Promise<Answer> {
  return read(engine, 'getItem', check('getItem', input));
}

export async function batchGetItem(engine: Engine, input: unknown): Promise<Answer> {
  return read(engine, 'batchGetItem', check('batchGetItem', input));
}

export async function query(engine: Engine, input: unknown): Promise<Answer> {
  const request = check('query', input);
  refuseUnprojected(engine, request);
  return read(engine, 'query', request);
}

export async function scan(engine: Engine, input: unknown): Promise<Answer> {
  const request = check('scan', input);
  refuseUnprojected(engine, request);
  return read(engine, 'scan', request);
}

function read(engine: Engine, operation: string, request: Request): Promise<Answer> {
  return act(operation, readStore(engine.database, engine.tables, request), request);
}

/** Refuses attributes that a global index does not project; dynalite would omit them silently. */
function refuseUnprojected(engine: Engine, request: Request): void {
  const table = engine.tables.get(request.TableName);
  const index = table.description.GlobalSecondaryIndexes?.find((one) => one.IndexName === request.IndexName);
  if (!index || index.Projection.ProjectionType === 'ALL') return;
  const projected = new Set(projectedNames(table, index));
  const missing = wantedNames(request).filter((name) => !projected.has(name));
  if (missing.length > 0) {
    throw validationError(
      'One or more parameter values were invalid: ' +
        `Global secondary index ${index.IndexName} does not project [${missing.join(', ')}]`,
    );
  }
}

function wantedNames(request: Request): string[] {
  const projection = request._projection as { paths: (string | (string | number)[])[] } | undefined;
  const paths = projection?.paths ?? (request.AttributesToGet as string[] | undefined) ?? [];
  return paths.map((path) => String(Array.isArray(path) ? path[0] : path));
}
