import { expect, test } from 'vitest';
import { geographyOf, quoted } from '../../../web/console/numbers/sql-text.ts';
import { sqlOf, type Work } from '../../../web/console/numbers/work.ts';

const zone: GeoJSON.Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-93.154, 41.6675],
      [-93.152, 41.6675],
      [-93.152, 41.66900000001],
      [-93.154, 41.6675],
    ],
  ],
};
const work: Work = { fieldId: "O'Hara", operationType: 'harvested', fileIds: ['one', 'two'] };
const columns = [{ name: 'points', sql: 'COUNT(*)' }];

test('texts and shapes are literals of GoogleSQL', () => {
  expect(quoted("a'b\\c\nd")).toBe("'a\\'b\\\\c\\nd'");
  expect(geographyOf(zone)).toBe(
    "ST_GEOGFROMTEXT('POLYGON((-93.154 41.6675, -93.152 41.6675, -93.152 41.669, -93.154 41.6675))')",
  );
  const many: GeoJSON.MultiPolygon = { type: 'MultiPolygon', coordinates: [zone.coordinates, zone.coordinates] };
  expect(geographyOf(many)).toMatch(/^ST_GEOGFROMTEXT\('MULTIPOLYGON\(\(\(-93.*\)\), \(\(-93.*\)\)\)'\)$/);
});

test('all points of some work on a field', () => {
  expect(sqlOf(work, { columns })).toBe(`WITH work AS (
  SELECT *
  FROM points
  WHERE fileId IN ('one', 'two')
    AND 'O\\'Hara' IN UNNEST(fieldIds)
)
SELECT COUNT(*) AS points
FROM work`);
});

test('the points that the screen shows, in a zone', () => {
  const sql = sqlOf({ ...work, cleanup: { outlierDeviations: 3 } }, { columns, where: 'inside' }, zone);
  expect(sql).toContain(`ST_INTERSECTS(geometry, ${geographyOf(zone)}) AS inside`);
  expect(sql).toContain('AVG(COALESCE(dryVolumePerArea, dryMassPerArea)) AS mean');
  expect(sql).toContain('> 3 * COALESCE(usual.deviation, 0)');
  expect(sql).toMatch(/\n {2}AND inside$/);
});

test('outliers are of harvests, and only where the settings hide them', () => {
  const applied = sqlOf({ ...work, operationType: 'applied', cleanup: { outlierDeviations: 3 } }, { columns });
  const kept = sqlOf({ ...work, cleanup: {} }, { columns });
  for (const sql of [applied, kept]) {
    expect(sql).not.toContain('usual');
    expect(sql).toContain('WHERE COALESCE(speed >= 0.5, TRUE)');
  }
});

test('work of several providers has the points of one of them at each place and moment', () => {
  expect(sqlOf(work, { columns })).not.toContain('QUALIFY');
  expect(sqlOf({ ...work, isOfProviders: true }, { columns })).toContain(
    'IN UNNEST(fieldIds)\n  QUALIFY DENSE_RANK() OVER (PARTITION BY operationType, timestamp, longitude, latitude ORDER BY provider) = 1\n)',
  );
});
