import * as z from 'zod';
import { keyArn } from './arns.ts';
import { declared } from './declared.ts';
import type { Resolver } from './resolver.ts';

export interface KeyPlan {
  keyId: string;
  arn: string;
  /** Such as `alias/furrow-secrets`. */
  aliases: string[];
}

const aliasSchema = z.object({ AliasName: z.string(), TargetKeyId: z.string() });

export function planKeys(resolver: Resolver): KeyPlan[] {
  const aliases = declared(resolver, 'AWS::KMS::Alias').map(({ read }) => read(aliasSchema));
  return declared(resolver, 'AWS::KMS::Key').map(({ name }) => ({
    keyId: name,
    arn: keyArn(name),
    aliases: aliases.filter(({ TargetKeyId: id }) => id === name || id === keyArn(name)).map((a) => a.AliasName),
  }));
}
