import { describe, expect, test } from 'vitest';
import { allImports, reach } from './imports.ts';
import { modules } from './tree.ts';

/** What the API offers, as data: what every area's contract reaches. */
const contract = reach([
  ...modules().filter((path) => /^functions\/[^/]+\/api\.ts$/.test(path)),
  'functions/areas.ts',
  'functions/http/operation.ts',
  'functions/http/routes.ts',
  'functions/http/area.ts',
]);

type Layer = 'domain' | 'contract' | 'functions' | 'adapters' | 'infra' | 'layers' | 'local' | 'app' | 'bin' | 'web';

/** domain ← adapters ← functions ← local, bin; domain ← contract ← infra ← bin/app, local. */
const mayImport: Record<Layer, readonly Layer[]> = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  adapters: ['adapters', 'domain'],
  functions: ['functions', 'contract', 'adapters', 'domain', 'web'],
  infra: ['infra', 'contract', 'domain'],
  layers: ['layers'],
  local: ['local', 'infra', 'functions', 'contract', 'adapters', 'domain'],
  app: ['infra', 'contract', 'domain'],
  bin: ['bin', 'local', 'functions', 'contract', 'adapters', 'domain', 'layers'],
  web: ['web'],
};

function layerOf(path: string): Layer | undefined {
  if (path === 'bin/app.ts') return 'app';
  const top = path.split('/')[0] as Layer;
  if (top === 'functions' && contract.has(path)) return 'contract';
  return top in mayImport ? top : undefined;
}

const product = allImports().filter(({ from }) => layerOf(from) !== undefined);
const say = ({ from, to }: { from: string; to: string }) => `${from} imports ${to}`;

describe('the direction of imports', () => {
  test('is kept by every module', () => {
    const wrong = product.filter(({ from, to, inside }) => {
      if (!inside || to === 'package.json') return false;
      const [layer, target] = [layerOf(from), layerOf(to)];
      return layer === undefined || target === undefined || !mayImport[layer].includes(target);
    });
    expect(wrong.map(say)).toEqual([]);
  });

  test('an area does not reach into another area', () => {
    const areaOf = (path: string) => /^functions\/([^/]+)\//.exec(path)?.[1];
    const wrong = product.filter(({ from, to, inside }) => {
      const [area, target] = [areaOf(from), areaOf(to)];
      if (!inside || area === undefined || target === undefined || area === 'workers') return false;
      return target !== area && target !== 'http';
    });
    expect(wrong.map(say)).toEqual([]);
  });
});

describe('packages are imported where they belong', () => {
  const rules: { packages: RegExp; only: RegExp }[] = [
    {
      packages: /^(@aws-sdk\/|@smithy\/|gdal-async$|@duckdb\/|node:fs)/,
      only: /^(adapters|local|layers|bin)\//,
    },
    { packages: /^@middy\//, only: /^functions\// },
    { packages: /^(aws-cdk-lib|constructs|cdk-nag)$/, only: /^(infra\/|bin\/app\.ts$)/ },
  ];

  test.each(rules)('$packages only in $only', ({ packages, only }) => {
    const wrong = product.filter(({ from, to, inside }) => !inside && packages.test(to) && !only.test(from));
    expect(wrong.map(say)).toEqual([]);
  });

  test('the domain imports nothing but schemas and geometry', () => {
    const wrong = product.filter(({ from, to, inside }) => {
      return from.startsWith('domain/') && !inside && !/^(zod|@turf\/.*)$/.test(to);
    });
    expect(wrong.map(say)).toEqual([]);
  });
});
