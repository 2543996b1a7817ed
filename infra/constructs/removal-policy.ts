import { RemovalPolicy } from 'aws-cdk-lib';
import type { Environment } from '../context/environment.ts';

/**
 * What becomes of a table, bucket or key that leaves its stack. Where data are protected it stays, unless the very creation of the stack failed: it is
 * empty then, and its name would be in the way of the next attempt.
 */
export const removalPolicy = ({ protectData }: Pick<Environment, 'protectData'>): RemovalPolicy =>
  protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
