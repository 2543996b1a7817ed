import type { OperationType } from '../../operation-type.ts';
import { positionColumns } from '../delimited-text.ts';
import type { PointPropertyName } from '../point-properties.ts';
import { readingsOf } from '../units.ts';
import { columnsNamed, dimensionsOf } from './column-names.ts';
import { plainNames } from './header-text.ts';
import type { Dimension } from './simple-units.ts';

/** A meaning that is no property of points. */
interface OtherMeaning {
  called: string;
  dimensions: readonly Dimension[];
}

/** English names of columns (`column-names.ts`), or meanings that are no property. */
type PossibleMeaning = string | OtherMeaning;

const pump: OtherMeaning = { called: 'the flow of a pump', dimensions: ['volumePerTime'] };
const latitude: OtherMeaning = { called: 'the latitude', dimensions: ['angle'] };
const longitude: OtherMeaning = { called: 'the longitude', dimensions: ['angle'] };
const density: OtherMeaning = { called: 'the density of the grain', dimensions: [] };
const height: OtherMeaning = { called: 'the height of a boom or header', dimensions: ['length'] };
const fuelForGround: OtherMeaning = { called: 'fuel for an area', dimensions: ['volumePerArea'] };

const rate = ['appliedrate', 'targetrate'] as const;
const amount = [...rate, 'yield'] as const;
const fuel = ['fuelused', 'fuelrate', fuelForGround] as const;
const flow = ['cropflow', pump] as const;

/** Names in German, French, Spanish and Portuguese that mean several things, as `inEnglish` writes them. The unit decides, or nothing does. */
const meanings: Readonly<Record<string, readonly PossibleMeaning[]>> = {
  breite: ['swathwidth', latitude],
  lange: ['distance', longitude],
  laenge: ['distance', longitude],
  teilbreite: ['swathwidth', 'section'],
  menge: amount,
  quantite: amount,
  cantidad: amount,
  quantidade: amount,
  taux: rate,
  tasa: rate,
  taxa: rate,
  debit: ['cropflow', 'appliedvolumerate', pump],
  durchfluss: ['cropflow', 'appliedvolumerate', pump],
  flux: flow,
  flujo: flow,
  fluxo: flow,
  caudal: ['appliedvolumerate', pump],
  vazao: ['appliedvolumerate', pump],
  kraftstoffverbrauch: fuel,
  dieselverbrauch: fuel,
  consommation: fuel,
  consommationcarburant: fuel,
  consumodecombustible: fuel,
  consumodecombustivel: fuel,
  dichte: ['population', density],
  densite: ['population', density],
  densidad: ['population', density],
  densidade: ['population', density],
  hauteur: ['elevation', height],
  altura: ['elevation', height],
};

/** All names that mean several things. */
export const ambiguousNames: readonly string[] = Object.keys(meanings);

/** Whether a plain name means several things. */
export const isAmbiguous = (plain: string) => Object.hasOwn(meanings, plain);

/** What the unit of a column with an ambiguous name leaves. */
export interface Clarified {
  /** The English name of the one column that it can be. */
  name?: string;
  /** What it may be, if that is several things: properties, or words for what is none. */
  may: readonly string[];
}

/**
 * What a column with an ambiguous name is: the only meaning for this kind of work that its unit measures.
 *
 * @param columns all columns of the table: where others have the position, no width is one.
 * @returns undefined for a name that means one thing, or nothing.
 * @example clarify('Débit (kg/s)', 'kg/s', 'harvested', []) // { name: 'cropflow', may: ['cropFlow'] }
 */
export function clarify(
  column: string,
  unit: string | undefined,
  operation: OperationType,
  columns: readonly string[],
): Clarified | undefined {
  const plain = plainNames(column).at(-1) ?? '';
  if (!isAmbiguous(plain)) return undefined;
  const position = positionColumns(columns);
  const at = columns.indexOf(column);
  if (at >= 0 && (at === position.longitude || at === position.latitude)) return { may: [] };
  const isPlaced = position.longitude >= 0 && position.latitude >= 0;
  const measured = unit === undefined ? undefined : readingsOf(unit).map(({ dimension }) => dimension);
  const fits = (dimensions: readonly Dimension[]) =>
    measured === undefined || measured.some((dimension) => dimensions.includes(dimension));
  const left = (meanings[plain] ?? []).flatMap((meaning): { called: string; name?: string }[] => {
    if (typeof meaning !== 'string') {
      const isElsewhere = isPlaced && (meaning === longitude || meaning === latitude);
      return !isElsewhere && fits(meaning.dimensions) ? [{ called: meaning.called }] : [];
    }
    const known = columnsNamed(meaning, operation).filter((one) => fits(dimensionsOf(one)));
    const properties = new Set<PointPropertyName>(known.map(({ property }) => property));
    return properties.size > 0 ? [{ name: meaning, called: [...properties].join(' or ') }] : [];
  });
  const [only, ...others] = left;
  return {
    ...(only?.name !== undefined && others.length === 0 && { name: only.name }),
    may: left.map(({ called }) => called),
  };
}

/** The columns of which nothing tells what they are, with what they may be. */
export function unclearColumns(
  columns: readonly string[],
  operation: OperationType,
  unitOf: (column: string) => string | undefined,
): { column: string; may: readonly string[] }[] {
  return columns.flatMap((column) => {
    const { may } = clarify(column, unitOf(column), operation, columns) ?? { may: [] };
    return may.length > 1 ? [{ column, may }] : [];
  });
}
