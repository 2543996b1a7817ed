import * as z from 'zod';
import { imageProcessSchema, processSortFields } from '../../../../domain/satellite/image-process.ts';
import { processFilters } from '../../../../domain/satellite/process-filter.ts';
import { defineEndpoints, type Endpoint } from '../../../http/endpoint.ts';
import { pageParameters } from '../../../http/parameters.ts';
import { fieldPath, processPath, satelliteField } from '../in-path.ts';

/** The interface writes `process` in the path, and what it describes is written with `processes` elsewhere, too. */
function reprocess<const Path extends `/fields/{id}/${string}/{processId}/reprocess`>(path: Path) {
  return {
    method: 'POST',
    path,
    family: { operationId: 'reprocessSatelliteImage', path: '/fields/{id}/{kind}/{processId}/reprocess' },
    summary: 'Process a scene again',
    description:
      'Its images are made anew, with the same URLs; until then the process has none. 409 while it is under way. Of a scene of Planet the files of its order are fetched again; where Planet no longer has them, or the order failed, the scene is ordered again, which uses quota.',
    access: 'owner',
    conflict: 'The process is under way.',
    params: processPath,
    exists: { field: satelliteField, process: 'ownWrite' },
    responses: { 202: { description: 'The process, `STARTED`.', schema: imageProcessSchema } },
  } as const satisfies Endpoint;
}

/** Scenes as they are processed for a field. */
export const processEndpoints = defineEndpoints({
  listSatelliteProcesses: {
    method: 'GET',
    path: '/fields/{id}/processes',
    summary: 'List the processes of a field',
    description: `One for each scene that meets the field; two tiles of one day are two. Those that succeeded, unless \`status\` says otherwise, the newest scene first.`,
    access: 'owner',
    paged: true,
    params: fieldPath,
    exists: { field: satelliteField },
    query: z.strictObject({ ...processFilters, ...pageParameters(processSortFields) }),
    responses: { 200: { description: 'One page of processes.', schema: z.array(imageProcessSchema) } },
  },
  getSatelliteProcess: {
    method: 'GET',
    path: '/fields/{id}/processes/{processId}',
    summary: 'Get a process of a field',
    access: 'owner',
    params: processPath,
    exists: { field: satelliteField, process: 'ownRead' },
    responses: { 200: { description: 'The process with its images.', schema: imageProcessSchema } },
  },
  reprocessSatelliteImage: reprocess('/fields/{id}/process/{processId}/reprocess'),
  reprocessSatelliteImages: { ...reprocess('/fields/{id}/processes/{processId}/reprocess'), addition: true },
});
