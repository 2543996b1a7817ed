import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from '../api/client.ts';
import {
  type Connection,
  chooseOrganization,
  listOrganizations,
  type Organization,
  syncOrganizations,
} from '../api/connections.ts';
import { useSpeech } from '../components/use-language.tsx';
import { filled } from '../text/texts.ts';
import { safeLink } from '../theme/safe-link.ts';

const askAgainMilliseconds = 3_000;
/** The first sync of an account takes seconds. */
const maxLooks = 10;

interface OrganizationsStepProps {
  api: Api;
  connection: Connection;
  finish(): void;
}

/** The second consent: which organizations of the account are read. */
export function OrganizationsStep({ api, connection: { provider, displayName }, finish }: OrganizationsStepProps) {
  const { texts } = useSpeech();
  const [list, setList] = useState<Organization[]>([]);
  const [isLooking, setLooking] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const round = useRef(0);

  const look = useCallback(
    async (isFirst: boolean) => {
      round.current += 1;
      const own = round.current;
      setLooking(true);
      setFailed(false);
      try {
        // Known organizations are shown while the sync runs.
        setList(await listOrganizations(api, provider));
        await syncOrganizations(api, provider);
        for (let looks = 0; looks < maxLooks && own === round.current; looks++) {
          await new Promise((resolve) => setTimeout(resolve, askAgainMilliseconds));
          const found = await listOrganizations(api, provider);
          if (own !== round.current) return;
          setList(found);
          if (found.length > 0 && (!isFirst || looks > 0)) break;
        }
      } catch {
        if (own === round.current) setFailed(true);
      }
      if (own === round.current) setLooking(false);
    },
    [api, provider],
  );

  useEffect(() => {
    void look(true);
    return () => {
      round.current += 1;
    };
  }, [look]);

  const choose = async (id: string, isWanted: boolean) => {
    setFailed(false);
    try {
      const changed = await chooseOrganization(api, provider, id, isWanted ? 'SELECTED' : 'PREVIEW');
      setList((all) => all.map((one) => (one.providerOrgId === id ? changed : one)));
    } catch {
      setFailed(true);
    }
  };

  const words = texts.connect.organizations;
  const isBlocked = list.some(({ status }) => status === 'BLOCKED');
  return (
    <section class="stack organizations" aria-busy={isLooking}>
      <p>{filled(words.text, { provider: displayName })}</p>
      {isBlocked && <p class="note">{filled(words.blockedText, { provider: displayName })}</p>}
      <ul>
        {list.map((organization) => (
          <li key={organization.providerOrgId}>
            <OrganizationRow organization={organization} displayName={displayName} choose={choose} />
          </li>
        ))}
      </ul>
      <p role="status" class="row">
        {isLooking && <span class="spinner" aria-hidden="true" />}
        {isLooking ? words.looking : list.length === 0 ? filled(words.none, { provider: displayName }) : ''}
      </p>
      {hasFailed && (
        <p class="alert" role="alert">
          {texts.connect.problems.failed}
        </p>
      )}
      <div class="row">
        <button type="button" class="button" onClick={finish}>
          {words.finish}
        </button>
        <button type="button" class="button quiet" disabled={isLooking} onClick={() => void look(false)}>
          {words.refresh}
        </button>
      </div>
    </section>
  );
}

interface OrganizationRowProps {
  organization: Organization;
  displayName: string;
  choose(id: string, isWanted: boolean): Promise<void>;
}

function OrganizationRow({ organization, displayName, choose }: OrganizationRowProps) {
  const { texts } = useSpeech();
  const { providerOrgId, providerOrgName, status, managementUri } = organization;
  const words = texts.connect.organizations;
  const consent = safeLink(managementUri);
  if (status === 'BLOCKED') {
    return (
      <div class="organization">
        <span class="organization-name">{providerOrgName}</span>
        {consent ? (
          <a class="button quiet" href={consent} target="_blank" rel="noopener noreferrer">
            {filled(words.open, { provider: displayName })}
            <span class="visually-hidden"> ({providerOrgName})</span>
          </a>
        ) : (
          <span class="badge busy">{words.blocked}</span>
        )}
      </div>
    );
  }
  const isSelected = status === 'SELECTED';
  return (
    <label class="organization">
      <span class="organization-name">{providerOrgName}</span>
      <span class={isSelected ? 'badge good' : 'badge'}>{isSelected ? words.selected : words.preview}</span>
      <input
        type="checkbox"
        class="switch"
        checked={isSelected}
        onChange={({ currentTarget }) => void choose(providerOrgId, currentTarget.checked)}
      />
    </label>
  );
}
