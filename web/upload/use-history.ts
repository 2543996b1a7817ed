import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from '../api/client.ts';
import {
  type Batch,
  type Finding,
  listBatches,
  listSoilBatches,
  listUploads,
  type SoilBatch,
  type Upload,
} from '../api/uploads.ts';

/** An uploaded file, with the boundaries, the machine data and the soil results that it contained. */
export interface HistoryItem {
  id: string;
  kind: 'boundaries' | 'machineFiles' | 'soil';
  uploadId?: string | undefined;
  batchId?: string | undefined;
  fileName: string;
  status: 'received' | 'processing' | 'processed' | 'failed';
  time: string;
  /** Why it failed, in English; present only if no problem says so. */
  reason?: string | undefined;
  /** Problems of its machine data as a whole, and of its soil results. */
  problems: Finding[];
  svcFiles: string[];
  /** Soil samples that were read. */
  samples: number;
}

const millisecondsPerDay = 86_400_000;
const soon = 2_500;
const later = 30_000;

/** The user's uploads of the last days, the newest first. Reloaded sooner while one of them is being processed. */
export function useHistory(api: Api, days: number) {
  const [items, setItems] = useState<HistoryItem[]>();
  const [hasFailed, setFailed] = useState(false);
  const asked = useRef(0);

  const reload = useCallback(async () => {
    asked.current += 1;
    const own = asked.current;
    try {
      const [uploads, batches, soil] = await Promise.all([listUploads(api), listBatches(api), listSoilBatches(api)]);
      if (own !== asked.current) return;
      const since = Date.now() - days * millisecondsPerDay;
      setItems(itemsOf(uploads, batches, soil).filter(({ time }) => Date.parse(time) >= since));
      setFailed(false);
    } catch {
      if (own === asked.current) setFailed(true);
    }
  }, [api, days]);

  useEffect(() => void reload(), [reload]);

  const isBusy = items?.some(({ status }) => status === 'received' || status === 'processing') === true;
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && reload());
    const timer = setInterval(look, isBusy ? soon : later);
    return () => clearInterval(timer);
  }, [reload, isBusy]);

  return { items, hasFailed, reload };
}

/** Joins batches with the uploads of any kind that contained them. */
export function itemsOf(
  uploads: readonly Upload[],
  batches: readonly Batch[],
  soil: readonly SoilBatch[] = [],
): HistoryItem[] {
  const byUpload = new Map(batches.flatMap((batch) => (batch.uploadId ? [[batch.uploadId, batch]] : [])));
  const alone = batches.filter(({ uploadId }) => !uploads.some(({ id }) => id === uploadId));
  const ofSoil = (id: string | undefined) => soil.find((one) => one.id === id);
  const all = [
    ...uploads.map((upload) => withSoil(ofUpload(upload, byUpload.get(upload.id)), upload, ofSoil(upload.soilBatchId))),
    ...alone.map(ofBatch),
    ...soil.filter(({ id }) => !uploads.some(({ soilBatchId }) => soilBatchId === id)).map(ofSoilBatch),
  ];
  return all.sort((a, b) => b.time.localeCompare(a.time));
}

function ofUpload({ id, fileName, status, statusDetails, createdTime }: Upload, batch: Batch | undefined): HistoryItem {
  const own = { RECEIVED: 'processing', PROCESSED: 'processed', FAILED: 'failed' } as const;
  const item: HistoryItem = {
    id,
    kind: 'boundaries',
    uploadId: id,
    fileName,
    status: own[status],
    time: createdTime,
    problems: [],
    svcFiles: [],
    samples: 0,
  };
  if (!batch) return item;
  const { svcFiles, reason, problems, batchId, status: ofFiles } = ofBatch(batch);
  // With nothing but machine data in it, the upload is what became of them.
  const isOnly = statusDetails !== undefined && item.status === 'processed';
  const shown = isOnly ? ofFiles : together(item.status, ofFiles);
  return { ...item, kind: 'machineFiles', status: shown, batchId, svcFiles, reason, problems };
}

/** An upload with its soil results. */
function withSoil(item: HistoryItem, { statusDetails, batchId }: Upload, soil: SoilBatch | undefined): HistoryItem {
  if (!soil) return item;
  const { status, problems, samples } = ofSoilBatch(soil);
  // With nothing but soil results in it, the upload is what became of them.
  const isOnly = statusDetails !== undefined && batchId === undefined && item.status === 'processed';
  return {
    ...item,
    kind: isOnly ? 'soil' : item.kind,
    status: isOnly ? status : together(item.status, status),
    problems: [...item.problems, ...problems],
    samples,
  };
}

function ofSoilBatch({ id, status, createdTime, entries }: SoilBatch): HistoryItem {
  const shown = {
    PROCESSING: 'processing',
    COMPLETED: 'processed',
    PARTIALLY_COMPLETED: 'processed',
    FAILED: 'failed',
  } as const;
  const problems = entries.flatMap(({ fileName, errorKey, errorMessage, warnings }): Finding[] => [
    ...(errorMessage
      ? [{ code: errorKey ?? '', file: fileName, message: errorMessage, hint: '', severity: 'error' as const }]
      : []),
    ...warnings.map(({ key, message, file = fileName }) => {
      return { code: key, file, message, hint: '', severity: 'warning' as const };
    }),
  ]);
  return {
    id,
    kind: 'soil',
    fileName: entries[0]?.fileName ?? '',
    status: shown[status],
    time: createdTime,
    problems,
    svcFiles: [],
    samples: entries.reduce((sum, { sampleCount = 0 }) => sum + sampleCount, 0),
  };
}

/** Processing until both are done; failed if neither had a result. */
function together(upload: HistoryItem['status'], batch: HistoryItem['status']): HistoryItem['status'] {
  const both = [upload, batch];
  if (both.some((status) => status === 'received' || status === 'processing')) return 'processing';
  return both.includes('processed') ? 'processed' : 'failed';
}

function ofBatch({ id, fileName, status, statusDetails, uploadTimestamp, svcFiles, problems }: Batch): HistoryItem {
  const shown = { RECEIVED: 'received', PROCESSING: 'processing', PROCESSED: 'processed', FAILED: 'failed' } as const;
  const reason =
    status === 'FAILED' && !problems.some(({ severity }) => severity === 'error') ? statusDetails : undefined;
  return {
    id,
    kind: 'machineFiles',
    batchId: id,
    fileName,
    status: shown[status],
    time: uploadTimestamp,
    reason,
    problems,
    svcFiles,
    samples: 0,
  };
}
