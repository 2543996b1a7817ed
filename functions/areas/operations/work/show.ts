import type { z } from 'zod';
import { Problem } from '../../../../domain/errors.ts';
import type { Operation, OperationArtefact, operationSchema } from '../../../../domain/operations/operation.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import { operationsApi } from '../api.ts';

/** A field operation as it is answered. */
export function shownOperation(apiOwnerUsername: string, operation: Operation): z.input<typeof operationSchema> {
  return { ...operation, apiOwnerUsername };
}

/** The URL of an artefact, which needs the bearer token; 404 if the operation does not have it. */
export function operationLink(
  request: RequestContext,
  { id, artefacts }: Operation,
  artefact: OperationArtefact,
): string {
  if (artefacts.includes(artefact)) return `${request.base}${operationsApi.base}/operations/${id}/download/${artefact}`;
  const detail = `The operation has no ${artefact}. Some outputs have to be enabled in the settings before it is made.`;
  throw new Problem('notFound', detail, { errorKey: 'outputNotFound' });
}
