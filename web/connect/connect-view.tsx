import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Access } from '../api/client.ts';
import type { Connection } from '../api/connections.ts';
import type { Emit } from '../components/define-element.tsx';
import { useApi } from '../components/use-api.ts';
import { useSpeech } from '../components/use-language.tsx';
import { filled } from '../text/texts.ts';
import { ConnectedStep } from './connected-step.tsx';
import { ConsentStep } from './consent-step.tsx';
import { OrganizationsStep } from './organizations-step.tsx';
import { problemText } from './problem-text.ts';
import { isSound, ProviderList } from './provider-list.tsx';
import { ProviderMark } from './provider-mark.tsx';
import { useConnections } from './use-connections.ts';

export interface ConnectViewProps extends Access {
  companyName: string | undefined;
  companyLogo: string | undefined;
  title: string | undefined;
  showSearchbar: boolean;
  disconnectEnabled: boolean;
  /** The only provider, for which no list is shown. */
  provider: string | undefined;
  emit: Emit;
}

const statuses = { failed: -1, started: 0, done: 1 } as const;

/** The list of providers, and the steps that connect one of them. */
export function ConnectView(props: ConnectViewProps) {
  const { base, apiKey, svcUser, provider: only, emit, title, companyLogo, companyName } = props;
  const { texts } = useSpeech();
  const api = useApi({ base, apiKey, svcUser });
  const [chosen, setChosen] = useState<string>();
  const [step, setStep] = useState<'consent' | 'waiting' | 'organizations'>('consent');
  const { list, problem, reload } = useConnections(api, step === 'waiting');
  const heading = useRef<HTMLHeadingElement>(null);
  const provider = chosen ?? only;
  const connection = list?.find((one) => one.provider === provider);
  const isConnected = connection?.connected != null && isSound(connection.connected.status);

  const dispatch = useCallback(
    (code: -1 | 0 | 1, message: string) => emit('providerWidgetStatus', { code, message }),
    [emit],
  );
  useEffect(() => dispatch(statuses.started, 'Started'), [dispatch]);
  useEffect(() => {
    if (problem) dispatch(statuses.failed, problem.message || `HTTP ${problem.status}`);
  }, [problem, dispatch]);

  // Dispatches an event for each connection that is new to this page, including those made before.
  const dispatched = useRef('');
  useEffect(() => {
    const connected = connectedOf(list ?? []);
    const now = JSON.stringify(connected);
    if (list && now !== dispatched.current && !(dispatched.current === '' && connected.length === 0)) {
      emit('providersConnected', connected);
    }
    dispatched.current = now;
  }, [list, emit]);

  // The grower has consented in the other tab: the connection exists.
  useEffect(() => {
    if (step !== 'waiting' || !isConnected) return;
    dispatch(statuses.done, `${provider} is connected`);
    setStep(connection?.choosesOrganizations ? 'organizations' : 'consent');
  }, [step, isConnected, connection, provider, dispatch]);

  // The embedding page has set another key.
  const keyBefore = useRef(apiKey);
  useEffect(() => {
    if (keyBefore.current !== apiKey) void reload();
    keyBefore.current = apiKey;
  }, [apiKey, reload]);

  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else heading.current?.focus();
  }, [chosen, step, isConnected]);

  const goTo = (next: string | undefined) => {
    setStep('consent');
    setChosen(next);
  };
  const made = async () => {
    await reload();
    dispatch(statuses.done, `${provider} is connected`);
    setStep(connection?.choosesOrganizations ? 'organizations' : 'consent');
  };
  const tryAgain = () => {
    if (problem?.status === 401) emit('keyEnded', undefined);
    void reload();
  };
  const caption = connection
    ? step === 'organizations'
      ? texts.connect.organizations.title
      : isConnected
        ? filled(texts.connect.done, { provider: connection.displayName })
        : connection.displayName
    : (title ?? texts.connect.title);

  return (
    <article class="panel card" aria-busy={!list && !problem}>
      <header class="head">
        <Marks connection={connection} companyLogo={companyLogo} companyName={companyName} />
        <h1 ref={heading} tabIndex={-1}>
          {caption}
        </h1>
        {!connection && <p>{texts.connect.lead}</p>}
      </header>
      <div class="body">
        {problem && step !== 'waiting' && (
          <div class="stack failure">
            <p class="alert" role="alert">
              {problemText(problem, texts, connection?.displayName ?? '')}
            </p>
            <button type="button" class="button quiet" onClick={tryAgain}>
              {texts.link.tryAgain}
            </button>
          </div>
        )}
        {!list && !problem && (
          <p class="loading" role="status">
            <span class="spinner" aria-hidden="true" />
            {texts.link.opening}
          </p>
        )}
        {list && !connection && <ProviderList list={list} showSearchbar={props.showSearchbar} choose={goTo} />}
        {connection && step === 'organizations' && (
          <OrganizationsStep api={api} connection={connection} finish={() => setStep('consent')} />
        )}
        {connection && step !== 'organizations' && isConnected && (
          <ConnectedStep
            api={api}
            connection={connection}
            disconnectEnabled={props.disconnectEnabled}
            chooseOrganizations={() => setStep('organizations')}
            changed={reload}
          />
        )}
        {connection && step !== 'organizations' && !isConnected && (
          <ConsentStep
            api={api}
            connection={connection}
            companyName={companyName}
            isWaiting={step === 'waiting'}
            wait={(isWaiting) => setStep(isWaiting ? 'waiting' : 'consent')}
            made={() => void made()}
            failed={(found) => dispatch(statuses.failed, found.message || `HTTP ${found.status}`)}
          />
        )}
        {connection && only === undefined && (
          <p class="back">
            <button type="button" class="button plain" onClick={() => goTo(undefined)}>
              {isConnected ? texts.connect.another : texts.connect.back}
            </button>
          </p>
        )}
      </div>
    </article>
  );
}

function Marks({
  connection,
  companyLogo,
  companyName,
}: { connection: Connection | undefined } & Pick<ConnectViewProps, 'companyLogo' | 'companyName'>) {
  if (!connection && !companyLogo) return null;
  return (
    <span class="marks">
      {companyLogo && <img class="company-logo" src={companyLogo} alt={companyName ?? ''} />}
      {connection && companyLogo && <span class="link-between" aria-hidden="true" />}
      {connection && <ProviderMark {...connection} />}
    </span>
  );
}

function connectedOf(list: readonly Connection[]): { provider: string; createdTime: string }[] {
  return list.flatMap(({ provider, connected }) =>
    connected && isSound(connected.status) ? [{ provider, createdTime: connected.createdTime }] : [],
  );
}
