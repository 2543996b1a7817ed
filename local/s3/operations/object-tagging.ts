import { noSuchKey } from '../errors.ts';
import { findRecord } from '../files/bucket.ts';
import { checkTags } from '../files/object-attributes.ts';
import type { ObjectRecord, Tag } from '../files/object-record.ts';
import { putObject } from '../files/store.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import { receiveText } from '../request/request-body.ts';
import { childText, malformedXml, parseXml } from '../request/xml-reader.ts';
import { document, element, field } from '../xml.ts';

const maxDocument = 64 * 1024;

export function getObjectTagging(call: SignedCall): Answer {
  const tags = existing(call).attributes.tags.map(({ key, value }) =>
    element('Tag', [field('Key', key), field('Value', value)]),
  );
  return xmlAnswer(document('Tagging', [element('TagSet', tags)]));
}

export async function putObjectTagging(call: SignedCall): Promise<Answer> {
  existing(call);
  const tags = readTagSet(await receiveText(call.request, call.authenticated, { limit: maxDocument }));
  replaceTags(call, tags, 'ObjectTagging:Put');
  return { status: 200 };
}

/** Reads a `Tagging` document. */
export function readTagSet(xml: string): Tag[] {
  const root = parseXml(xml);
  const set = root.children.find((child) => child.name === 'TagSet');
  if (root.name !== 'Tagging' || !set) throw malformedXml();
  const tags = set.children.map((child): Tag => {
    const [key, value] = [childText(child, 'Key'), childText(child, 'Value')];
    if (child.name !== 'Tag' || key === undefined || value === undefined) throw malformedXml();
    return { key, value };
  });
  return checkTags(tags);
}

export function deleteObjectTagging(call: SignedCall): Answer {
  replaceTags(call, [], 'ObjectTagging:Delete');
  return { status: 204 };
}

function replaceTags(call: SignedCall, tags: Tag[], event: 'ObjectTagging:Put' | 'ObjectTagging:Delete'): void {
  const record = existing(call);
  const changed = { ...record, attributes: { ...record.attributes, tags } };
  putObject(call.store, call.bucket, changed, { event, requestId: call.request.id });
}

function existing({ bucket, request }: SignedCall): ObjectRecord {
  const record = findRecord(bucket, request.key);
  if (!record) throw noSuchKey(request.key);
  return record;
}
