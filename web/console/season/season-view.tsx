import { useEffect, useMemo } from 'preact/hooks';
import { SeasonAxis } from '../axis/season-axis.tsx';
import { ComparePanel } from '../compare/compare-panel.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { openSeasonLayers } from '../layers/season-layers.ts';
import { SeasonLegends } from '../layers/season-legends.tsx';
import { SeasonMap } from '../layers/season-map.tsx';
import { Link } from '../navigation/link.tsx';
import type { Navigation } from '../navigation/route.ts';
import { ZonePanel } from '../zones/zone-panel.tsx';
import { MapHead } from './map-head.tsx';
import { Parts } from './parts.tsx';
import type { Season } from './season.ts';
import { SeasonSwitch } from './season-switch.tsx';

/** The one screen: map and panels, and the time axis beneath. */
export function SeasonView({ season, navigation }: { season: Season; navigation: Navigation }) {
  const { field, year } = season;
  const layers = useMemo(() => field.boundary && openSeasonLayers(season, field.boundary), [season, field]);
  useEffect(() => () => layers?.close(), [layers]);
  const hasLegend = [layers?.first, layers?.second].some((layer) => layer?.value?.drawn !== undefined);
  return (
    <>
      <nav class="crumbs" aria-label="Where you are">
        <Link to={{ page: 'users' }} navigation={navigation}>
          Users
        </Link>
        <Link to={{ page: 'user', svcUserId: field.svcUserId }} navigation={navigation}>
          Fields
        </Link>
      </nav>
      <div class="season-head">
        <h1>
          {field.name} <span class="season-year">{year}</span>
        </h1>
        {field.area && (
          <p class="season-area">
            {field.area.value.toFixed(2)} {field.area.unit}
          </p>
        )}
        <SeasonSwitch season={season} navigation={navigation} />
      </div>
      <div class="season-screen" data-legend={hasLegend}>
        <section class="season-map card" aria-label="Map">
          <MapHead season={season} navigation={navigation} />
          {layers && <SeasonMap layers={layers} />}
        </section>
        {layers && hasLegend && (
          <div class="season-legend">
            <SeasonLegends layers={layers} />
          </div>
        )}
        <SeasonAxis season={season} />
        <aside class="season-panels" aria-label="Numbers">
          <Parts season={season} />
          <ZonePanel season={season} />
          <ComparePanel season={season} />
          {layers && <ExportMenu layers={layers} />}
        </aside>
      </div>
    </>
  );
}
