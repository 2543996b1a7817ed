import type { DynamoDBRecord } from 'aws-lambda';
import { type ChangedSource, sourceText } from '../../../../domain/usage/counting/source.ts';
import { fieldIdIn, fieldPrefix } from '../fields/field-item.ts';

/** The sort key of a usage fact begins with its day. */
const ofFact = /^\d{4}-\d\d-\d\d#/;

/** The usage facts and fields that stream records change, by owner. Weather counts nowhere. */
export function recordUsage(records: readonly DynamoDBRecord[]): Map<string, ChangedSource[]> {
  const changed = new Map<string, ChangedSource[]>();
  for (const { dynamodb } of records) {
    const { pk, sk } = { pk: dynamodb?.Keys?.pk?.S ?? '', sk: dynamodb?.Keys?.sk?.S ?? '' };
    const [ownerId = '', svcUserId = ''] = pk.split('#');
    const source = sourceOf(svcUserId, sk);
    if (source !== undefined) changed.set(ownerId, [...(changed.get(ownerId) ?? []), { source }]);
  }
  return changed;
}

function sourceOf(svcUserId: string, sk: string): string | undefined {
  if (sk.startsWith(fieldPrefix)) return sourceText({ svcUserId, fieldId: fieldIdIn({ sk }) });
  return ofFact.test(sk) && !sk.includes('#fieldWeather#') ? sourceText({ svcUserId, fact: sk }) : undefined;
}
