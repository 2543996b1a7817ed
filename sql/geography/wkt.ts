import type { Position, Shape } from './shape.ts';

const word = /\s*([A-Za-z]+)/y;
const number = /\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y;
const deepest = 16;

/** Parses WKT; `undefined` if it is invalid. Z and M are dropped. */
export function fromWkt(text: string): Shape | undefined {
  const reader = new Reader(text.replace(/^\s*SRID\s*=\s*4326\s*;/i, ''));
  const shape = reader.shape(0);
  return shape && reader.isAtEnd() ? shape : undefined;
}

class Reader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd = () => this.text.slice(this.at).trim() === '';

  shape(depth: number): Shape | undefined {
    const name = this.match(word)?.toUpperCase();
    if (name === undefined || depth > deepest) return undefined;
    if (/^(Z|M|ZM)$/i.test(this.ahead(word) ?? '')) this.match(word);
    if (this.ahead(word)?.toUpperCase() === 'EMPTY') {
      this.match(word);
      return emptyOf(name);
    }
    switch (name) {
      case 'POINT': {
        const all = this.list(() => this.position());
        return all?.length === 1 && all[0] ? { type: 'Point', coordinates: all[0] } : undefined;
      }
      case 'LINESTRING':
        return made('LineString', this.positions());
      case 'MULTIPOINT':
        return made(
          'MultiPoint',
          this.list(() => (this.isOpen() ? this.positions()?.[0] : this.position())),
        );
      case 'POLYGON':
        return made(
          'Polygon',
          this.list(() => this.positions()),
        );
      case 'MULTILINESTRING':
        return made(
          'MultiLineString',
          this.list(() => this.positions()),
        );
      case 'MULTIPOLYGON':
        return made(
          'MultiPolygon',
          this.list(() => this.list(() => this.positions())),
        );
      case 'GEOMETRYCOLLECTION': {
        const geometries = this.list(() => this.shape(depth + 1));
        return geometries && { type: 'GeometryCollection', geometries };
      }
      default:
        return undefined;
    }
  }

  private positions = () => this.list(() => this.position());

  private position(): Position | undefined {
    const [longitude, latitude] = [this.match(number), this.match(number)];
    while (this.ahead(number) !== undefined) this.match(number);
    return longitude === undefined || latitude === undefined ? undefined : [Number(longitude), Number(latitude)];
  }

  private list<T>(read: () => T | undefined): T[] | undefined {
    if (!this.take('(')) return undefined;
    const items: T[] = [];
    do {
      const item = read();
      if (item === undefined) return undefined;
      items.push(item);
    } while (this.take(','));
    return this.take(')') ? items : undefined;
  }

  private isOpen = () => /^\s*\(/.test(this.text.slice(this.at, this.at + 100));

  private take(sign: string): boolean {
    const rest = /\s*/y;
    rest.lastIndex = this.at;
    const skipped = rest.exec(this.text)?.[0].length ?? 0;
    if (this.text[this.at + skipped] !== sign) return false;
    this.at += skipped + 1;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match?.[1];
  }

  private ahead(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[1];
  }
}

function made(
  type: Exclude<Shape['type'], 'Point' | 'GeometryCollection'>,
  coordinates: unknown[] | undefined,
): Shape | undefined {
  return coordinates && ({ type, coordinates } as Shape);
}

function emptyOf(name: string): Shape | undefined {
  const type = (['LineString', 'MultiPoint', 'Polygon', 'MultiLineString', 'MultiPolygon'] as const).find(
    (known) => known.toUpperCase() === name,
  );
  if (type) return { type, coordinates: [] } as Shape;
  return name === 'GEOMETRYCOLLECTION' || name === 'POINT' ? { type: 'GeometryCollection', geometries: [] } : undefined;
}

const at = ([longitude, latitude]: Position) => `${longitude} ${latitude}`;
const line = (positions: readonly Position[]) => `(${positions.map(at).join(', ')})`;
const area = (rings: readonly (readonly Position[])[]) => `(${rings.map(line).join(', ')})`;

/**
 * Formats WKT as BigQuery does: `POLYGON((0 0, 1 0, 1 1, 0 0))`.
 *
 * @example toWkt({ type: 'Point', coordinates: [8, 47] }) // 'POINT(8 47)'
 */
export function toWkt(shape: Shape): string {
  const name = shape.type.toUpperCase();
  if (shape.type === 'GeometryCollection') {
    return shape.geometries.length ? `${name}(${shape.geometries.map(toWkt).join(', ')})` : `${name} EMPTY`;
  }
  if (shape.type === 'Point') return `${name}(${at(shape.coordinates)})`;
  if (shape.coordinates.length === 0) return `${name} EMPTY`;
  if (shape.type === 'LineString' || shape.type === 'MultiPoint') return name + line(shape.coordinates);
  if (shape.type === 'Polygon' || shape.type === 'MultiLineString') return name + area(shape.coordinates);
  const polygons = shape.coordinates as readonly Position[][][];
  return `${name}(${polygons.map(area).join(', ')})`;
}
