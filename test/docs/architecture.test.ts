import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawHouse, houseOfImports } from '../house/house.ts';
import { PROJECT, read } from '../house/tree.ts';

const page = read('ARCHITECTURE.md');

test('the picture of the house is that of the imports; `npm run house` draws it', () => {
  expect(read('docs/images/house.svg')).toBe(drawHouse(houseOfImports()));
});

describe('ARCHITECTURE.md', () => {
  test('names files and folders that exist', () => {
    const roots = 'adapters|bin|docs|domain|formats|functions|infra|layers|local|sql|test|web';
    const named = [...page.matchAll(new RegExp(`\\b(?:${roots})/[\\w./-]*\\w`, 'g'))].map(([path]) => path);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
  });

  test('fits on two screens and draws four ways', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(110);
    expect([...page.matchAll(/^```text$/gm)]).toHaveLength(4);
  });

  test('names every folder of the product', () => {
    for (const folder of houseOfImports().keys()) expect(page).toContain(`\`${folder}/`);
  });
});

describe('the drawing', () => {
  const house = new Map([
    ['roof', new Set(['wall', 'floor'])],
    ['wall', new Set(['floor'])],
    ['floor', new Set<string>()],
  ]);

  test('leaves out an import that follows from two others', () => {
    expect(drawHouse(house)).toContain('the ones that it imports: roof imports wall, wall imports floor</title>');
  });

  test('changes with an import', () => {
    expect(drawHouse(new Map([...house, ['wall', new Set<string>()]]))).not.toBe(drawHouse(house));
  });
});
