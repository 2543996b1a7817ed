import { useState } from 'preact/hooks';
import type { Api, ApiProblem } from '../api/client.ts';
import { type Connection, connect } from '../api/connections.ts';
import { useSpeech } from '../components/use-language.tsx';
import { filled } from '../text/texts.ts';
import { safeLink } from '../theme/safe-link.ts';
import { CredentialForm } from './credential-form.tsx';
import { problemText } from './problem-text.ts';
import { asProblem } from './use-connections.ts';

interface ConsentStepProps {
  api: Api;
  connection: Connection;
  companyName: string | undefined;
  /** Whether a consent is under way in another tab. */
  isWaiting: boolean;
  wait(isWaiting: boolean): void;
  /** Called when the form has made a connection. */
  made(): void;
  failed(problem: ApiProblem): void;
}

/** Asks for access to one provider: by consent in a new tab, or by a form. */
export function ConsentStep({ api, connection, companyName, isWaiting, wait, made, failed }: ConsentStepProps) {
  const { texts } = useSpeech();
  const { provider, displayName, consent } = connection;
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  /** The sign-in URL, shown if the browser has not opened the tab. */
  const [blocked, setBlocked] = useState<string>();

  const begin = async (members?: Record<string, string>) => {
    // A tab that is opened after the response would be a pop-up, which browsers block.
    const tab = members ? null : window.open('', '_blank');
    if (tab) tab.opener = null;
    setSending(true);
    setProblem(undefined);
    setBlocked(undefined);
    try {
      const begun = await connect(api, provider, members);
      if (!('signInUrl' in begun)) {
        tab?.close();
        made();
      } else {
        const url = safeLink(begun.signInUrl);
        if (!url) throw new Error('the sign-in URL cannot be opened');
        if (tab && !tab.closed) tab.location.replace(url);
        else setBlocked(url);
        wait(true);
      }
    } catch (error) {
      tab?.close();
      const found = asProblem(error);
      // The provider has been connected in another tab.
      if (found.status === 409) made();
      else {
        setProblem(found);
        failed(found);
      }
    }
    setSending(false);
  };

  const words = texts.connect;
  if (isWaiting) {
    return (
      <div class="stack waiting" role="status">
        <p class="row">
          <span class="spinner" aria-hidden="true" />
          <strong>{filled(words.waiting, { provider: displayName })}</strong>
        </p>
        <p>{blocked ? words.blocked : words.waitingText}</p>
        <div class="row">
          {blocked ? (
            <a class="button" href={blocked} target="_blank" rel="noopener noreferrer">
              {words.openSignIn}
            </a>
          ) : (
            <button type="button" class="button quiet" disabled={isSending} onClick={() => void begin()}>
              {words.openAgain}
            </button>
          )}
          <button type="button" class="button plain" onClick={() => wait(false)}>
            {words.cancel}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div class="stack">
      {connection.connected && <p class="alert">{filled(words.again, { provider: displayName })}</p>}
      <p>{filled(words.asks, { company: companyName ?? words.someone, provider: displayName })}</p>
      <p class="note">{filled(consent === 'oauth' ? words.oauth : words.form, { provider: displayName })}</p>
      {!connection.isCalled && <p class="note">{filled(words.uncalled, { provider: displayName })}</p>}
      {problem && (
        <p class="alert" role="alert">
          {problemText(problem, texts, displayName)}
        </p>
      )}
      {consent === 'form' ? (
        <CredentialForm connection={connection} isSending={isSending} send={(members) => void begin(members)} />
      ) : (
        <button type="button" class="button" disabled={isSending} onClick={() => void begin()}>
          {isSending && <span class="spinner" aria-hidden="true" />}
          {filled(words.continue, { provider: displayName })}
        </button>
      )}
    </div>
  );
}
