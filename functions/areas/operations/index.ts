import { batchStore } from '../../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { drawingStore } from '../../../adapters/aws/dynamodb/machine-files/drawing-store.ts';
import { machineFileWriter } from '../../../adapters/aws/dynamodb/machine-files/machine-file-writer.ts';
import { operationDirectory } from '../../../adapters/aws/dynamodb/machine-files/operation-directory.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { downloads } from '../../../adapters/aws/s3/downloads.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/send-message.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { operationsApi } from './api.ts';
import { createBatch } from './batch/create-batch.ts';
import { downloadBatch } from './batch/download-batch.ts';
import { getBatch } from './batch/get-batch.ts';
import { getBatchStatus } from './batch/get-batch-status.ts';
import { listBatches } from './batch/list-batches.ts';
import { retryBatch } from './batch/retry-batch.ts';
import { downloadArtefact } from './files/download-artefact.ts';
import { getFile } from './files/get-file.ts';
import {
  getFileStatus,
  getFileSummary,
  getFileUnits,
  getOutsideFieldGeojson,
  getPolygonGeoparquet,
  getStandardGeoparquet,
} from './files/get-file-parts.ts';
import { downloadFileImage, getFileImages } from './files/images.ts';
import { listFiles } from './files/list-files.ts';
import { listOutsideFieldGeojson } from './files/list-outside-fields.ts';
import { listUncoveredFiles } from './files/list-uncovered-files.ts';
import { mergeFiles } from './files/merge-files.ts';
import { reprocessFile } from './files/reprocess-file.ts';
import { reprocessFiles } from './files/reprocess-files.ts';
import type { OperationsServices } from './services.ts';
import { cropOperationByField } from './work/crop-operation.ts';
import { downloadOperationArtefact } from './work/download-operation-artefact.ts';
import {
  getFieldOperation,
  getOperationFiles,
  getOperationFilteredGeojson,
  getOperationFilteredGeoparquet,
  getOperationStandardGeojson,
  getOperationStandardGeoparquet,
  getOperationSummary,
  getOperationUnits,
} from './work/get-operation.ts';
import {
  downloadOperationGeoTiff,
  downloadOperationImage,
  downloadOperationRampImage,
  getOperationGeoTiffImages,
  getOperationImages,
  getOperationRampImages,
} from './work/images.ts';
import { listFieldOperations } from './work/list-operations.ts';
import { reprocessOperation } from './work/reprocess-operation.ts';
import { reprocessOperations } from './work/reprocess-operations.ts';
import {
  getOperationImplements,
  getOperationMachines,
  getOperationOperators,
  getOperationSessions,
} from './work/who-worked.ts';

const names = environment('OPERATIONS_TABLE', 'USERS_TABLE', 'FILES_BUCKET', 'PROCESS_MACHINE_FILES_QUEUE_URL');
const operations = table(names.OPERATIONS_TABLE);
const users = table(names.USERS_TABLE);

const services: OperationsServices = {
  ...httpServices(),
  batches: batchStore(operations, users),
  machineFiles: machineFileWriter(operations, users),
  operations: operationDirectory(operations),
  drawings: drawingStore(operations, users),
  files: objectStore(names.FILES_BUCKET),
  downloads: downloads(names.FILES_BUCKET, systemClock),
  users: userDirectory(users),
  queue: messageQueue(names.PROCESS_MACHINE_FILES_QUEUE_URL),
  newId,
};

export const handler = serve(
  operationsApi,
  {
    createBatch,
    listBatches,
    getBatch,
    getBatchStatus,
    retryBatch,
    downloadBatch,
    listFiles,
    getFile,
    getFileSummary,
    getFileUnits,
    getFileStatus,
    getStandardGeoparquet,
    getPolygonGeoparquet,
    getOutsideFieldGeojson,
    listOutsideFieldGeojson,
    listUncoveredFiles,
    getFileImages,
    downloadFileImage,
    mergeFiles,
    reprocessFile,
    reprocessFiles,
    downloadArtefact,
    listFieldOperations,
    getFieldOperation,
    getOperationSummary,
    getOperationUnits,
    getOperationFiles,
    getOperationStandardGeojson,
    getOperationStandardGeoparquet,
    getOperationFilteredGeojson,
    getOperationFilteredGeoparquet,
    getOperationImages,
    downloadOperationImage,
    getOperationRampImages,
    downloadOperationRampImage,
    getOperationGeoTiffImages,
    downloadOperationGeoTiff,
    getOperationMachines,
    getOperationImplements,
    getOperationOperators,
    getOperationSessions,
    cropOperationByField,
    reprocessOperation,
    reprocessOperations,
    downloadOperationArtefact,
  },
  services,
);
