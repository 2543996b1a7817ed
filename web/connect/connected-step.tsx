import { useState } from 'preact/hooks';
import type { Api, ApiProblem } from '../api/client.ts';
import { type Connection, disconnect } from '../api/connections.ts';
import { useSpeech } from '../components/use-language.tsx';
import { filled } from '../text/texts.ts';
import { problemText } from './problem-text.ts';
import { asProblem } from './use-connections.ts';

interface ConnectedStepProps {
  api: Api;
  connection: Connection;
  disconnectEnabled: boolean;
  chooseOrganizations(): void;
  changed(): Promise<void>;
}

/** The step after connecting a provider: the next steps, and the way back. */
export function ConnectedStep(props: ConnectedStepProps) {
  const { api, connection, disconnectEnabled, chooseOrganizations, changed } = props;
  const { provider, displayName, connected, isCalled, choosesOrganizations } = connection;
  const { texts, date } = useSpeech();
  const [isAsked, setAsked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const words = texts.connect;

  const end = async () => {
    setSending(true);
    try {
      await disconnect(api, provider);
      await changed();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setSending(false);
    setAsked(false);
  };

  return (
    <div class="stack connected">
      <p class="row">
        <span class="tick" aria-hidden="true" />
        {filled(words.connectedSince, { date: date(connected?.createdTime ?? '') })}
      </p>
      <p class="note">{isCalled ? words.doneText : filled(words.uncalled, { provider: displayName })}</p>
      {problem && (
        <p class="alert" role="alert">
          {problemText(problem, texts, displayName)}
        </p>
      )}
      {isAsked ? (
        <div class="stack" role="alert">
          <p>{filled(words.disconnectAsk, { provider: displayName })}</p>
          <div class="row">
            <button type="button" class="button quiet danger" disabled={isSending} onClick={() => void end()}>
              {words.disconnectYes}
            </button>
            <button type="button" class="button plain" onClick={() => setAsked(false)}>
              {words.disconnectNo}
            </button>
          </div>
        </div>
      ) : (
        <div class="row">
          {choosesOrganizations && (
            <button type="button" class="button quiet" onClick={chooseOrganizations}>
              {words.organizations.title}
            </button>
          )}
          {disconnectEnabled && (
            <button type="button" class="button quiet danger" onClick={() => setAsked(true)}>
              {words.disconnect}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
