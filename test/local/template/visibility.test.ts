import { expect, test } from 'vitest';
import type { EventSourceMappingPlan } from '../../../local/template/plan-event-source-mappings.ts';
import { checkVisibility } from '../../../local/template/plan-event-source-mappings.ts';

const mapping = { kind: 'queue', name: 'files -> read', queueArn: 'arn:files', functionName: 'read' };
const check = (visibility: string | undefined, timeoutSeconds: number) =>
  checkVisibility(
    [mapping as EventSourceMappingPlan],
    [{ arn: 'arn:files', attributes: visibility === undefined ? {} : { VisibilityTimeout: visibility } }],
    [{ name: 'read', timeoutSeconds }],
  );

test.each([
  ['960', 900],
  ['900', 900],
  [undefined, 30],
])('a queue may hide its messages for %s s from a function of %i s', (visibility, timeout) => {
  expect(() => check(visibility, timeout)).not.toThrow();
});

test.each([
  ['90', 900],
  ['899', 900],
  [undefined, 31],
])('a queue that hides them for %s s is refused for a function of %i s, as by Lambda', (visibility, timeout) => {
  expect(() => check(visibility, timeout)).toThrow(
    `Queue visibility timeout: ${visibility ?? 30} seconds is less than Function timeout: ${timeout} seconds`,
  );
});
