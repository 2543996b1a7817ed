import { describe, expect, test } from 'vitest';
import { contentKind } from '../../../domain/boundary-files/content-kind.ts';
import { decodeArchiveName, decodeText, encodingNamed } from '../../../domain/boundary-files/text-encoding.ts';
import { processorMilliseconds } from '../../processor-time.ts';

describe('the kind of a file by its first bytes', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'empty'],
    ['a zip', 'PK\x03\x04', 'zip'],
    ['an empty zip', 'PK\x05\x06', 'zip'],
    ['a shapefile', Uint8Array.of(0, 0, 0x27, 0x0a), 'shapefile'],
    ['a GeoPackage', `SQLite format 3\0${'\0'.repeat(52)}GPKG`, 'geopackage'],
    ['another SQLite database', `SQLite format 3\0${'\0'.repeat(56)}`, 'other'],
    ['GeoJSON', ' {"type" : "FeatureCollection"', 'geojson'],
    ['GeoJSON whose type is its last member', '{"features": [', 'geojson'],
    ['TopoJSON', '{"type":"Topology","objects":{"a":{"type":"Polygon"}}}', 'json'],
    ['other JSON', '{"name": "x"}', 'json'],
    ['KML', '<?xml version="1.0"?><!-- <x> --><kml:kml>', 'kml'],
    ['KML after a document type', '<!DOCTYPE x [<!ENTITY y "z">]><kml>', 'kml'],
    ['task data', '\ufeff<ISO11783_TaskData VersionMajor="4">', 'isoxml'],
    ['GML', '<?xml version="1.0"?><wfs:FeatureCollection>', 'gml'],
    ['GML after a document type', '<!DOCTYPE x [<!ENTITY y "z">]><gml:FeatureCollection>', 'gml'],
    ['GML of a name of its own', '<a:Set xmlns:gml="http://www.opengis.net/gml/3.2"><a:member><a:P>', 'gml'],
    ['a schema about GML', '<schema xmlns:gml="http://www.opengis.net/gml"><element>', 'xml'],
    ['other XML', '<gpx>', 'xml'],
    ['XML that never begins', '<!-- ', 'other'],
    ['text', 'hello', 'other'],
  ])('%s', (_what, content, kind) => {
    expect(contentKind(typeof content === 'string' ? Buffer.from(content) : content)).toBe(kind);
  });

  test('is detected in bounded time for hostile text', () => {
    const texts = [
      '<!--'.repeat(16_000),
      '<!DOCTYPE ['.repeat(6_000),
      '<?'.repeat(32_000),
      `{${'"type":'.repeat(9_000)}`,
    ];
    const milliseconds = processorMilliseconds(() => {
      for (const text of texts) contentKind(Buffer.from(text));
    });
    expect(milliseconds).toBeLessThan(500);
  });
});

describe('the encoding of text', () => {
  test('comes from its mark, then its declaration, then valid UTF-8, then a guess', () => {
    expect(decodeText(Buffer.from('\ufeffä', 'utf16le'))).toEqual({ text: 'ä', encoding: 'utf-16le', assumed: false });
    expect(decodeText(Buffer.from([0xe4]), 'ISO-8859-1')).toMatchObject({ text: 'ä', assumed: false });
    expect(decodeText(Buffer.from('ä'))).toEqual({ text: 'ä', encoding: 'utf-8', assumed: false });
    expect(decodeText(Buffer.from([0x47, 0x72, 0xfc, 0x6e]))).toEqual({
      text: 'Grün',
      encoding: 'windows-1252',
      assumed: true,
    });
    expect(decodeText(Buffer.from([0xcf, 0xee, 0xeb, 0xe5]))).toEqual({
      text: 'Поле',
      encoding: 'windows-1251',
      assumed: true,
    });
  });

  test.each([
    ['Grüßößen', 'latin1'],
    ['Größe Höäü Weide', 'latin1'],
    ["Prés de l'îlot, créée à l'été", 'latin1'],
    ['Ñáéíón', 'latin1'],
  ] as const)('of %s is western, however many accents follow one another', (text, encoding) => {
    expect(decodeText(Buffer.from(text, encoding))).toMatchObject({ text, encoding: 'windows-1252', assumed: true });
  });

  test('is recognised under many names', () => {
    expect(encodingNamed('latin1')).toBe('windows-1252');
    expect(encodingNamed('cp437')).toBe('cp437');
    expect(encodingNamed('klingon')).toBeUndefined();
  });

  test('of names in old archives is Cyrillic or western', () => {
    expect(decodeArchiveName(Buffer.from([0x8f, 0xae, 0xab, 0xa5]))).toBe('Поле');
    expect(decodeArchiveName(Buffer.from([0x47, 0x72, 0x81, 0x6e]))).toBe('Grün');
    expect(decodeArchiveName(Buffer.from([0x4d, 0x84, 0x94, 0x81, 0x6e]))).toBe('Mäöün');
    expect(decodeArchiveName(Buffer.from('поле'))).toBe('поле');
  });
});
