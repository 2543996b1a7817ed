import * as z from 'zod';
import { inOrder } from '../../../../domain/parameters.ts';
import { imageProcessSchema, processSortFields } from '../../../../domain/satellite/processes/image-process.ts';
import { processFilters } from '../../../../domain/satellite/processes/process-filter.ts';
import { defineEndpoints, type Endpoint } from '../../../http/endpoint.ts';
import { pageParameters } from '../../../http/parameters.ts';
import { fieldPath, processPath, satelliteField } from '../in-path.ts';
import { upstreamHeader } from '../upstream-header.ts';

/** The endpoint of reprocessing. The interface has `process` in its path, and clients of the modelled service use `processes` as well. */
function reprocess<const Path extends `/fields/{id}/${string}/{processId}/reprocess`>(path: Path) {
  return {
    method: 'POST',
    path,
    summary: 'Process a scene again',
    description:
      'Creates the images again with the same URLs; until then the process has no images. 409 while the process is running. For a Planet scene, the files of its order are fetched again; if Planet no longer has them or the order failed, the scene is ordered again, which uses quota.',
    access: 'owner',
    conflict: 'The process is running.',
    params: processPath,
    exists: { field: satelliteField, process: 'ownWrite' },
    responses: {
      202: { description: 'The process, `STARTED`.', schema: imageProcessSchema, headers: upstreamHeader },
    },
  } as const satisfies Endpoint;
}

/** Endpoints of the processes of a field. */
export const processEndpoints = defineEndpoints({
  listSatelliteProcesses: {
    method: 'GET',
    path: '/fields/{id}/processes',
    summary: 'List the processes of a field',
    description: `Lists one process for each scene that overlaps the field; two tiles of one day are two scenes. Without \`status\`, only successful processes are listed. The newest scene comes first.`,
    access: 'owner',
    paged: true,
    params: fieldPath,
    exists: { field: satelliteField },
    query: z
      .strictObject({ ...processFilters, ...pageParameters(processSortFields) })
      .refine(...inOrder('startDate', 'endDate'))
      .refine(...inOrder('startProcessedTimestamp', 'endProcessedTimestamp')),
    responses: {
      200: { description: 'One page of processes.', schema: z.array(imageProcessSchema), headers: upstreamHeader },
    },
  },
  getSatelliteProcess: {
    method: 'GET',
    path: '/fields/{id}/processes/{processId}',
    summary: 'Get a process of a field',
    description: 'The state of a scene, with its images and the statistics of its indices once it has succeeded.',
    access: 'owner',
    params: processPath,
    exists: { field: satelliteField, process: 'ownRead' },
    responses: {
      200: { description: 'The process with its images.', schema: imageProcessSchema, headers: upstreamHeader },
    },
  },
  reprocessSatelliteImage: reprocess('/fields/{id}/process/{processId}/reprocess'),
  reprocessSatelliteImages: { ...reprocess('/fields/{id}/processes/{processId}/reprocess'), addition: true },
});
