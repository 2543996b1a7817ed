// Run by gdal-probe.mjs with the project's folder as its argument: prints one line of JSON, or ends with the reason.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

try {
  const gdal = createRequire(join(process.argv[2], 'package.json'))('gdal-async');
  // 500 km east of the false origin of UTM zone 33 is its central meridian, 15° east: needs the projection database.
  const [utm, wgs84] = [32633, 4326].map((code) => gdal.SpatialReference.fromEPSG(code));
  const { y: longitude } = new gdal.CoordinateTransformation(utm, wgs84).transformPoint(500000, 5500000);
  if (Math.abs(longitude - 15) > 1e-6) throw new Error(`GDAL reprojects 15° east to ${longitude}`);
  console.log(JSON.stringify({ version: gdal.version, library: sharedLibrary() }));
} catch (error) {
  console.error(error.message.split('\n')[0]);
  process.exitCode = 1;
}

function sharedLibrary() {
  if (process.platform !== 'linux') return null;
  const mapped = readFileSync('/proc/self/maps', 'utf8').split('\n');
  const line = mapped.find((candidate) => candidate.includes('/libgdal') && candidate.includes('.so'));
  return line ? line.slice(line.indexOf('/')) : null;
}
