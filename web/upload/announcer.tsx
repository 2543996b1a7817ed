import { useEffect, useRef, useState } from 'preact/hooks';
import { useSpeech } from '../components/use-language.tsx';
import { filled } from '../text/texts.ts';
import { statusText } from './history.tsx';
import { stateText } from './transfer-list.tsx';
import type { HistoryItem } from './use-history.ts';
import type { Transfer } from './use-transfers.ts';

interface AnnouncerProps {
  transfers: readonly Transfer[];
  items: readonly HistoryItem[];
}

/** Has screen readers read out what becomes of uploads. Hidden, and always there, since readers follow only regions that they have seen. */
export function Announcer({ transfers, items }: AnnouncerProps) {
  const speech = useSpeech();
  const { upload } = speech.texts;
  const states = new Map<string, { file: string; state: string }>();
  for (const transfer of transfers) {
    // The rate and remaining time change all the time.
    const state = transfer.state === 'sending' ? upload.uploading : stateText(transfer, speech);
    states.set(`transfer ${transfer.id}`, { file: transfer.file.name, state });
  }
  for (const { id, fileName, status } of items) states.set(id, { file: fileName, state: statusText(status, upload) });
  const before = useRef(states);
  const [said, say] = useState('');
  useEffect(() => {
    const changed = [...states].filter(([id, { state }]) => {
      const known = before.current.get(id);
      return known !== undefined && known.state !== state;
    });
    before.current = states;
    if (changed.length > 0) say(changed.map(([, one]) => filled(upload.work.changed, one)).join('. '));
  });
  return (
    <p class="visually-hidden announcer" role="status" aria-live="polite">
      {said}
    </p>
  );
}
