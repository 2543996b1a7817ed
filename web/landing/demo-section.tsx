import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Field } from '../api/uploads.ts';
import { neighbourhoods } from '../map/neighbourhoods.ts';
import { ShapeMap } from '../map/shape-map.tsx';
import { type DemoSignIn, demoOwner, type LinkType } from './demo.ts';
import { HarvestSection } from './harvest-section.tsx';

const links: { type: LinkType; title: string; text: string }[] = [
  {
    type: 'provider',
    title: 'Connect providers',
    text: 'A grower chooses among all providers that the owner has app keys for. Sandboxes stand for John Deere and Climate FieldView: their fields appear below.',
  },
  { type: 'authentication', title: 'Connect one provider', text: 'A grower gives consent at John Deere only.' },
  { type: 'file-upload', title: 'Upload files', text: 'A grower uploads boundaries and machine data.' },
];

/** How often the map looks for new fields: those of a provider arrive while one watches. */
const lookMilliseconds = 3_000;

/** The part of the landing page in which visitors on this machine try things out as the demo owner. */
export function DemoSection({ base, signIn }: { base: string; signIn: DemoSignIn }) {
  const owner = useMemo(() => demoOwner(base, signIn), [base, signIn]);
  return (
    <>
      <HarvestSection read={owner.harvest} />
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
        <FieldsMap owner={owner} />
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

function FieldsMap({ owner }: { owner: ReturnType<typeof demoOwner> }) {
  const [fields, setFields] = useState<Field[]>();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const known = useRef<Field[]>([]);
  const load = useCallback(async () => {
    known.current = await owner.fields(known.current);
    setFields(known.current);
    if (known.current.length > 0) setState('idle');
  }, [owner]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if (!document.hidden) await load().catch(() => setState('failed'));
      timer = setTimeout(look, lookMilliseconds);
    };
    void look();
    return () => clearTimeout(timer);
  }, [load]);

  const upload = async () => {
    setState('busy');
    await owner.uploadSample().catch(() => setState('failed'));
  };

  const shapes = fields?.flatMap(({ id, name, geometry }) => (geometry ? [{ id, label: name, geometry }] : [])) ?? [];
  const hectares = fields?.reduce((sum, { area }) => sum + (area?.value ?? 0), 0) ?? 0;
  return (
    <div class="land-card card">
      {shapes.length > 0 ? (
        <>
          {neighbourhoods(shapes).map((group, index) => (
            <ShapeMap
              key={group[0]?.id}
              shapes={group}
              title={`Map of ${group.length === 1 ? 'a field' : `${group.length} neighbouring fields`} of the demo grower`}
              {...(index === 0 ? { width: 720, height: 420 } : { width: 720, height: 240 })}
              metres={(metres) => (metres < 1000 ? `${metres} m` : `${metres / 1000} km`)}
              areLabelled
            />
          ))}
          <p class="sums">
            <strong>{shapes.length} fields</strong> <span>{hectares.toFixed(1)} ha</span>
          </p>
        </>
      ) : (
        <div class="no-land">
          <p>{fields ? 'There are no fields yet. The sample is a zipped shapefile with six.' : 'Looking …'}</p>
          {fields && (
            <button type="button" class="button quiet" disabled={state === 'busy'} onClick={() => void upload()}>
              {state === 'busy' && <span class="spinner" aria-hidden="true" />}
              Upload the sample
            </button>
          )}
        </div>
      )}
      {state === 'failed' && (
        <p class="alert" role="alert">
          That did not work. The terminal in which Furrow runs may show the reason.
        </p>
      )}
    </div>
  );
}
