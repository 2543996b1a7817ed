import { region } from '../../credentials.ts';
import { type Answer, type ServiceCall, type SignedCall, xmlAnswer } from '../operation.ts';
import { document, element, field } from '../xml.ts';
import { owner } from './list-objects.ts';

export function listBuckets({ store }: ServiceCall): Answer {
  const buckets = [...store.buckets.values()]
    .sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
    .map((bucket) =>
      element('Bucket', [
        field('Name', bucket.definition.name),
        field('CreationDate', new Date(bucket.created).toISOString()),
      ]),
    );
  return xmlAnswer(document('ListAllMyBucketsResult', [owner, element('Buckets', buckets)]));
}

export function headBucket(_: SignedCall): Answer {
  return { status: 200, headers: { 'x-amz-bucket-region': region } };
}

/** The first region of AWS is written as nothing at all. */
export function getBucketLocation(_: SignedCall): Answer {
  return xmlAnswer(document('LocationConstraint', []));
}
