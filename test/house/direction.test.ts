import { describe, expect, test } from 'vitest';
import { allImports, reach } from './imports.ts';
import { modules } from './tree.ts';

/** Modules of the contract: all that the areas' contracts import. */
const contract = reach([
  ...modules().filter((path) => /^functions\/areas\/[^/]+\/api\.ts$/.test(path)),
  'functions/areas.ts',
  'functions/manifests.ts',
  'functions/http/endpoint.ts',
  'functions/http/routes.ts',
  'functions/http/routing/gateway-routes.ts',
]);

type Layer =
  | 'sql'
  | 'formats'
  | 'domain'
  | 'contract'
  | 'functions'
  | 'adapters'
  | 'infra'
  | 'layers'
  | 'local'
  | 'app'
  | 'bin'
  | 'web';

/** sql, formats ← domain ← adapters ← functions ← local, bin; domain ← contract ← infra ← bin/app, local; domain ← web. */
const mayImport: Record<Layer, readonly Layer[]> = {
  sql: ['sql'],
  formats: ['formats'],
  domain: ['domain', 'sql', 'formats'],
  contract: ['contract', 'domain', 'sql'],
  adapters: ['adapters', 'domain', 'sql', 'formats'],
  functions: ['functions', 'contract', 'adapters', 'domain', 'sql', 'formats', 'web'],
  infra: ['infra', 'contract', 'domain', 'sql', 'formats'],
  layers: ['layers'],
  local: ['local', 'infra', 'functions', 'contract', 'adapters', 'domain', 'sql', 'formats'],
  app: ['infra', 'contract', 'domain'],
  // Names of what is deployed, and rules of releases; the packages below keep the CDK out of the command line.
  bin: ['bin', 'local', 'infra', 'functions', 'contract', 'adapters', 'domain', 'sql', 'layers'],
  web: ['web', 'domain', 'formats'],
};

function layerOf(path: string): Layer | undefined {
  if (path === 'bin/app.ts') return 'app';
  const top = path.split('/')[0] as Layer;
  if (top === 'functions' && contract.has(path)) return 'contract';
  return top in mayImport ? top : undefined;
}

const contracts = modules().filter((path) => /^functions\/areas\/.*\/api\.ts$/.test(path));
/** Folders with a contract; some are parts of one area, and share what lies beside them. */
const areaFolders = new Set(contracts.map((path) => path.slice('functions/'.length, -'/api.ts'.length)));
const folderOf = (path: string) =>
  [...areaFolders].find((folder) => path.startsWith(`functions/${folder}/`)) ??
  /^functions\/((?:areas|jobs)\/[^/]+|[^/]+)\//.exec(path)?.[1];

const product = allImports().filter(({ from }) => layerOf(from) !== undefined);
const say = ({ from, to }: { from: string; to: string }) => `${from} imports ${to}`;

/** Whether a module is collected from all areas: a manifest, a part of the sweep or erasers, each with one importer. */
const isBrought = (from: string, to: string) =>
  (from === 'functions/manifests.ts' && to.endsWith('/manifest.ts')) ||
  (from === 'functions/jobs/sweep/index.ts' && to.endsWith('/sweep.ts')) ||
  (from === 'functions/jobs/erase-user/erasers.ts' && to.endsWith('/erasers.ts'));

describe('the direction of imports', () => {
  test('is observed by every module', () => {
    const wrong = product.filter(({ from, to, inside }) => {
      if (!inside || to.endsWith('.json')) return false;
      const [layer, target] = [layerOf(from), layerOf(to)];
      return layer === undefined || target === undefined || !mayImport[layer].includes(target);
    });
    expect(wrong.map(say)).toEqual([]);
  });

  test('only what an area provides for all is imported from it by others', () => {
    const wrong = product.filter(({ from, to, inside }) => {
      if (isBrought(from, to)) return false;
      const [area, target] = [folderOf(from), folderOf(to)];
      return inside && area !== undefined && target !== undefined && target !== area && areaFolders.has(target);
    });
    expect(wrong.map(say)).toEqual([]);
  });
});

describe('sandboxes of providers', () => {
  const isSandbox = (path: string) => path.startsWith('local/sandboxes/');

  test('know the wires, and nothing of what calls them', () => {
    const allowed = /^local\/(sandboxes\/|http\/|demo\/write-shapefile\.ts$)/;
    const wrong = product.filter(({ from, to, inside }) => isSandbox(from) && inside && !allowed.test(to));
    expect(wrong.map(say)).toEqual([]);
  });

  test('are known to what starts and lists them alone', () => {
    const users = product.filter(({ from, to }) => isSandbox(to) && !isSandbox(from)).map(({ from }) => from);
    const known = [
      ...['local/demo/addresses-of-sandboxes.ts', 'local/demo/demo-owner.ts'],
      ...['local/demo/sample-farm/machine-file-steps.ts', 'local/demo/sandbox-account.ts'],
      ...['local/start.ts', 'local/state/endpoints-file.ts'],
    ];
    expect([...new Set(users)].sort()).toEqual(known);
  });
});

describe('packages are imported only where they belong', () => {
  const rules: { what: string; packages: RegExp; only: RegExp }[] = [
    { what: 'the AWS SDK', packages: /^@(aws-sdk|smithy)\//, only: /^(adapters|local|layers|bin)\// },
    { what: 'native engines', packages: /^(gdal-async|@duckdb\/.*)$/, only: /^(adapters|local|layers|bin)\// },
    // The stacks read the sources to bundle them.
    { what: 'the file system', packages: /^node:fs/, only: /^(adapters|local|layers|bin|infra)\// },
    { what: 'middy', packages: /^@middy\//, only: /^functions\// },
    { what: 'Preact and uPlot', packages: /^(preact|@preact\/.*|uplot)$/, only: /^web\// },
    { what: 'the CDK', packages: /^(aws-cdk-lib|constructs|cdk-nag)$/, only: /^(infra\/|bin\/app\.ts$)/ },
  ];

  test.each(rules)('$what', ({ packages, only }) => {
    const wrong = product.filter(({ from, to, inside }) => !inside && packages.test(to) && !only.test(from));
    expect(wrong.map(say)).toEqual([]);
  });

  test.each([
    ['sql', /^$/],
    // For browsers, too.
    ['formats', /^$/],
    ['domain', /^(zod|@turf\/.*)$/],
    ['contract', /^(zod|aws-lambda)$/], // of aws-lambda there are only types
  ] as const)('the %s imports only what matches %s', (layer, allowed) => {
    const wrong = product.filter(({ from, to, inside }) => layerOf(from) === layer && !inside && !allowed.test(to));
    expect(wrong.map(say)).toEqual([]);
  });
});
