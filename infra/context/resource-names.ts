import { deadLettersOf } from '../../functions/manifest/job.ts';
import type { BucketName } from '../../functions/manifest/needs.ts';
import { type JobName, jobs, type TableName } from '../../functions/manifests.ts';
import { physicalName } from './environment.ts';

/** Where an environment is deployed; in a template these are the pseudo parameters of CloudFormation. */
export interface Place {
  /** `aws`, or `aws-cn`. */
  partition: string;
  account: string;
  region: string;
  /** The end of host names: `amazonaws.com`. */
  urlSuffix: string;
}

export interface Named {
  name: string;
  arn: string;
}

export interface NamedQueue extends Named {
  url: string;
}

/** Names of the resources of the data stack that other stacks, and the command line, reach. */
export interface ResourceNames {
  table(name: TableName): Named;
  bucket(name: BucketName): Named;
  queue(job: JobName): NamedQueue;
  deadLetters(job: JobName): NamedQueue;
  /** Where alarms go. */
  alarmsTopic: Named;
  /** The role with which queries of owners run. */
  queriesRole: Named;
}

/**
 * Names and ARNs follow from the environment and the place, so that no stack has to export them: a stack whose exports are used refuses to go
 * back to a release without them. Names that are global, of buckets and roles, contain what makes them differ between accounts or regions.
 *
 * @example resourceNames({ name: 'prod' }, place).table('users').name // 'furrow-prod-users'
 */
export function resourceNames(environment: { name: string }, place: Place): ResourceNames {
  const { partition, account, region, urlSuffix } = place;
  const named = (service: string, name: string, prefix = ''): Named => ({
    name,
    arn: `arn:${partition}:${service}:${region}:${account}:${prefix}${name}`,
  });
  const queue = (name: string): NamedQueue => {
    const physical = physicalName(environment, name);
    return { ...named('sqs', physical), url: `https://sqs.${region}.${urlSuffix}/${account}/${physical}` };
  };
  const queriesRole = `${physicalName(environment, 'queries')}-${region}`;
  return {
    table: (name) => named('dynamodb', physicalName(environment, name), 'table/'),
    bucket(name) {
      const physical = `${physicalName(environment, name)}-${account}-${region}`;
      return { name: physical, arn: `arn:${partition}:s3:::${physical}` };
    },
    queue: (job) => queue(jobs[job].queue),
    deadLetters: (job) => queue(deadLettersOf(jobs[job])),
    alarmsTopic: named('sns', physicalName(environment, 'alarms')),
    queriesRole: { name: queriesRole, arn: `arn:${partition}:iam::${account}:role/${queriesRole}` },
  };
}
