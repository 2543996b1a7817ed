import { useEffect, useMemo } from 'preact/hooks';
import { SeasonAxis } from '../axis/season-axis.tsx';
import { ComparePanel } from '../compare/compare-panel.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { openSeasonLayers } from '../layers/season-layers.ts';
import { SeasonLegends } from '../layers/season-legends.tsx';
import { SeasonMap } from '../layers/season-map.tsx';
import { Crumbs } from '../navigation/crumbs.tsx';
import { Link } from '../navigation/link.tsx';
import type { Navigation } from '../navigation/route.ts';
import { areaText } from '../text/areas.ts';
import { HarvestCard } from '../work/harvest-card.tsx';
import { WorkCard } from '../work/work-card.tsx';
import { ZonePanel } from '../zones/zone-panel.tsx';
import { MapHead } from './map-head.tsx';
import { Parts } from './parts.tsx';
import type { Season } from './season.ts';

/** The one screen: map and panels, and the time axis beneath. */
export function SeasonView({ season, navigation }: { season: Season; navigation: Navigation }) {
  const { field, year } = season;
  const layers = useMemo(() => field.boundary && openSeasonLayers(season, field.boundary), [season, field]);
  useEffect(() => () => layers?.close(), [layers]);
  const legends = [layers?.first, layers?.second].filter((layer) => layer?.value?.drawn !== undefined).length;
  return (
    <>
      <Crumbs svcUserId={field.svcUserId} navigation={navigation} />
      <div class="season-head">
        <h1>
          {field.name} <span class="season-year">{year}</span>
        </h1>
        {field.area && <p class="season-area">{areaText(field.area, season.units.value.value)}</p>}
        <SeasonSwitch season={season} navigation={navigation} />
      </div>
      <HarvestCard season={season} />
      <div class="season-screen" data-legends={legends}>
        <section class="season-map card" aria-label="Map">
          <MapHead season={season} navigation={navigation} />
          {layers && <SeasonMap layers={layers} />}
        </section>
        {layers && legends > 0 && (
          <div class="season-legend">
            <SeasonLegends layers={layers} />
          </div>
        )}
        <SeasonAxis {...{ season, navigation }} />
        <aside class="season-panels" aria-label="Numbers">
          <Parts season={season} />
          <WorkCard season={season} />
          <ZonePanel season={season} />
          <ComparePanel season={season} />
          {layers && <ExportMenu layers={layers} />}
        </aside>
      </div>
    </>
  );
}

/** Links to the seasons of the field that have operations, and to the shown one. */
function SeasonSwitch({ season, navigation }: { season: Season; navigation: Navigation }) {
  const route = navigation.route.value;
  const user = route.page === 'season' && route.svcUserId !== undefined ? { svcUserId: route.svcUserId } : {};
  return (
    <nav class="season-switch" aria-label="Seasons">
      {season.seasons.value.map((year) => (
        <Link
          key={year}
          to={{ page: 'season', fieldId: season.field.id, season: String(year), ...user }}
          navigation={navigation}
          isCurrent={year === season.year}
        >
          {year}
        </Link>
      ))}
    </nav>
  );
}
