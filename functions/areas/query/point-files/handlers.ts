import type * as z from 'zod';
import { flatSummary } from '../../../../domain/machine-files/flat-summary.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { presentOutput } from '../../../../domain/machine-files/points/missing-output.ts';
import { selection } from '../../../../domain/paging.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import type { pointFilesApi } from './api.ts';
import type { PointFilesServices } from './services.ts';

export const pointFileHandlers: Handlers<typeof pointFilesApi.endpoints, PointFilesServices> = {
  /** Programs ask for this again and again, so it reads one page of one index and its records. */
  async listPointFiles({ query, asked, owner }, services) {
    const sort = asked.sort.length > 0 ? asked.sort : [{ field: 'id', descending: true }];
    const listed = listedFor(owner, services, { ...asked, sort });
    const shown = selection('pointFiles', query, () => true);
    const page = await services.machineFiles.list(owner.id, query.svcUserId, shown, listed);
    return { status: 200, page, body: page.items.map(shownPointFile) };
  },

  async getPointFile({ found }) {
    return { status: 200, body: shownPointFile(found.file) };
  },

  async getPointFileSummary({ found }) {
    return { status: 200, body: presentOutput('summary', flatSummary(found.file)) };
  },

  async getPointFileUnits({ found }) {
    return { status: 200, body: presentOutput('units', found.file.units) };
  },
};

type Responses = typeof pointFilesApi.endpoints.getPointFile.responses;

const statuses = { processing: 'PROCESSING', processed: 'PROCESSED', failed: 'FAILED' } as const;

/** A machine file as clients of points know it. */
function shownPointFile(file: MachineFile): z.input<Responses[200]['schema']> {
  const { id, svcUserId, fileName, status, operationType, createdTime, updatedTime } = file;
  return {
    id,
    svcUserId,
    name: fileName,
    fileName,
    status: statuses[status],
    ...(operationType && { operationType }),
    createdTime,
    updatedTime,
  };
}
