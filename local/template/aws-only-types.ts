import { arn } from './arns.ts';
import { derivedName } from './physical-names.ts';
import type { Referred } from './resource-kinds.ts';

/**
 * Resource types with nothing to run on a laptop: subscriptions, retention and dashboards.
 * A type that is neither in this list nor in `resourceKinds` stops the start, so that nothing is omitted unnoticed.
 */
export const awsOnlyTypes: ReadonlySet<string> = new Set([
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::Deployment',
  'AWS::ApiGatewayV2::DomainName',
  'AWS::ApplicationAutoScaling::ScalableTarget',
  'AWS::ApplicationAutoScaling::ScalingPolicy',
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::Backup::BackupVault',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CertificateManager::Certificate',
  'AWS::CloudFormation::WaitCondition',
  'AWS::CloudFormation::WaitConditionHandle',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::LayerVersionPermission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::ResourcePolicy',
  'AWS::Logs::SubscriptionFilter',
  'AWS::Route53::HostedZone',
  'AWS::Route53::RecordSet',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::XRay::Group',
  'AWS::XRay::SamplingRule',
  'Custom::LogRetention',
  'Custom::S3AutoDeleteObjects',
]);

const nameProperties: Record<string, string> = {
  'AWS::ApiGatewayV2::DomainName': 'DomainName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SNS::Topic': 'TopicName',
};

const refIsArn = new Set([
  'AWS::CertificateManager::Certificate',
  'AWS::Lambda::LayerVersion',
  'AWS::SNS::Topic',
  'AWS::SNS::Subscription',
]);

/** Value of `Ref` for a resource that exists only in AWS: a placeholder name or ARN in the usual shape. */
export function awsOnlyRef(resource: Referred): string {
  const name = awsOnlyName(resource);
  return refIsArn.has(resource.type) ? awsOnlyArn(resource.type, name) : name;
}

/** Value of `Fn::GetAtt` for a resource that exists only in AWS; an attribute without a usual shape gets a placeholder text. */
export function awsOnlyAttribute(resource: Referred, attribute: string): string {
  const name = awsOnlyName(resource);
  if (attribute.endsWith('Arn')) return awsOnlyArn(resource.type, name);
  if (attribute.endsWith('Name')) return name;
  return `only-in-aws:${resource.stackName}.${resource.logicalId}.${attribute}`;
}

function awsOnlyName({ type, stackName, logicalId, property }: Referred): string {
  const given = nameProperties[type] && property(nameProperties[type]);
  return typeof given === 'string' ? given : derivedName(stackName, logicalId, 128);
}

function awsOnlyArn(type: string, name: string): string {
  const [, service = '', kind = ''] = type.toLowerCase().split('::');
  if (service === 'sns') return arn('sns', name);
  if (service === 'logs') return arn('logs', `log-group:${name}:*`);
  return arn(service, `${kind}/${name}`);
}
