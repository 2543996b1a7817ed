import { useMemo, useState } from 'preact/hooks';
import type { Api } from '../api/client.ts';
import type { Total } from '../api/uploads.ts';
import { useSpeech } from '../components/use-language.tsx';
import { ShapeMap } from '../map/shape-map.tsx';
import { filled } from '../text/texts.ts';
import { LazyWorkMap } from '../work-map/lazy-work-map.tsx';
import type { Work } from '../work-map/work.ts';
import { WorkPicture } from '../work-map/work-picture.tsx';
import { areaFor, propertyText, unitText, workTextsOf } from './work-texts.ts';

interface WorkViewProps {
  api: Api;
  work: Work;
  /** Name of the upload. */
  fileName: string;
}

/** A property that is shown, and its unit. */
interface Shown {
  property: string;
  unit: string | undefined;
}

/** The work of one machine file: its map with the legend and, until that is there, the ground; and its totals. */
export function WorkView({ api, work, fileName }: WorkViewProps) {
  const speech = useSpeech();
  const [shown, setShown] = useState<Shown>();
  const { upload } = speech.texts;
  const kind = upload.work[work.operationType];
  const texts = useMemo(() => workTextsOf(speech, fileName), [speech, fileName]);
  const onShown = (property: string, unit: string | undefined) => setShown({ property, unit });
  const ground = (state: string, again?: () => void) => (
    <>
      {work.summary.geometry && (
        <ShapeMap
          shapes={[{ id: work.id, geometry: work.summary.geometry }]}
          title={filled(upload.work.map, { what: kind, file: fileName })}
          metres={speech.distance}
        />
      )}
      <p class="map-state" role="status">
        {state}{' '}
        {again && (
          <button type="button" class="plain" onClick={again}>
            {upload.retry}
          </button>
        )}
      </p>
    </>
  );
  const waiting = ground(upload.work.drawing);
  return (
    <section class="work">
      <h3>{kind}</h3>
      <LazyWorkMap
        {...{ api, work, texts, waiting, onShown }}
        otherwise={(again) => (
          <WorkPicture
            {...{ api, work, texts, waiting, onShown }}
            otherwise={(failure) => ground(upload.work.noMap, failure === undefined ? undefined : again)}
          />
        )}
      />
      <Totals work={work} shown={shown} />
    </section>
  );
}

function Totals({ work, shown }: { work: Work; shown: Shown | undefined }) {
  const { texts, number } = useSpeech();
  const { properties } = work.summary;
  const { property, unit: perArea } = shown ?? {};
  const { crop, products, varieties, totalArea, totalWetMass, totalApplied, totalPlanted } = properties;
  const amount = ({ value, unit }: Total) =>
    `${number(value, Math.abs(value) < 1_000 ? 2 : 0)} ${unitText(unit, texts.upload)}`;
  const average =
    property === undefined ? undefined : (properties[property] as { avg: number; unit: string } | undefined);
  const total = totalWetMass ?? totalApplied ?? totalPlanted;
  const names = products?.map(({ name, totalApplied: own }) =>
    own && products.length > 1 ? `${name} (${amount(own)})` : name,
  );
  const named = names?.length ? names : varieties?.map(({ name }) => name);
  const rows: [string, string | undefined][] = [
    [texts.upload.work.area, totalArea && amount(areaFor(totalArea, perArea))],
    [
      property ? propertyText(property, texts.upload) : '',
      average && amount({ value: average.avg, unit: average.unit }),
    ],
    [texts.upload.work.total, total && amount(total)],
    [texts.upload.work.product, named?.join(', ')],
    [texts.upload.work.crop, crop?.join(', ')],
  ];
  const known = rows.filter(([, value]) => value);
  return (
    <dl class="totals">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
