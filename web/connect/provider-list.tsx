import { useId, useState } from 'preact/hooks';
import type { Connection } from '../api/connections.ts';
import { useSpeech } from '../components/use-language.tsx';
import { filled } from '../text/texts.ts';
import { ProviderMark } from './provider-mark.tsx';

interface ProviderListProps {
  list: readonly Connection[];
  showSearchbar: boolean;
  choose(provider: string): void;
}

/** The providers to choose from; those that are connected come first. */
export function ProviderList({ list, showSearchbar, choose }: ProviderListProps) {
  const { texts } = useSpeech();
  const [sought, setSought] = useState('');
  const id = useId();
  const wanted = plain(sought);
  const shown = list
    .filter(({ displayName, site, provider }) => plain(`${displayName} ${site} ${provider}`).includes(wanted))
    .sort((a, b) => Number(b.connected !== null) - Number(a.connected !== null));
  return (
    <>
      {showSearchbar && list.length > 1 && (
        <div class="search">
          <label for={id}>{texts.connect.search}</label>
          <input
            id={id}
            type="search"
            autocomplete="off"
            placeholder={texts.connect.searchHint}
            value={sought}
            onInput={({ currentTarget }) => setSought(currentTarget.value)}
          />
        </div>
      )}
      <p class="empty" role="status">
        {list.length === 0 ? texts.connect.none : shown.length === 0 ? texts.connect.noneFound : ''}
      </p>
      <ul class="providers">
        {shown.map((connection) => (
          <li key={connection.provider}>
            <ProviderButton connection={connection} choose={choose} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ProviderButton({ connection, choose }: { connection: Connection } & Pick<ProviderListProps, 'choose'>) {
  const { texts, date } = useSpeech();
  const { provider, displayName, site, available, connected } = connection;
  return (
    <button
      type="button"
      class="provider"
      disabled={!available && !connected}
      data-provider={provider}
      onClick={() => choose(provider)}
    >
      <ProviderMark provider={provider} displayName={displayName} />
      <span class="provider-text">
        <strong>{displayName}</strong>
        <span>{connected ? filled(texts.connect.connectedSince, { date: date(connected.createdTime) }) : site}</span>
      </span>
      {connected ? (
        <span class={`badge ${isSound(connected.status) ? 'good' : 'busy'}`}>
          {isSound(connected.status) ? texts.connect.connected : texts.connect.needsSignIn}
        </span>
      ) : available ? (
        <span class="arrow" aria-hidden="true" />
      ) : (
        <span class="badge">{texts.connect.notAvailable}</span>
      )}
    </button>
  );
}

/** Whether the provider no longer accepts the credential, so that it has to be entered again. */
export const isSound = (status: string): boolean => status !== 'UNAUTHENTICATED' && status !== 'MISSING_PERMISSION';

/** Without accents and capitals. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
