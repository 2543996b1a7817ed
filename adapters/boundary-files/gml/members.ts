import type { Element } from '@xmldom/xmldom';
import { childElements, isReference, nameOfElement } from './elements.ts';
import { isGeometry } from './geometry.ts';
import { type Reference, referenceOfExtent } from './reference-system.ts';

/** A feature of a collection, with the collection's coordinate system. */
export interface Member {
  feature: Element;
  around: Reference;
}

/** Properties of a collection that hold features: one each, or all of them. */
const memberProperties = new Set(['member', 'featureMember', 'featureMembers', 'members']);

/** Maximum depth of nested collections and envelopes. */
const deepestCollection = 8;

/**
 * Yields the features of a document: the members of its collections, or the root itself if it holds a geometry.
 *
 * @param missed is called for each member that only refers to another element.
 */
export function* membersOf(root: Element, missed: () => void): Generator<Member> {
  if (isGeometry(root)) {
    yield { feature: wrapped(root), around: {} };
    return;
  }
  yield* collectionMembers(root, {}, 0, missed);
}

function* collectionMembers(
  collection: Element,
  around: Reference,
  depth: number,
  missed: () => void,
): Generator<Member> {
  const reference = referenceOfExtent(collection, around);
  for (const property of childElements(collection)) {
    if (!memberProperties.has(nameOfElement(property))) {
      if (depth < deepestCollection) yield* collectionMembers(property, reference, depth + 1, missed);
    } else if (isReference(property)) missed();
    else
      for (const feature of childElements(property)) {
        if (!isCollection(feature)) yield { feature, around: referenceOfExtent(feature, reference) };
        else if (depth < deepestCollection) yield* collectionMembers(feature, reference, depth + 1, missed);
      }
  }
}

/** WFS nests a collection for each of several queries, and a tuple for each row of a join. */
function isCollection(element: Element): boolean {
  return /^(?:\w*FeatureCollection|Tuple)$/.test(nameOfElement(element));
}

/** A bare geometry as the child of a feature. */
function wrapped(geometry: Element): Element {
  const feature = geometry.ownerDocument?.createElement('Feature');
  if (!feature) return geometry;
  feature.appendChild(geometry);
  return feature;
}
