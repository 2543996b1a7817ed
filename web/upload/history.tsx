import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../api/client.ts';
import { useSpeech } from '../components/use-language.tsx';
import { ShapeMap } from '../map/shape-map.tsx';
import { filled, type Texts } from '../text/texts.ts';
import { Findings } from './findings.tsx';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { HistoryItem } from './use-history.ts';
import { WorkView } from './work-view.tsx';

interface HistoryProps {
  api: Api;
  items: readonly HistoryItem[];
}

/** Recent uploads, each with its status and, when expanded, its outcome. */
export function History({ api, items }: HistoryProps) {
  const newest = items.find(({ status }) => status === 'processed' || status === 'failed')?.id;
  return (
    <ul class="history">
      {items.map((item) => (
        <li key={item.id}>
          <HistoryRow api={api} item={item} isFirst={item.id === newest} />
        </li>
      ))}
    </ul>
  );
}

function HistoryRow({ api, item, isFirst }: { api: Api; item: HistoryItem; isFirst: boolean }) {
  const { texts, date } = useSpeech();
  const { fileName, kind, status, time, reason } = item;
  const [opened, setOpen] = useState<boolean>();
  const isOpen = opened ?? isFirst;
  const isEnded = status === 'processed' || status === 'failed';
  const head = (
    <>
      <span class={`file-kind ${kind}`} aria-hidden="true" />
      <span class="file-text">
        <strong>{fileName}</strong>
        <span>
          {texts.upload[kind]} · {date(time)}
        </span>
      </span>
      <StatusBadge status={status} />
    </>
  );
  if (!isEnded) return <div class="file-row">{head}</div>;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="file-row">{head}</summary>
      {reason && (
        <p class="reason" lang="en">
          {reason}
        </p>
      )}
      {isOpen && <OutcomeView api={api} item={item} />}
    </details>
  );
}

const looks = { received: 'busy', processing: 'busy', processed: 'good', failed: 'bad' } as const;

function StatusBadge({ status }: Pick<HistoryItem, 'status'>) {
  const { texts } = useSpeech();
  return <span class={`badge ${looks[status]}`}>{statusText(status, texts.upload)}</span>;
}

/** The status of an upload in words. */
export function statusText(
  status: HistoryItem['status'],
  { received, processing, processed, failedBadge }: Texts['upload'],
) {
  return { received, processing, processed, failed: failedBadge }[status];
}

function OutcomeView({ api, item }: { api: Api; item: HistoryItem }) {
  const { texts, number, distance } = useSpeech();
  const [outcome, setOutcome] = useState<Outcome>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    outcomeOf(api, item).then(setOutcome, () => setFailed(true));
  }, [api, item]);

  if (hasFailed) return <p class="reason">{texts.connect.problems.failed}</p>;
  if (!outcome) {
    return (
      <p class="loading">
        <span class="spinner" aria-hidden="true" />
      </p>
    );
  }
  const { shapes, fields, files, samples, hectares, findings, work } = outcome;
  const { oneField, fieldCount, oneFile, fileCount, oneSample, sampleCount } = texts.upload;
  const counted = (count: number, one: string, many: string) =>
    count > 0 && <strong>{count === 1 ? one : filled(many, { count: number(count) })}</strong>;
  const [errors, warnings] = ['error', 'warning'].map((kind) => findings.filter(({ severity }) => severity === kind));
  return (
    <div class="outcome">
      {errors && errors.length > 0 && <Findings findings={errors} />}
      {shapes.length > 0 && (
        <ShapeMap
          shapes={shapes}
          title={filled(texts.upload.map, { file: item.fileName })}
          metres={distance}
          areLabelled={fields > 0}
        />
      )}
      <p class="sums">
        {counted(fields, oneField, fieldCount)}
        {counted(files, oneFile, fileCount)}
        {counted(samples, oneSample, sampleCount)}
        {hectares > 0 && <span>{filled(texts.upload.hectares, { area: number(hectares, 1) })}</span>}
      </p>
      {work.map((one) => (
        <WorkView key={one.id} api={api} work={one} fileName={item.fileName} />
      ))}
      {warnings && warnings.length > 0 && <Findings findings={warnings} />}
    </div>
  );
}
