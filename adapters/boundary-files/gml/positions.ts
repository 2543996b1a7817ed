import type { Element } from '@xmldom/xmldom';
import type { Position } from '../../../domain/geometry/multi-polygon.ts';
import { GeometryShapeError } from '../../../domain/geometry/widen.ts';
import { childElements, isReference, nameOfElement } from './elements.ts';

/** Elements between a ring and its numbers if its lines are straight. */
const straight = new Set([
  ...['LinearRing', 'Ring', 'curveMember', 'curveMembers', 'Curve', 'segments', 'LineStringSegment', 'LineString'],
  ...['CompositeCurve', 'OrientableCurve', 'baseCurve', 'pointProperty', 'pointRep', 'pointMember', 'Point'],
]);

/** Elements that any object of GML may contain. */
const remarks = new Set(['metaDataProperty', 'description', 'descriptionReference', 'identifier', 'name', 'boundedBy']);

/**
 * The positions of a ring in the order of the file, without heights.
 *
 * @param dimension numbers per position, if an enclosing element states it.
 * @throws GeometryShapeError for a value that is not a number, for an arc, and for a reference.
 */
export function positionsOf(element: Element, dimension?: number): Position[] {
  const stated = dimensionOf(element) ?? dimension;
  const positions: Position[] = [];
  for (const child of childElements(element)) {
    const name = nameOfElement(child);
    if (remarks.has(name)) continue;
    if (isReference(child)) throw elsewhere(child);
    const own = dimensionOf(child) ?? stated;
    if (name === 'posList') append(positions, listed(child, own));
    else if (name === 'pos') positions.push(toPosition(words(child.textContent ?? '')));
    else if (name === 'coordinates') append(positions, tuples(child));
    else if (name === 'coord') positions.push(toPosition(Array.from(childElements(child), textOf)));
    else if (straight.has(name)) append(positions, positionsOf(child, own));
    else throw new GeometryShapeError(`has a line of the kind ${name.slice(0, 40)}, and only straight lines are read`);
  }
  const isReversed = nameOfElement(element) === 'OrientableCurve' && element.getAttribute('orientation') === '-';
  return isReversed ? positions.reverse() : positions;
}

export function elsewhere(element: Element): GeometryShapeError {
  const href = (element.getAttribute('xlink:href') ?? '').slice(0, 60);
  return new GeometryShapeError(`is elsewhere (${nameOfElement(element)} refers to "${href}"), which is not followed`);
}

/** The number of values per position, if the element states it. */
export function dimensionOf(element: Element): number | undefined {
  const stated = element.getAttribute('srsDimension') ?? element.getAttribute('dimension');
  if (stated === null) return undefined;
  if (/^\s*[23]\s*$/.test(stated)) return Number(stated);
  throw new GeometryShapeError(`has positions of "${stated.slice(0, 20)}" numbers, and 2 or 3 can be read`);
}

function listed(element: Element, stated: number | undefined): Position[] {
  const numbers = words(element.textContent ?? '').map(toNumber);
  const dimension = stated ?? likelyDimension(numbers);
  if (numbers.length % dimension !== 0) {
    throw new GeometryShapeError(`has a list of ${numbers.length} numbers, which are not positions of ${dimension}`);
  }
  return Array.from({ length: numbers.length / dimension }, (_, at): Position => {
    const [x = 0, y = 0] = numbers.slice(at * dimension, at * dimension + 2);
    return [x, y];
  });
}

/** If no dimension is stated, three is used only if the ring then closes and otherwise does not. */
function likelyDimension(numbers: number[]): 2 | 3 {
  const closes = (dimension: number) =>
    numbers.length % dimension === 0 &&
    [0, 1].every((axis) => numbers[axis] === numbers[numbers.length - dimension + axis]);
  return !closes(2) && closes(3) ? 3 : 2;
}

/** GML 2: `10,52 11,52`, with separators that the element may choose. */
function tuples(element: Element): Position[] {
  const sign = (name: string, usual: string) => element.getAttribute(name) || usual;
  const [between, decimal, after] = [sign('cs', ','), sign('decimal', '.'), sign('ts', ' ')];
  const text = element.textContent ?? '';
  return parted(text, between, after).map((tuple) => toPosition(tuple.map((one) => one.split(decimal).join('.'))));
}

function parted(text: string, between: string, after: string): string[][] {
  if (between.trim() === '') {
    if (after.trim() === '') throw new GeometryShapeError('has the same sign between numbers as between positions');
    return text.split(after).map(words);
  }
  // Blanks around separators do not separate positions.
  const whole = text.split(after).join(' ').split(between);
  return words(whole.map((part) => part.trim()).join(between)).map((tuple) => tuple.split(between));
}

function toPosition(parts: string[]): Position {
  const [x, y] = parts.map(toNumber);
  if (x === undefined || y === undefined) {
    throw new GeometryShapeError(`has the position "${parts.join(' ').slice(0, 40)}", which is not two numbers`);
  }
  return [x, y];
}

function toNumber(word: string): number {
  const number = word.trim() === '' ? Number.NaN : Number(word);
  if (Number.isFinite(number)) return number;
  throw new GeometryShapeError(`has "${word.slice(0, 40)}" in the place of a number`);
}

function words(text: string): string[] {
  const trimmed = text.trim();
  return trimmed ? trimmed.split(/\s+/) : [];
}

function textOf(element: Element): string {
  return element.textContent ?? '';
}

/** Appends one by one, since spread arguments have a limit that long lists exceed. */
function append(positions: Position[], more: Position[]): void {
  for (const position of more) positions.push(position);
}
