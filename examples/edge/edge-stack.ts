import { type App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';

/** What `-c` gives; `requestsOfAddress` is 5,000 unless said. */
export const edgeSettings = ['environment', 'domainName', 'edgeCertificateArn', 'origin', 'requestsOfAddress'] as const;
export type EdgeSetting = (typeof edgeSettings)[number];

export interface EdgeOptions {
  /** As in the settings of Furrow. */
  environment: string;
  /** The name of the API, which Furrow has as `domainName` as well. */
  domainName: string;
  /** A certificate of that name in us-east-1, where CloudFront looks for it. */
  certificateArn: string;
  /** The output `DomainTarget` of the API's stack. */
  origin: string;
  /** Requests of one address in five minutes, beyond which it gets 403. */
  requestsOfAddress: number;
}

/**
 * CloudFront with a web application firewall in front of Furrow's API: an HTTP API takes none itself. The host that a client names reaches API Gateway as it
 * is, so that tokens, links and URLs in responses stay what they were. Nothing is cached.
 */
export function edgeStack(app: App, options: EdgeOptions): Stack {
  const { environment, domainName, certificateArn, origin, requestsOfAddress } = options;
  const stack = new Stack(app, `furrow-${environment}-edge`, {
    description: 'Furrow: CloudFront and its firewall',
    // The one region in which CloudFront finds firewalls and certificates.
    env: { region: 'us-east-1' },
  });
  const firewall = new wafv2.CfnWebACL(stack, 'Firewall', {
    name: `furrow-${environment}-edge`,
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility('firewall'),
    rules: [
      {
        name: 'requests-of-an-address',
        priority: 0,
        action: { block: {} },
        statement: { rateBasedStatement: { limit: requestsOfAddress, aggregateKeyType: 'IP' } },
        visibilityConfig: visibility('requests-of-an-address'),
      },
      managed(1, 'AWSManagedRulesAmazonIpReputationList'),
      managed(2, 'AWSManagedRulesKnownBadInputsRuleSet'),
      // Bodies are files, boundaries and SQL, which these rules take for attacks; and many clients are machines that name no program.
      managed(3, 'AWSManagedRulesCommonRuleSet', [
        'SizeRestrictions_BODY',
        'CrossSiteScripting_BODY',
        'GenericLFI_BODY',
        'GenericRFI_BODY',
        'EC2MetaDataSSRF_BODY',
        'NoUserAgent_HEADER',
        'SizeRestrictions_QUERYSTRING',
      ]),
    ],
  });
  const distribution = new cloudfront.Distribution(stack, 'Distribution', {
    comment: `Furrow ${environment}`,
    domainNames: [domainName],
    certificate: Certificate.fromCertificateArn(stack, 'Certificate', certificateArn),
    webAclId: firewall.attrArn,
    minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
    defaultBehavior: {
      // A function answers within 29 s.
      origin: new HttpOrigin(origin, {
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: Duration.seconds(30),
      }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER,
    },
  });
  new CfnOutput(stack, 'EdgeTarget', {
    value: distribution.distributionDomainName,
    description: `Point a CNAME or alias record of ${domainName} here`,
  });
  return stack;
}

/** Rules that AWS keeps; those that are named are counted and block nothing. */
function managed(priority: number, name: string, counted: readonly string[] = []): wafv2.CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: visibility(name),
  };
}

function visibility(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}
