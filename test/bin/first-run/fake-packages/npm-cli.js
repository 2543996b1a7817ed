// A stand-in for npm: installs a gdal-async that loads when its binding exists, as with FAKE_GDAL=there, and whose releases
// are at FAKE_RELEASES.
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
require('./record.cjs')('npm');
if (process.env.FAKE_NPM === 'fails') {
  console.error('npm warn deprecated something\nnpm error code ENOTFOUND\nnpm error network is unreachable');
  process.exit(1);
}
rmSync('node_modules', { recursive: true, force: true });
const put = (from, to) => {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(join(dirname(fileURLToPath(import.meta.url)), from), to);
};
put('gdal-async.cjs', 'node_modules/gdal-async/index.js');
put('node-pre-gyp.cjs', 'node_modules/@mapbox/node-pre-gyp/bin/node-pre-gyp');
put('record.cjs', 'node_modules/@mapbox/node-pre-gyp/bin/record.cjs');
// Wheels are unpacked with it.
cpSync(join(dirname(require.resolve('fflate')), '..'), 'node_modules/fflate', { recursive: true });
const binary = { host: process.env.FAKE_RELEASES };
writeFileSync(
  'node_modules/gdal-async/package.json',
  JSON.stringify({ name: 'gdal-async', version: '3.12.3', binary }),
);
if (process.env.FAKE_GDAL === 'there') {
  const folder = `node_modules/gdal-async/lib/binding/node-v${process.versions.modules}-${process.platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/gdal.node`, 'whole');
}
if (process.env.FAKE_NPM === 'slow') await sleep(1000);
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
