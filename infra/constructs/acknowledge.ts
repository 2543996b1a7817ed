import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Accepts findings of the security rules on a construct and what is below it; the reason is for the reviewer.
 *
 * @example acknowledge(route, 'The handler itself checks tokens.', 'APIG4');
 */
export function acknowledge(construct: IConstruct, reason: string, ...rules: string[]): void {
  Validations.of(construct).acknowledge(...rules.map((rule) => ({ id: `AwsSolutions-${rule}`, reason })));
}
