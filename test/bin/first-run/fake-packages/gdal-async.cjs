// Stands for gdal-async: as much of it as the first run tries.
const folder = `node-v${process.versions.modules}-${process.platform}-${process.arch}`;
const binding = require('node:path').join(__dirname, 'lib', 'binding', folder, 'gdal.node');
if (require('node:fs').readFileSync(binding, 'utf8') !== 'whole') throw new Error('gdal.node: file too short');

exports.version = '3.6.2';
exports.SpatialReference = { fromEPSG: () => ({}) };
exports.CoordinateTransformation = class {
  transformPoint() {
    return { x: 49.65, y: 15 };
  }
};
