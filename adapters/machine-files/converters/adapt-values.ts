import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { type AdaptDefinition, adaptDefinitions } from '../../../domain/machine-files/sets/adapt-definitions.ts';
import type {
  AdaptDocument,
  AdaptOperation,
  AdaptVariable,
} from '../../../domain/machine-files/sets/adapt-document.ts';
import { text } from '../../duckdb/sql-text.ts';
import type { RawSet, RawValue } from '../raw-set.ts';

/** A recognised column of the records, and its product. */
interface Measured extends AdaptDefinition {
  column: string;
  product: string | undefined;
}

type ColumnOf = (variable: AdaptVariable) => string | undefined;

/**
 * The values of an operation's variables. If several products have a rate, their sum is the rate, and the products are
 * named.
 */
export function adaptValues(
  document: AdaptDocument,
  operation: AdaptOperation,
  type: OperationType,
  columnOf: ColumnOf,
): Pick<RawSet, 'values' | 'notes' | 'productColumn' | 'product' | 'variety'> {
  const measured = measuredColumns(document, operation, type, columnOf);
  const values: RawValue[] = [];
  const notes: string[] = [];
  for (const property of new Set(measured.map((column) => column.property))) {
    const all = measured.filter((column) => column.property === property);
    const unit = all[0]?.unit ?? '';
    const same = all.filter((column) => column.unit === unit);
    if (same.length < all.length) notes.push(`${property} is also there in another unit, which is left out`);
    const [only] = same;
    const sum = same.map(({ column }) => `coalesce(${column}, 0)`).join(' + ');
    values.push({ property, unit, sql: same.length === 1 && only ? only.column : `(${sum})` });
  }
  const rated = measured.filter(({ property }) => property === 'appliedRate' || property === 'seedRate');
  return { values, notes, ...productsOf(document, operation, type, rated) };
}

function measuredColumns(
  document: AdaptDocument,
  { variables }: AdaptOperation,
  type: OperationType,
  columnOf: ColumnOf,
): Measured[] {
  const names = new Map(document.catalog.products?.map(({ id, name }) => [id.referenceId, name]));
  return (variables ?? []).flatMap((variable) => {
    const { definitionCode = '', productId } = variable;
    const meaning = adaptDefinitions[definitionCode]?.find(({ only }) => only === undefined || only === type);
    const column = columnOf(variable);
    return meaning && column ? [{ ...meaning, column, product: names.get(productId ?? '') }] : [];
  });
}

function productsOf(
  { catalog }: AdaptDocument,
  { productIds }: AdaptOperation,
  type: OperationType,
  rated: Measured[],
): Pick<RawSet, 'productColumn' | 'product' | 'variety'> {
  const named =
    catalog.products?.filter(({ id }) => productIds?.includes(id.referenceId)).map(({ name }) => name) ?? [];
  if (type === 'harvested' || type === 'tillage') return {};
  if (type === 'planted') return named[0] ? { variety: named.join(' + ') } : {};
  const byColumn = rated.filter(({ product }) => product !== undefined);
  if (byColumn.length > 1) {
    const present = byColumn.map(({ column, product }) => `case when ${column} > 0 then ${text(product ?? '')} end`);
    return { productColumn: `nullif(concat_ws(' + ', ${present.join(', ')}), '')` };
  }
  return { product: { name: named.join(' + ') || 'unknown', tankMix: named.length > 1, parts: [] } };
}
