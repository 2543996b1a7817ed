import { useEffect, useState } from 'preact/hooks';
import type { LayerCalls } from '../points/read-layers.ts';
import { LazyWorkMap } from '../work-map/lazy-work-map.tsx';
import { WorkPicture } from '../work-map/work-picture.tsx';
import type { Harvest } from './harvest.ts';
import { workTexts } from './work-texts.ts';

const lookMilliseconds = 2_000;
const squareMetresPerHectare = 10_000;
const squareMetresPerAcre = 4_046.8564224;

interface HarvestSectionProps {
  api: LayerCalls;
  read(): Promise<Harvest>;
  /** Has a batch that failed converted again. */
  retry(batchId: string): Promise<unknown>;
  /** Whether the harvest has customary units, as soon as that is known. */
  onUnits(imperial: boolean): void;
}

/** The first harvest of the demo grower, while it is converted, and then its map with legend and totals. Nothing, if there is no harvest. */
export function HarvestSection({ api, read, retry, onUnits }: HarvestSectionProps) {
  const [harvest, setHarvest] = useState<Harvest>({ step: 'none' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const now = document.hidden ? undefined : await read().catch(() => undefined);
      if (now) setHarvest(now);
      if (now?.step === 'converted') onUnits(isCustomary(now.totals));
      if (now?.step !== 'converted') timer = setTimeout(look, lookMilliseconds);
    };
    void look();
    return () => clearTimeout(timer);
  }, [read]);
  if (harvest.step === 'none') return null;
  return (
    <section aria-labelledby="harvest">
      <h2 id="harvest">A harvest</h2>
      <div class="harvest card" data-step={harvest.step}>
        {harvest.step === 'converting' && (
          <Progress text="What the machine recorded is being converted. On a first start, GDAL is compiled before, which takes about a minute." />
        )}
        {harvest.step === 'failed' && (
          <Failed text={harvest.reason} again={() => void retry(harvest.batchId).catch(() => {})} />
        )}
        {harvest.step === 'converted' && (
          <>
            <HarvestMap api={api} work={harvest.work} />
            <Sums {...harvest.totals} />
          </>
        )}
      </div>
      <p class="hint">
        The harvest of the sample farm was recorded by a combine in Iowa: a sample of John Deere, MIT licence.
      </p>
    </section>
  );
}

type Totals = Extract<Harvest, { step: 'converted' }>['totals'];

function Progress({ text }: { text: string }) {
  return (
    <p class="harvest-progress" role="status">
      <span class="spinner" aria-hidden="true" /> {text}
    </p>
  );
}

function Failed({ text, again }: { text: string; again(): void }) {
  return (
    <p class="alert" role="alert">
      {text}{' '}
      <button type="button" class="button" onClick={again}>
        Try again
      </button>
    </p>
  );
}

function HarvestMap({ api, work }: { api: LayerCalls; work: Extract<Harvest, { step: 'converted' }>['work'] }) {
  const waiting = <Progress text="The points are converted; their map is being drawn." />;
  return (
    <LazyWorkMap
      {...{ api, work, waiting }}
      texts={workTexts}
      otherwise={(again) => (
        <WorkPicture
          {...{ api, work, waiting }}
          texts={workTexts}
          otherwise={(failure) =>
            failure === undefined ? (
              <p class="harvest-progress">The harvest has no map.</p>
            ) : (
              <Failed text={`The map could not be made: ${failure}`} again={again} />
            )
          }
        />
      )}
    />
  );
}

const isCustomary = ({ dryMassPerArea }: Totals) => dryMassPerArea?.unit.endsWith('/ac') ?? false;

function Sums(totals: Totals) {
  const { crop, day, points, squareMetres, dryMass, dryMassPerArea, moisture } = totals;
  const ground = isCustomary(totals)
    ? `${(squareMetres / squareMetresPerAcre).toFixed(1)} ac`
    : `${(squareMetres / squareMetresPerHectare).toFixed(1)} ha`;
  return (
    <p class="sums">
      <strong>
        {crop}, {day}
      </strong>{' '}
      <span>
        {points.toLocaleString('en')} points, {ground}
        {dryMass && `, ${Math.round(dryMass.value).toLocaleString('en')} ${dryMass.unit} of dry mass`}
        {dryMassPerArea && `, ${Math.round(dryMassPerArea.avg).toLocaleString('en')} ${dryMassPerArea.unit}`}
        {moisture && `, ${moisture.avg.toFixed(1)} % moisture`}
      </span>
    </p>
  );
}
