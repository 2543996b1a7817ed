import { useEffect, useState } from 'preact/hooks';
import type { Harvest, YieldMap } from './harvest.ts';

const lookMilliseconds = 2_000;
const squareMetresPerHectare = 10_000;
const squareMetresPerAcre = 4_046.8564224;

/** The first harvest of the demo grower, while it is converted and drawn, and then its map with legend and totals. Nothing, if there is no harvest. */
export function HarvestSection({ read }: { read(): Promise<Harvest> }) {
  const [harvest, setHarvest] = useState<Harvest>({ step: 'none' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const now = document.hidden ? undefined : await read().catch(() => undefined);
      if (now) setHarvest(now);
      if (now?.step !== 'drawn') timer = setTimeout(look, lookMilliseconds);
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
          <p class="alert" role="alert">
            {harvest.reason} A sample that failed is tried again at the next start.
          </p>
        )}
        {harvest.step === 'drawing' && <Progress text="The points are converted; their map is being drawn." />}
        {harvest.step === 'drawn' && <HarvestMap {...harvest.map} />}
        {(harvest.step === 'drawing' || harvest.step === 'drawn') && <Totals {...harvest} />}
      </div>
      <p class="hint">
        The harvest of the sample farm was recorded by a combine in Iowa: a sample of John Deere, MIT licence.
      </p>
    </section>
  );
}

function Progress({ text }: { text: string }) {
  return (
    <p class="harvest-progress" role="status">
      <span class="spinner" aria-hidden="true" /> {text}
    </p>
  );
}

function HarvestMap({ url, width, height, unit, ranges }: YieldMap) {
  const areaUnit = ranges[0]?.area?.unit ?? '';
  return (
    <div class="harvest-map">
      <img
        src={url}
        width={width}
        height={height}
        alt={`Map of the dry mass per area, in ${unit}, with the classes of the table`}
      />
      <table class="legend">
        <caption>Dry mass, {unit}</caption>
        <thead>
          <tr>
            <th scope="col">Yield</th>
            <th scope="col">Ground{areaUnit && `, ${areaUnit}`}</th>
          </tr>
        </thead>
        <tbody>
          {ranges.toReversed().map(({ colorCode, label, area }) => (
            <tr key={colorCode}>
              <td>
                <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
                  <rect width="1" height="1" fill={`#${colorCode}`} />
                </svg>
                {label}
              </td>
              <td>{area?.value.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Totals(harvest: Extract<Harvest, { step: 'drawing' | 'drawn' }>) {
  const { crop, day, points, squareMetres, dryMass, dryMassPerArea, moisture } = harvest.totals;
  const isCustomary = dryMassPerArea?.unit.endsWith('/ac');
  const ground = isCustomary
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
