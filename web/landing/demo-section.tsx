import { useMemo, useState } from 'preact/hooks';
import { type DemoSignIn, demoOwner, type LinkType } from './demo.ts';
import { HarvestSection } from './harvest-section.tsx';
import { LandSection } from './land-section.tsx';

const links: { type: LinkType; title: string; text: string }[] = [
  {
    type: 'provider',
    title: 'Connect providers',
    text: 'A grower chooses among all providers that the owner has app keys for. Sandboxes stand for John Deere and Climate FieldView: their fields appear below.',
  },
  { type: 'authentication', title: 'Connect one provider', text: 'A grower gives consent at John Deere only.' },
  { type: 'file-upload', title: 'Upload files', text: 'A grower uploads boundaries and machine data.' },
];

/** The part of the landing page in which visitors on this machine try things out as the demo owner. */
export function DemoSection({ base, signIn }: { base: string; signIn: DemoSignIn }) {
  const owner = useMemo(() => demoOwner(base, signIn), [base, signIn]);
  // The units of the harvest are those of the page.
  const [imperial, setImperial] = useState(false);
  return (
    <>
      <HarvestSection api={owner.layers} read={owner.harvest} retry={owner.retryBatch} onUnits={setImperial} />
      <section aria-labelledby="try">
        <h2 id="try">Try it as a grower</h2>
        <p class="hint">
          Each button creates a link for the demo grower, as an application would, and opens it. A link works for an
          hour.
        </p>
        <ul class="makers">
          {links.map((link) => (
            <li key={link.type}>
              <LinkMaker {...link} make={owner.makeLink} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="land">
        <h2 id="land">The demo grower’s fields</h2>
        <LandSection {...{ owner, base, imperial }} svcUserId={signIn.svcUserId} />
      </section>
      <section aria-labelledby="owner">
        <h2 id="owner">The demo owner</h2>
        <dl class="urls">
          <Row name="username" value={signIn.username} />
          <Row name="password" value={signIn.password} />
          <Row name="client_id" value={signIn.clientId} />
          <Row name="svcUserId" value={signIn.svcUserId} />
        </dl>
        <p class="hint">Shown only on this machine.</p>
      </section>
    </>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}

function LinkMaker({ type, title, text, make }: (typeof links)[number] & { make(type: LinkType): Promise<string> }) {
  const [link, setLink] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const go = async () => {
    // A tab that is opened after the response would be a pop-up, which browsers block.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    setBusy(true);
    setProblem(undefined);
    try {
      const made = await make(type);
      setLink(made);
      tab?.location.replace(made);
    } catch (error) {
      tab?.close();
      setProblem(error instanceof Error && error.message ? error.message : 'The link could not be created.');
    }
    setBusy(false);
  };
  return (
    <>
      <strong>{title}</strong>
      <span>{text}</span>
      <button type="button" class="button" data-link={type} disabled={isBusy} onClick={() => void go()}>
        Create a link
        <span class="visually-hidden"> to {title.toLowerCase()}</span>
      </button>
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer" class="made">
          {link}
        </a>
      )}
      {problem && (
        <p class="alert" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
