import { expect, test, vi } from 'vitest';
import { multipartStore } from '../../adapters/aws/s3/multipart-store.ts';
import { pageHeaders, storageOrigin } from '../../functions/areas/pages/html.ts';
import { plainText } from '../../infra/release/plain-text.ts';
import { ofType, withId } from './resources.ts';
import { templates } from './synthesize.ts';

const { api, data } = templates();
/** The bucket's name as a deployment gives it. */
const bucket = 'furrow-prod-files-111122223333-eu-west-1';
const region = 'eu-west-1';

/** The bucket in the variables of the pages function. */
function bucketOfPages(): unknown {
  const pages = ofType(api, 'AWS::Lambda::Function').find(({ properties }) =>
    String(properties.FunctionName).endsWith('-pages'),
  );
  if (!pages) throw new Error('the template has no function of pages');
  return plainText(pages.properties.Environment.Variables.FILES_BUCKET);
}

test('pages in AWS may call their own API and the bucket of files, and nothing else', async () => {
  expect(bucketOfPages()).toBe(plainText(withId(data, 'FilesBucket').properties.BucketName));
  expect(bucketOfPages()).toBe('furrow-prod-files-<AWS::AccountId>-<AWS::Region>');

  const headers = pageHeaders({ connect: [storageOrigin({ bucket, region })] });
  const connect = headers['content-security-policy']?.split('; ').find((rule) => rule.startsWith('connect-src'));
  expect(connect).toBe(`connect-src 'self' https://${bucket}.s3.${region}.amazonaws.com`);

  // The URL of a part, as signed by the function of uploads.
  vi.stubEnv('AWS_REGION', region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const parts = multipartStore(bucket, { now: () => Date.now() });
  const { url } = await parts.signPart('incoming/a', 'upload', { partNumber: 1, sizeBytes: 10 });
  expect(connect?.split(' ')).toContain(new URL(url).origin);
});

test('the function of pages may neither read nor list files', () => {
  const roles = Object.entries(api?.Resources ?? {}).filter(
    ([id, { Type }]) => id.startsWith('Pages') && Type.startsWith('AWS::IAM::'),
  );
  expect(JSON.stringify(roles)).toContain('dynamodb:GetItem');
  expect(JSON.stringify(roles)).not.toContain('s3:');
});
