import type { z } from 'zod';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { pointFilesApi } from './api.ts';

type Responses = (typeof pointFilesApi)['operations']['getPointFile']['responses'];

const statuses = { processing: 'PROCESSING', processed: 'PROCESSED', failed: 'FAILED' } as const;

export function shownPointFile(file: MachineFile): z.input<Responses[200]['schema']> {
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
