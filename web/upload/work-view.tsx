import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../api/client.ts';
import type { Total } from '../api/uploads.ts';
import { useSpeech } from '../components/use-language.tsx';
import { ShapeMap } from '../map/shape-map.tsx';
import { filled } from '../text/texts.ts';
import { areaFor, propertyText, rangeText, unitText, type Work, type WorkMap, workMapOf } from './work-map.ts';

interface WorkViewProps {
  api: Api;
  work: Work;
  /** Name of the upload. */
  fileName: string;
}

/** The work of one machine file: its map with the legend and, until that is drawn, the ground; and its totals. */
export function WorkView({ api, work, fileName }: WorkViewProps) {
  const { texts, distance } = useSpeech();
  const [map, setMap] = useState<WorkMap | null>();
  useEffect(() => {
    const leaving = new AbortController();
    workMapOf(api, work, leaving.signal).then(
      (found) => leaving.signal.aborted || setMap(found ?? null),
      () => leaving.signal.aborted || setMap(null),
    );
    return () => leaving.abort();
  }, [api, work]);
  const { geometry } = work.summary;
  const kind = texts.upload.work[work.operationType];
  return (
    <section class="work">
      <h3>{kind}</h3>
      {map ? (
        <MapFigure map={map} fileName={fileName} failed={() => setMap(null)} />
      ) : (
        <>
          {geometry && (
            <ShapeMap
              shapes={[{ id: work.id, geometry }]}
              title={filled(texts.upload.work.map, { what: kind, file: fileName })}
              metres={distance}
            />
          )}
          <p class="map-state" role="status">
            {map === null ? texts.upload.work.noMap : texts.upload.work.drawing}
          </p>
        </>
      )}
      <Totals work={work} map={map ?? undefined} />
    </section>
  );
}

function MapFigure({ map, fileName, failed }: { map: WorkMap; fileName: string; failed(): void }) {
  const { texts, number } = useSpeech();
  const { property, legend, pictureUrl } = map;
  const what = propertyText(property, texts.upload);
  return (
    <figure class="work-map">
      <img src={pictureUrl} alt={filled(texts.upload.work.map, { what, file: fileName })} onError={failed} />
      <figcaption>
        <strong>
          {what}, {unitText(legend.unit, texts.upload)}
        </strong>
        <ul class="legend">
          {legend.ranges.toReversed().map((range) => (
            <li key={range.colorCode}>
              <svg viewBox="0 0 12 12" aria-hidden="true">
                <rect width="12" height="12" rx="2" fill={`#${range.colorCode}`} />
              </svg>
              <span>{rangeText(range, number)}</span>
              {range.area && (
                <span class="legend-area">
                  {number(range.area.value, 2)} {range.area.unit}
                </span>
              )}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function Totals({ work, map }: { work: Work; map: WorkMap | undefined }) {
  const { texts, number } = useSpeech();
  const { properties } = work.summary;
  const property = map?.property;
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
    [texts.upload.work.area, totalArea && amount(areaFor(totalArea, map?.legend.unit))],
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
