import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Access } from '../api/client.ts';
import type { Emit } from '../components/define-element.tsx';
import { useApi } from '../components/use-api.ts';
import { useSpeech } from '../components/use-language.tsx';
import { filled } from '../text/texts.ts';
import { Announcer } from './announcer.tsx';
import { DropZone } from './drop-zone.tsx';
import { History } from './history.tsx';
import { IntroCard, isIntroHidden } from './intro-card.tsx';
import { TransferList } from './transfer-list.tsx';
import { useHistory } from './use-history.ts';
import { isUnderWay, useTransfers } from './use-transfers.ts';

export interface UploadViewProps extends Access {
  companyName: string | undefined;
  companyLogo: string | undefined;
  title: string | undefined;
  filesTimeRange: number;
  emit: Emit;
}

/** The upload view: a note about data ownership, running uploads, and earlier uploads. */
export function UploadView({ base, apiKey, svcUser, emit, filesTimeRange, ...shown }: UploadViewProps) {
  const { texts } = useSpeech();
  const { title, companyName, companyLogo } = shown;
  const api = useApi({ base, apiKey, svcUser });
  const [isIntro, setIntro] = useState(() => !isIntroHidden());
  const { items, hasFailed, reload } = useHistory(api, filesTimeRange);
  const sent = useRef<{ uploadId: string }[]>([]);

  const done = useCallback(
    ({ id }: Record<string, unknown>) => {
      sent.current = [...sent.current, { uploadId: String(id) }];
      emit('uploadsSent', sent.current);
      void reload();
    },
    [emit, reload],
  );
  // Whether the file contains machine files is known only after it has been analysed.
  const dispatched = useRef(0);
  useEffect(() => {
    const own = new Set(sent.current.map(({ uploadId }) => uploadId));
    const batches = (items ?? []).flatMap(({ id, batchId }) => (batchId && own.has(id) ? [{ batchId }] : []));
    if (batches.length > dispatched.current) emit('svcBatchIds', batches.reverse());
    dispatched.current = batches.length;
  }, [items, emit]);
  const keyRefused = useCallback(() => emit('keyEnded', undefined), [emit]);
  const transfers = useTransfers(api, done, keyRefused);
  const isBusy = transfers.list.some(({ state }) => isUnderWay(state));
  useEffect(() => emit('uploadsBusy', isBusy), [emit, isBusy]);

  return (
    <article class="panel card">
      <header class="head">
        {companyLogo && <img class="company-logo" src={companyLogo} alt={companyName ?? ''} />}
        <h1>{title ?? texts.upload.title}</h1>
        <p>{texts.upload.lead}</p>
      </header>
      <div class="body">
        <Announcer transfers={transfers.list} items={items ?? []} />
        {isIntro ? (
          <IntroCard companyName={companyName} understood={() => setIntro(false)} />
        ) : (
          <>
            <DropZone add={transfers.add} />
            <TransferList transfers={transfers} />
          </>
        )}
        <section class="before" aria-busy={!items && !hasFailed}>
          <div class="before-head">
            <h2>{filled(texts.upload.history, { days: filesTimeRange })}</h2>
            <button type="button" class="button plain" onClick={() => void reload()}>
              {texts.upload.refresh}
            </button>
          </div>
          {hasFailed && (
            <p class="alert" role="alert">
              {texts.connect.problems.failed}
            </p>
          )}
          {items?.length === 0 && <p class="empty">{texts.upload.historyEmpty}</p>}
          {items && <History api={api} items={items} />}
        </section>
      </div>
    </article>
  );
}
