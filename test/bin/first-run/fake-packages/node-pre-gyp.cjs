// Stands for the installer of bindings. FAKE_PREBUILT is blocked (the default), fine, stalls or does-not-fit;
// compiling works unless FAKE_COMPILER is broken.
const { mkdirSync, writeFileSync } = require('node:fs');
require('./record.cjs')('node-pre-gyp');

const place = (content) => {
  const folder = `lib/binding/node-v${process.versions.modules}-${process.platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/gdal.node`, content);
};
const fail = (reason) => {
  console.error(reason);
  process.exit(1);
};

const { npm_config_build_from_source: compile, FAKE_PREBUILT: prebuilt, FAKE_COMPILER: compiler } = process.env;
if (compile) compiler === 'broken' ? fail('internal compiler error') : place('whole');
else if (prebuilt === 'fine') place('whole');
else if (prebuilt === 'does-not-fit') place('other');
else if (prebuilt === 'stalls') setTimeout(place, 60_000, 'whole');
else fail('getaddrinfo ENOTFOUND releases.example');
