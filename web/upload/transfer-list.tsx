import { type Speech, useSpeech } from '../components/use-language.tsx';
import { maxUploadGigabytes } from '../limits.ts';
import { filled, type Texts } from '../text/texts.ts';
import { isUnderWay, type Transfer, type Transfers } from './use-transfers.ts';

/** Running uploads with progress, rate and remaining time; those that failed come first. */
export function TransferList({ transfers: { list, ...does } }: { transfers: Transfers }) {
  const ordered = [...list].sort((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'));
  return (
    <ul class="transfers">
      {ordered.map((transfer) => (
        <li key={transfer.id}>
          <TransferRow transfer={transfer} {...does} />
        </li>
      ))}
    </ul>
  );
}

function TransferRow({
  transfer,
  cancel,
  retry,
  remove,
}: { transfer: Transfer } & Pick<Transfers, 'cancel' | 'retry' | 'remove'>) {
  const speech = useSpeech();
  const { texts, bytes } = speech;
  const { id, file, state, sentBytes } = transfer;
  const part = file.size === 0 ? 0 : Math.min(1, state === 'sent' ? 1 : sentBytes / file.size);
  const isActive = isUnderWay(state);
  return (
    <div class={`transfer ${state}`}>
      <div class="transfer-head">
        <strong>{file.name}</strong>
        <span>
          {isActive && state !== 'waiting'
            ? filled(texts.upload.progress, { done: bytes(sentBytes), total: bytes(file.size) })
            : bytes(file.size)}
        </span>
      </div>
      {isActive && (
        <progress max="1" value={part} aria-label={file.name}>
          {Math.round(part * 100)} %
        </progress>
      )}
      <div class="transfer-foot">
        <span class="transfer-state">{stateText(transfer, speech)}</span>
        {isActive && state !== 'finishing' && (
          <Action label={texts.upload.cancel} whole={texts.upload.cancelFile} file={file} act={() => cancel(id)} />
        )}
        {(state === 'cancelled' || (state === 'failed' && !isHopeless(transfer))) && (
          <Action label={texts.upload.retry} whole={texts.upload.retryFile} file={file} act={() => retry(id)} />
        )}
        {!isActive && (
          <Action label={texts.upload.remove} whole={texts.upload.removeFile} file={file} act={() => remove(id)} />
        )}
      </div>
    </div>
  );
}

function Action({ label, whole, file, act }: { label: string; whole: string; file: File; act(): void }) {
  return (
    <button type="button" class="button plain" aria-label={filled(whole, { file: file.name })} onClick={act}>
      {label}
    </button>
  );
}

/** Whether the file itself is refused, so that sending it again is useless. */
const isHopeless = ({ problem }: Transfer) => problem?.errorKey === 'emptyFile' || problem?.errorKey === 'tooLarge';

/** The state of an upload in words. */
export function stateText(transfer: Transfer, speech: Speech): string {
  const { upload } = speech.texts;
  switch (transfer.state) {
    case 'waiting':
      return upload.waiting;
    case 'sending':
      return sendingText(transfer, speech);
    case 'offline':
      return upload.offline;
    case 'finishing':
      return upload.finishing;
    case 'sent':
      return upload.sent;
    case 'cancelled':
      return upload.cancelled;
    case 'failed':
      return problemText(transfer, upload);
  }
}

function sendingText(
  { bytesPerSecond, sentBytes, file, isResumed }: Transfer,
  { texts, bytes, number }: Speech,
): string {
  const { upload } = texts;
  if (bytesPerSecond === undefined || bytesPerSecond < 1) return isResumed ? upload.resumed : upload.uploading;
  const seconds = Math.ceil((file.size - sentBytes) / bytesPerSecond);
  const rate = filled(upload.rate, { rate: bytes(bytesPerSecond) });
  const time =
    seconds < 90
      ? filled(upload.seconds, { count: number(seconds) })
      : seconds < 5_400
        ? filled(upload.minutes, { count: number(Math.round(seconds / 60)) })
        : filled(upload.hours, { count: number(seconds / 3_600, 1) });
  return `${rate} · ${filled(upload.left, { time })}`;
}

function problemText({ problem }: Transfer, upload: Texts['upload']): string {
  switch (problem?.errorKey) {
    case 'emptyFile':
      return upload.empty;
    case 'tooLarge':
      return filled(upload.tooLarge, { size: maxUploadGigabytes });
    case 'fileChanged':
      return upload.changed;
    default:
      return problem && problem.status >= 400 && problem.status < 500 ? upload.refused : upload.failed;
  }
}
