import { region } from '../../credentials.ts';
import { notImplemented } from '../errors.ts';
import { ensureBucket } from '../files/store.ts';
import { type Answer, type ServiceCall, type SignedCall, xmlAnswer } from '../operation.ts';
import { receiveText } from '../request/request-body.ts';
import { childText, malformedXml, parseXml } from '../request/xml-reader.ts';
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

/** Answers the region of a bucket, always us-east-1, which S3 represents by an empty element. */
export function getBucketLocation(_: SignedCall): Answer {
  return xmlAnswer(document('LocationConstraint', []));
}

const maxDocument = 64 * 1024;

export function getBucketVersioning({ bucket }: SignedCall): Answer {
  const status = bucket.definition.versioned ? 'Enabled' : undefined;
  return xmlAnswer(document('VersioningConfiguration', [field('Status', status)]));
}

export async function putBucketVersioning({ store, bucket, request, authenticated }: SignedCall): Promise<Answer> {
  const root = parseXml(await receiveText(request, authenticated, { limit: maxDocument }));
  const status = childText(root, 'Status');
  if (root.name !== 'VersioningConfiguration' || (status !== 'Enabled' && status !== 'Suspended')) throw malformedXml();
  if (status === 'Suspended') throw notImplemented('suspended versioning');
  if (childText(root, 'MfaDelete') === 'Enabled') throw notImplemented('MfaDelete');
  ensureBucket(store, { ...bucket.definition, versioned: true });
  return { status: 200 };
}
