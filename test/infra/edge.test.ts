import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { edgeStack } from '../../examples/edge/edge-stack.ts';
import type { Template } from '../../infra/template.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ofType } from './resources.ts';
import { withoutValidator } from './synthesize.ts';

const app = new App({ outdir: temporaryFolder('edge') });
edgeStack(app, {
  environment: 'prod',
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/one',
  origin: 'd-abc123.execute-api.eu-central-1.amazonaws.com',
  requestsOfAddress: 5_000,
});
const [stack] = withoutValidator(() => app.synth()).stacks;
const template = stack?.template as Template;

describe('the recipe of CloudFront and a firewall', () => {
  test('is a stack of us-east-1, where CloudFront finds both', () => {
    expect([stack?.stackName, stack?.environment.region]).toEqual(['furrow-prod-edge', 'us-east-1']);
    const [firewall] = ofType(template, 'AWS::WAFv2::WebACL');
    const [distribution] = ofType(template, 'AWS::CloudFront::Distribution');
    expect(firewall?.properties.Scope).toBe('CLOUDFRONT');
    expect(distribution?.properties.DistributionConfig.WebACLId).toEqual({
      'Fn::GetAtt': [firewall?.id, 'Arn'],
    });
  });

  test('hands on the host, the token and every method, over TLS alone, and caches nothing', () => {
    const [distribution] = ofType(template, 'AWS::CloudFront::Distribution');
    const { DefaultCacheBehavior, Origins, Aliases } = distribution?.properties.DistributionConfig ?? {};
    expect(Aliases).toEqual(['api.example.com']);
    expect(DefaultCacheBehavior).toMatchObject({
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      ViewerProtocolPolicy: 'https-only',
      // The policies CachingDisabled and AllViewer of AWS.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: '216adef6-5c7f-47e4-b989-5492eafa07d3',
    });
    expect(Origins[0].CustomOriginConfig).toMatchObject({ OriginProtocolPolicy: 'https-only', OriginReadTimeout: 30 });
  });

  test('blocks no file, boundary or statement for its body', () => {
    const [firewall] = ofType(template, 'AWS::WAFv2::WebACL');
    // biome-ignore lint/suspicious/noExplicitAny: rules are as deep as the firewall's own schema
    const groups = firewall?.properties.Rules.flatMap((rule: any) => rule.Statement.ManagedRuleGroupStatement ?? []);
    expect(groups.map(({ Name }: { Name: string }) => Name)).not.toContain('AWSManagedRulesSQLiRuleSet');
    const [common] = groups.filter(({ Name }: { Name: string }) => Name === 'AWSManagedRulesCommonRuleSet');
    const counted = common.RuleActionOverrides.map(({ Name }: { Name: string }) => Name);
    expect(counted.filter((name: string) => name.endsWith('_BODY'))).toHaveLength(5);
    for (const { ActionToUse } of common.RuleActionOverrides) expect(ActionToUse).toEqual({ Count: {} });
  });
});
