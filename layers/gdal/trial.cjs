/*
 * Run by recipe.ts on the Node of Lambda, with the finished layer on NODE_PATH and nothing else: reads the zipped shapefile that
 * is its first argument as a conversion does, and prints what it found as JSON.
 */
const { readFileSync } = require('node:fs');
const gdal = require('gdal-async');

const layer = gdal.open(`/vsizip/${process.argv[2]}`, 'r', 'ESRI Shapefile').layers.get(0);
const wgs84 = gdal.SpatialReference.fromEPSG(4326);
const utm = gdal.SpatialReference.fromEPSG(32615);
const toUtm = new gdal.CoordinateTransformation(wgs84, utm);

// An SQLite database with an R-tree, which the library makes with its own SQLite.
const copy = gdal.open('/vsimem/copy.gpkg', 'w', 'GPKG').layers.create('points', utm, gdal.Point);
let points = 0;
let bounds;
layer.features.forEach((feature) => {
  const { minX: longitude, minY: latitude } = feature.getGeometry().getEnvelope();
  const projected = toUtm.transformPoint(latitude, longitude);
  const stored = new gdal.Feature(copy);
  stored.setGeometry(new gdal.Point(projected.x, projected.y));
  copy.features.add(stored);
  const area = new gdal.Point(projected.x, projected.y).buffer(1, 8);
  bounds = bounds ? bounds.union(area).convexHull() : area;
  points += 1;
});
copy.flush();
copy.ds.executeSQL('SELECT count(*) FROM rtree_points_geom');
const maps = readFileSync('/proc/self/maps', 'utf8').split('\n');
const library = maps.find((line) => line.includes('/libgdal'));
console.log(
  JSON.stringify({
    node: process.version,
    points,
    stored: copy.features.count(),
    squareMetres: Math.round(bounds.getArea()),
    library: library?.slice(library.indexOf('/')),
  }),
);
