import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Field } from '../api/uploads.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { ShapeMap } from '../map/shape-map.tsx';
import type { demoOwner } from './demo.ts';
import { type LandField, type LandWork, type Neighbourhood, neighbourhoodsOf } from './land.ts';
import type { LandMapProps } from './land-map.tsx';

type Owner = ReturnType<typeof demoOwner>;

/** How often the map looks for new fields and work: those of a provider arrive while one watches. */
const lookMilliseconds = 3_000;
/** Each of these maps takes memory for graphics; more are drawn as plain outlines. */
const maxMaps = 4;

interface Land {
  fields: Field[];
  work: LandWork[];
}

interface LandSectionProps {
  owner: Owner;
  base: string;
  svcUserId: string;
  /** Areas in acres, and lengths in feet. */
  imperial: boolean;
}

/** The fields of the demo grower on maps, with the work in them; each opens in the console. */
export function LandSection({ owner, base, svcUserId, imperial }: LandSectionProps) {
  const [land, setLand] = useState<Land>();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const known = useRef<Land>({ fields: [], work: [] });
  const load = useCallback(async () => {
    const [fields, work] = await Promise.all([owner.fields(known.current.fields), owner.work()]);
    const { current } = known;
    known.current = { fields: kept(current.fields, fields), work: kept(current.work, work) };
    setLand(known.current);
    if (fields.length > 0) setState('idle');
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
  const groups = useMemo(
    () => neighbourhoodsOf(land?.fields ?? [], land?.work ?? [], { consoleUrl: `${base}/console`, svcUserId }),
    [land?.fields, land?.work, base, svcUserId],
  );

  const upload = async () => {
    setState('busy');
    await owner.uploadSample().catch(() => setState('failed'));
  };
  const hectares = land?.fields.reduce((sum, { area }) => sum + (area?.value ?? 0), 0) ?? 0;
  return (
    <div class="land-card card">
      {groups.length > 0 ? (
        <>
          {groups.map((group, index) => (
            <GroupMap key={group.fields[0]?.id} {...{ owner, group, index, imperial }} />
          ))}
          <p class="sums">
            <strong>{groups.reduce((sum, { fields }) => sum + fields.length, 0)} fields</strong>{' '}
            <span>{areaText(hectares, imperial)}. Each opens in the console:</span>
          </p>
          <ul class="land-list">
            {groups.flatMap(({ fields }) => fields.map((field) => <FieldLink key={field.id} field={field} />))}
          </ul>
        </>
      ) : (
        <div class="no-land">
          <p>{land ? 'There are no fields yet. The sample is a zipped shapefile with six.' : 'Looking …'}</p>
          {land && (
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

interface GroupMapProps extends Pick<LandSectionProps, 'owner' | 'imperial'> {
  group: Neighbourhood;
  index: number;
}

function GroupMap({ owner, group, index, imperial }: GroupMapProps) {
  const { fields } = group;
  const title = `Map of ${fields.length === 1 ? 'a field' : `${fields.length} neighbouring fields`} of the demo grower`;
  const outlines = (
    <ShapeMap
      shapes={fields}
      title={title}
      {...(index === 0 ? { width: 720, height: 420 } : { width: 720, height: 240 })}
      metres={(metres) => (metres < 1000 ? `${metres} m` : `${metres / 1000} km`)}
      areLabelled
    />
  );
  if (index >= maxMaps) return outlines;
  return <LazyLandMap api={owner.layers} {...{ group, title, imperial }} isLarge={index === 0} otherwise={outlines} />;
}

/** Shows the outlines until the map's script is loaded, and where it cannot be. */
function LazyLandMap({ otherwise, ...props }: LandMapProps & { otherwise: ComponentChildren }) {
  const loaded = useLoaded(() => import('./land-map.tsx'));
  return loaded ? <loaded.LandMap {...props} /> : otherwise;
}

const hectaresPerAcre = 0.40468564224;

const areaText = (hectares: number, imperial: boolean) =>
  imperial ? `${(hectares / hectaresPerAcre).toFixed(1)} ac` : `${hectares.toFixed(1)} ha`;

const kinds = { applied: 'application', planted: 'planting', harvested: 'harvest', tillage: 'tillage' } as const;

function FieldLink({ field: { label, href, work } }: { field: LandField }) {
  return (
    <li>
      <a href={href}>{label ?? 'A field without a name'}</a>
      {work && (
        <span class="land-work">
          {' '}
          {kinds[work.type]} of {work.startTime.slice(0, 10)}
        </span>
      )}
    </li>
  );
}

/** The items as they are known, if none has changed, so that nothing is drawn anew. */
function kept<T>(before: T[], now: T[]): T[] {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
