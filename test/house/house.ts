import { allImports } from './imports.ts';

/** What a top-level folder holds, in words for the drawing; a folder that is not here is drawn without any. */
const contents: Record<string, string> = {
  sql: 'compiler of queries',
  formats: 'file formats',
  domain: 'what is true: schemas, states, rules',
  adapters: 'AWS, GDAL, DuckDB, providers',
  functions: 'what is called: areas of the API, jobs',
  web: 'pages and components',
  infra: 'CDK stacks, bundles',
  local: 'the embedded cloud',
  layers: 'native code for Lambda',
  bin: 'npm start, furrow, the CDK app',
};

const WIDTH = 920;
const BOX = { width: 250, height: 52 };
const FLOOR = 92;
const MARGIN = 30;

/** Folders of the product, each with the ones that its modules import. */
export type House = ReadonlyMap<string, ReadonlySet<string>>;

/** The house as the imports of the sources have it. Tests, benchmarks and examples are no part of it. */
export function houseOfImports(): House {
  const house = new Map<string, Set<string>>();
  const isProduct = (folder: string) => folder in contents;
  for (const { from, to, inside } of allImports()) {
    const [folder = '', target = ''] = [from.split('/')[0], to.split('/')[0]];
    if (!isProduct(folder)) continue;
    const imported = house.get(folder) ?? new Set();
    house.set(folder, imported);
    if (inside && target !== folder && isProduct(target)) imported.add(target);
  }
  return house;
}

/** Imports without those that follow from others: of a → b → c, a → c is left out. */
function direct(house: House): [string, string][] {
  return [...house].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(house, other, to)))
      .map((to): [string, string] => [from, to]),
  );
}

function reaches(house: House, from: string, to: string): boolean {
  return [...(house.get(from) ?? [])].some((next) => next === to || reaches(house, next, to));
}

/** The floor of a folder: one above the highest that it imports. */
function floorOf(house: House, folder: string): number {
  return Math.max(-1, ...[...(house.get(folder) ?? [])].map((to) => floorOf(house, to))) + 1;
}

/** An SVG of the house: each folder stands above the ones that it imports. */
export function drawHouse(house: House): string {
  const folders = [...house.keys()].sort();
  const top = Math.max(...folders.map((folder) => floorOf(house, folder)));
  const height = (top + 1) * FLOOR + 20;
  const at = new Map<string, { x: number; y: number }>();
  for (let floor = 0; floor <= top; floor += 1) {
    const beside = folders.filter((folder) => floorOf(house, folder) === floor);
    beside.forEach((folder, index) => {
      const x = Math.round((WIDTH * (index + 1)) / (beside.length + 1) - BOX.width / 2);
      at.set(folder, { x, y: (top - floor) * FLOOR + 20 });
    });
  }
  const lines = direct(house).map(([from, to]) => {
    const [a, b] = [at.get(from), at.get(to)];
    if (!a || !b) return '';
    const middle = BOX.width / 2;
    const isBelow = b.y - a.y === FLOOR;
    if (isBelow) return `    <path d="M${a.x + middle} ${a.y + BOX.height}L${b.x + middle} ${b.y - 2}"/>`;
    // Beside the floors between the two.
    const [start, end] = [a.y + BOX.height / 2, b.y + BOX.height / 2];
    return `    <path d="M${a.x} ${start}C${MARGIN} ${start} ${MARGIN} ${end} ${b.x - 2} ${end}"/>`;
  });
  const boxes = [...at].map(([folder, { x, y }]) => {
    const middle = x + BOX.width / 2;
    return [
      `  <rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="8" fill="#ffffff" stroke="#4b7a2b" stroke-width="1.5"/>`,
      `  <text x="${middle}" y="${y + 22}" text-anchor="middle" font-weight="600" fill="#2f4a1f">${folder}/</text>`,
      `  <text x="${middle}" y="${y + 40}" text-anchor="middle" fill="#556">${contents[folder]}</text>`,
    ].join('\n');
  });
  const names = direct(house).map(([from, to]) => `${from} imports ${to}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="12" role="img" aria-labelledby="title">
  <title id="title">The folders of Furrow, each above the ones that it imports: ${names.join(', ')}</title>
  <rect width="${WIDTH}" height="${height}" fill="#fbfaf6"/>
  <defs>
    <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#4b7a2b"/></marker>
  </defs>
  <g fill="none" stroke="#4b7a2b" stroke-width="1.5" marker-end="url(#tip)">
${lines.join('\n')}
  </g>
${boxes.join('\n')}
</svg>
`;
}
