import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeKeyCommand, GetKeyPolicyCommand, KMSClient } from '@aws-sdk/client-kms';
import { type Finding, fine, note, stops } from './finding.ts';

/** Services that use the key by themselves, when no role of Furrow asks for it: S3 tells queues of files that arrive. */
const services = ['s3.amazonaws.com'];

/**
 * Whether a key of the operator's can encrypt a deployment: it is enabled, symmetric and in the region, its policy lets services in, and secrets that are
 * there were not sealed with another.
 */
export async function keyFindings(keyArn: string, environment: string): Promise<Finding[]> {
  const kms = new KMSClient({});
  const region = await kms.config.region();
  const [, , , regionOfKey = ''] = keyArn.split(':');
  if (regionOfKey !== region)
    return [stops(`The key ${keyArn} is in ${regionOfKey}, and the deployment in ${region}: name one of that region.`)];
  const { KeyMetadata: { KeyState, KeySpec, KeyUsage } = {} } = await kms.send(
    new DescribeKeyCommand({ KeyId: keyArn }),
  );
  if (KeyState !== 'Enabled' || KeySpec !== 'SYMMETRIC_DEFAULT' || KeyUsage !== 'ENCRYPT_DECRYPT')
    return [
      stops(
        `The key ${keyArn} is ${KeyState}, of ${KeySpec}, for ${KeyUsage}. Furrow needs one that is Enabled, SYMMETRIC_DEFAULT and ENCRYPT_DECRYPT.`,
      ),
    ];
  return [...(await policyFindings(kms, keyArn)), ...(await sealedFindings(keyArn, environment))];
}

async function policyFindings(kms: KMSClient, KeyId: string): Promise<Finding[]> {
  const { Policy = '' } = await kms.send(new GetKeyPolicyCommand({ KeyId, PolicyName: 'default' }));
  const missing = services.filter((service) => !Policy.includes(`"${service}"`));
  if (missing.length === 0) return [fine('Your key is there, and its policy names the services that use it.')];
  return [
    stops(
      `The policy of your key does not name ${missing.join(', ')}, so that no upload would reach its queue. docs/deploy.md has the statement to add ("A key of your own").`,
    ),
  ];
}

/** Secrets open with the key that sealed them alone. */
async function sealedFindings(keyArn: string, environment: string): Promise<Finding[]> {
  const StackName = `furrow-${environment}-data`;
  const { Stacks } = await new CloudFormationClient({})
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: Error) => {
      if (error.name === 'ValidationError') return { Stacks: [] };
      throw error;
    });
  const KeyId = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'SecretsKeyId')?.OutputValue;
  if (KeyId === undefined) return [];
  if (keyArn.endsWith(`/${KeyId}`)) return [note(`${StackName} seals secrets with this key already.`)];
  return [
    stops(
      `${StackName} has sealed secrets with the key ${KeyId}, which would not open with yours: a key of one's own is chosen with the first deployment.`,
    ),
  ];
}
