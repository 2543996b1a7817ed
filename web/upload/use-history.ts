import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from '../api/client.ts';
import { type Batch, type Finding, listBatches, listUploads, type Upload } from '../api/uploads.ts';

/** An uploaded file, with the boundaries and the machine data that it contained. */
export interface HistoryItem {
  id: string;
  kind: 'boundaries' | 'machineFiles';
  uploadId?: string | undefined;
  batchId?: string | undefined;
  fileName: string;
  status: 'received' | 'processing' | 'processed' | 'failed';
  time: string;
  /** Why it failed, in English; present only if no problem says so. */
  reason?: string | undefined;
  /** Problems of its machine data as a whole. */
  problems: Finding[];
  svcFiles: string[];
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
      const [uploads, batches] = await Promise.all([listUploads(api), listBatches(api)]);
      if (own !== asked.current) return;
      const since = Date.now() - days * millisecondsPerDay;
      setItems(itemsOf(uploads, batches).filter(({ time }) => Date.parse(time) >= since));
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
export function itemsOf(uploads: readonly Upload[], batches: readonly Batch[]): HistoryItem[] {
  const byUpload = new Map(batches.flatMap((batch) => (batch.uploadId ? [[batch.uploadId, batch]] : [])));
  const alone = batches.filter(({ uploadId }) => !uploads.some(({ id }) => id === uploadId));
  const all = [...uploads.map((upload) => ofUpload(upload, byUpload.get(upload.id))), ...alone.map(ofBatch)];
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
  };
  if (!batch) return item;
  const { svcFiles, reason, problems, batchId, status: ofFiles } = ofBatch(batch);
  // With nothing but machine data in it, the upload is what became of them.
  const isOnly = statusDetails !== undefined && item.status === 'processed';
  const shown = isOnly ? ofFiles : together(item.status, ofFiles);
  return { ...item, kind: 'machineFiles', status: shown, batchId, svcFiles, reason, problems };
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
  };
}
