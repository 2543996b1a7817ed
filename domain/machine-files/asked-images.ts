import type { Settings } from '../configuration/configuration.ts';
import { imageAttributes } from '../configuration/image-attributes.ts';
import type { OperationType } from './operation-type.ts';
import { type PointPropertyName, propertiesOf } from './point-properties.ts';

/** The properties that an image can show of a kind of work, in their order. */
export function drawableOf(operationType: OperationType): PointPropertyName[] {
  const drawable = new Set<string>(imageAttributes[operationType]);
  return propertiesOf(operationType).flatMap(([name]) => (drawable.has(name) ? [name] : []));
}

/** Those of which the settings want one as soon as there are points. */
export function askedOf(
  operationType: OperationType,
  {
    operationsImageCreation,
    operationsImageAttributeCreation,
  }: Pick<Settings, 'operationsImageCreation' | 'operationsImageAttributeCreation'>,
): PointPropertyName[] {
  const asked = operationsImageAttributeCreation[operationType] ?? {};
  return operationsImageCreation ? drawableOf(operationType).filter((name) => asked[name] === true) : [];
}
