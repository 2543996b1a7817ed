import { WireError } from '../json-protocol.ts';
import { unsupported } from './errors.ts';
import { queueByArn } from './lookup.ts';
import { arnOf, type Queue } from './queue.ts';
import type { Store } from './store.ts';

/** Throws unless `source` may give up its messages to the queue that the policy names. No policy is always right. */
export function checkRedrive(store: Store, source: string, redrivePolicy: string | undefined): void {
  if (!redrivePolicy) return;
  const target = queueByArn(store, JSON.parse(redrivePolicy).deadLetterTargetArn);
  if (source === target.name) throw unsupported(`${source} cannot be its own dead-letter queue.`);
  if (source.endsWith('.fifo') !== target.fifo) {
    throw unsupported(`The dead-letter queue ${target.name} must be of the same type as ${source}.`);
  }
  if (!allows(target, arnOf(source))) {
    throw new WireError('InvalidParameterValue', `The RedriveAllowPolicy of ${target.name} does not allow ${source}.`);
  }
}

function allows(target: Queue, sourceArn: string): boolean {
  const policy = JSON.parse(target.attributes.RedriveAllowPolicy ?? '{}');
  if (policy.redrivePermission === 'denyAll') return false;
  return policy.redrivePermission !== 'byQueue' || [policy.sourceQueueArns].flat().includes(sourceArn);
}
