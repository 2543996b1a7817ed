import { cropName, isCrop } from '../../../../domain/machine-files/points/crop.ts';
import { text } from '../../../duckdb/sql-text.ts';
import type { RawSet } from '../../raw-set.ts';
import { elementsOf, nameOf, type TaskElement } from './task-data.ts';
import type { LoggedTask } from './time-logs.ts';

/** The crop and products of a task. */
export interface Subject {
  crop?: string;
  variety?: string;
  /** The names of its products, each once. */
  products: string[];
}

/**
 * The crop and the products of each task.
 *
 * @param task the column of `raw` with the index of a record's task.
 */
export function isoSubjects(
  root: TaskElement,
  tasks: LoggedTask[],
  task: string,
): Pick<RawSet, 'crop' | 'variety' | 'product' | 'productColumn'> & { crops?: string } {
  const subjects = tasks.map(({ task: element, index }) => {
    const { products, ...subject } = subjectOf(root, element);
    return { index, ...subject, products, product: products.join(' + ') || undefined };
  });
  const [crop, ...otherCrops] = new Set(subjects.map((subject) => subject.crop));
  const [variety, ...otherVarieties] = new Set(subjects.map((subject) => subject.variety));
  const [product, ...otherProducts] = new Set(subjects.map((subject) => subject.product));
  const isMix = subjects.some(({ products }) => products.length > 1);
  return {
    ...(otherCrops.length > 0 ? { crops: byTask(task, subjects, 'crop') } : crop !== undefined && { crop }),
    ...(otherVarieties.length === 0 && variety !== undefined && { variety }),
    ...(otherProducts.length > 0
      ? { productColumn: byTask(task, subjects, 'product') }
      : product !== undefined && { product: { name: product, tankMix: isMix, parts: [] } }),
  };
}

/**
 * The crop of a task: that of its field, else that of its products, else its own name if it is exactly a crop's.
 * Varieties (CVT) and crop types (CTP) name products and product groups since version 4.
 */
export function subjectOf(root: TaskElement, task: TaskElement): Subject {
  const field = elementsOf(root, 'PFD').find(({ attributes }) => attributes.A === task.attributes.E)?.attributes;
  const ids = [...new Set(elementsOf(task, 'PAN').flatMap(({ attributes }) => attributes.A ?? []))];
  const sown = ids.map((id) => seedOf(root, id));
  const ofField = { crop: nameOf(root, 'CTP', field?.G, 'B'), variety: nameOf(root, 'CVT', field?.H, 'B') };
  const own = task.attributes.B && isCrop(task.attributes.B) ? task.attributes.B : undefined;
  const crop = [ofField.crop, ...sown.map((seed) => seed?.crop), own].find((name) => name && isNamed(name));
  const variety = [ofField.variety, ...sown.map((seed) => seed?.variety)].find(Boolean);
  return {
    ...(crop && { crop }),
    ...(variety && { variety }),
    products: [...new Set(ids.flatMap((id) => nameOf(root, 'PDT', id, 'B') ?? []))],
  };
}

/** The crop whose seed a product is; undefined if it is none, or unknown. */
export function seedOf(root: TaskElement, product: string): Pick<Subject, 'crop' | 'variety'> | undefined {
  const found = elementsOf(root, 'PDT').find(({ attributes }) => attributes.A === product)?.attributes;
  const group = elementsOf(root, 'PGP').find(({ attributes }) => attributes.A === found?.C)?.attributes;
  for (const { attributes, children } of elementsOf(root, 'CTP')) {
    const variety = children.find(({ tag, attributes: own }) => tag === 'CVT' && own.C === product);
    const isOfGroup = attributes.C !== undefined && attributes.C === found?.C;
    if (variety || isOfGroup || (attributes.B && attributes.B === found?.B)) {
      return {
        ...(attributes.B && { crop: attributes.B }),
        ...(variety?.attributes.B && { variety: variety.attributes.B }),
      };
    }
  }
  const named = [found?.B, group?.B].find((name) => name && isCrop(name));
  if (named) return { crop: named };
  if (group?.C === cropGroup) return group.B ? { crop: group.B } : {};
  return /\b(seeds?|saatgut|semences?|semillas?)\b/i.test(found?.B ?? '') ? {} : undefined;
}

/** Type of product groups (PGP attribute C) that are crop types. */
const cropGroup = '2';

function isNamed(crop: string): boolean {
  return cropName(crop) !== 'unknown';
}

function byTask<K extends 'crop' | 'product'>(
  task: string,
  subjects: ({ index: number } & Partial<Record<K, string | undefined>>)[],
  of: K,
): string {
  const cases = subjects.map((subject) => `when ${subject.index} then ${text(subject[of] ?? 'unknown')}`);
  return `case ${task} ${cases.join(' ')} end`;
}
