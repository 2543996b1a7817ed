// Stands for apt-get: the programs of the packages appear on the PATH. FAKE_APT=offline fails.
const { writeFileSync } = require('node:fs');
require('./record.cjs')('apt-get');

if (process.env.FAKE_APT === 'offline') {
  console.error('E: Unable to fetch some archives');
  process.exit(100);
}
const PROGRAMS = { 'libgdal-dev': 'gdal-config', 'gdal-bin': 'ogr2ogr' };
const install = process.argv.indexOf('install');
const packages = install === -1 ? [] : process.argv.slice(install + 1).filter((name) => !name.startsWith('-'));
for (const name of packages) {
  writeFileSync(`${process.env.FAKE_PATH}/${PROGRAMS[name] ?? name}`, `#!${process.execPath}\n`, { mode: 0o755 });
}
