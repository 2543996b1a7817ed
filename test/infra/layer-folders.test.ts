import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layerFolders } from '../../infra/context/layer-folders.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'furrow-layers-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('without the native layers a synth stops with the command that builds them', () => {
  expect(() => layerFolders(root, undefined)).toThrow(/not built yet: gdal, duckdb\.[\s\S]*npm run layers/);
});

test('with one of them it names the other', () => {
  mkdirSync(join(root, 'layers/duckdb/build/nodejs/node_modules'), { recursive: true });
  expect(() => layerFolders(root, undefined)).toThrow(/not built yet: gdal\./);
});

test('with both it uses both', () => {
  for (const name of ['gdal', 'duckdb'])
    mkdirSync(join(root, `layers/${name}/build/nodejs/node_modules`), { recursive: true });
  expect(layerFolders(root, undefined)).toEqual({
    gdal: join(root, 'layers/gdal/build'),
    duckdb: join(root, 'layers/duckdb/build'),
  });
});

test('only a placeholder may replace them', () => {
  expect(() => layerFolders(root, 'none')).toThrow(/-c layers=none is not known/);
});
