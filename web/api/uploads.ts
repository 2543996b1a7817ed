import type { Api } from './client.ts';

export interface UploadSession {
  id: string;
  partSizeBytes: number;
  partCount: number;
  status: 'OPEN' | 'COMPLETED' | 'ABORTED' | 'EXPIRED';
  parts?: { partNumber: number; sizeBytes: number }[];
}

/** A finding in a file; its texts are in English. */
export interface Finding {
  code: string;
  file: string;
  /** The number of the feature in its file. */
  feature?: number;
  message: string;
  hint: string;
  severity: 'error' | 'warning';
}

/** A file of boundaries or of any kind, as an entry of the list. */
export interface Upload {
  id: string;
  fileName: string;
  status: 'RECEIVED' | 'PROCESSED' | 'FAILED';
  createdTime: string;
  /** The batch of machine files that it contained. */
  batchId?: string;
  /** The batch of soil results that it contained. */
  soilBatchId?: string;
  /** Present if it has nothing but those. */
  statusDetails?: string;
}

/** An archive of machine files, as an entry of the list. */
export interface Batch {
  id: string;
  fileName: string;
  status: 'RECEIVED' | 'PROCESSING' | 'PROCESSED' | 'FAILED';
  statusDetails?: string;
  uploadTimestamp: string;
  /** The upload of any kind that contained them. */
  uploadId?: string;
  svcFiles: string[];
  problems: Finding[];
}

/** An archive of soil results, as an entry of the list. */
export interface SoilBatch {
  id: string;
  status: 'PROCESSING' | 'COMPLETED' | 'PARTIALLY_COMPLETED' | 'FAILED';
  createdTime: string;
  entries: {
    fileName: string;
    status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
    errorKey?: string;
    errorMessage?: string;
    sampleCount?: number;
    warnings: { key: string; message: string; file?: string }[];
  }[];
}

export interface Entry {
  fileName: string;
  status: string;
  fieldId: string[];
  problems: Finding[];
}

export interface Land {
  type: 'MultiPolygon';
  coordinates: [number, number][][][];
}

export interface Field {
  id: string;
  name?: string;
  area?: { value: number };
  updatedTime?: string;
  geometry?: Land;
}

export interface MachineFile {
  id: string;
  status: string;
  operationType?: 'harvested' | 'planted' | 'applied' | 'tillage';
  problems: Finding[];
}

const base = '/services/uploadservice/api';
const sessions = `${base}/upload-sessions`;

export const createSession = ({ call, svcUser }: Api, fileName: string, sizeBytes: number, signal?: AbortSignal) =>
  call<UploadSession>('POST', sessions, { svcUserId: svcUser, target: 'anything', fileName, sizeBytes }, signal);

export const getSession = ({ call }: Api, id: string, signal?: AbortSignal) =>
  call<UploadSession>('GET', `${sessions}/${id}`, undefined, signal);

export const signParts = ({ call }: Api, id: string, partNumbers: number[], signal?: AbortSignal) =>
  call<{ parts: { partNumber: number; url: string }[] }>('POST', `${sessions}/${id}/parts`, { partNumbers }, signal);

export const completeSession = ({ call }: Api, id: string, signal?: AbortSignal) =>
  call<Record<string, unknown>>('POST', `${sessions}/${id}/complete`, {}, signal);

export const abortSession = ({ call }: Api, id: string) => call<void>('DELETE', `${sessions}/${id}`);

export const listUploads = ({ call, svcUser }: Api, signal?: AbortSignal) =>
  call<Upload[]>('GET', `${base}/upload?svcUserId=${svcUser}&size=50&sort=createdTime,desc`, undefined, signal);

export const listEntries = ({ call }: Api, uploadId: string) =>
  call<Entry[]>('GET', `${base}/upload/${uploadId}/entries?size=100`);

export const getField = ({ call, svcUser }: Api, id: string) =>
  call<Field>('GET', `/services/fields/api/users/${svcUser}/fields/${id}`);

const operations = '/services/operations/api';

export const listBatches = ({ call, svcUser }: Api, signal?: AbortSignal) =>
  call<Batch[]>('GET', `${operations}/batch?svcUserId=${svcUser}&size=50&sort=uploadTimestamp,desc`, undefined, signal);

export const listSoilBatches = ({ call, svcUser }: Api, signal?: AbortSignal) =>
  call<SoilBatch[]>(
    'GET',
    `/services/soil/api/soil/batches?svcUserId=${svcUser}&size=50&sort=createdTime,desc`,
    undefined,
    signal,
  );

export const getMachineFile = ({ call }: Api, id: string) => call<MachineFile>('GET', `${operations}/files/${id}`);

export interface Total {
  value: number;
  unit: string;
}

/** The totals of a machine file. */
export interface Summary {
  properties: {
    crop?: string[];
    products?: { name: string; totalApplied?: Total }[];
    varieties?: { name: string }[];
    totalArea?: Total;
    totalWetMass?: Total;
    totalApplied?: Total;
    totalPlanted?: Total;
    /** Of properties, their averages. */
    [property: string]: unknown;
  };
  /** The ground that was worked. */
  geometry: Land | null;
}

export const getSummary = ({ call }: Api, id: string) => call<Summary>('GET', `${operations}/files/${id}/summary`);
