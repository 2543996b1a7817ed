import { createHash } from 'node:crypto';
import { type AuthenticationOptions, keyOf, wrongSignature } from '../access/authenticate.ts';
import { checkPolicy } from '../access/post-policy.ts';
import { scopeProblem } from '../access/presented-signature.ts';
import { mayPost } from '../access/required-access.ts';
import { parseCredential, parseTimestamp, signaturesMatch, signHex, signingAlgorithm } from '../access/signature.ts';
import { invalidArgument, s3Error } from '../errors.ts';
import { readAttributes } from '../files/object-attributes.ts';
import { putObject } from '../files/store.ts';
import { openTemporaryFile } from '../files/temporary-file.ts';
import { versionHeaders } from '../files/versions.ts';
import { type Answer, type BucketCall, xmlAnswer } from '../operation.ts';
import {
  type ChecksumAlgorithm,
  checksumAlgorithm,
  checksumMismatch,
  checksumValue,
  startChecksum,
} from '../request/checksums.ts';
import { readForm } from '../request/form-data.ts';
import { checkKey, header } from '../request/request.ts';
import { maxBody, tooLarge, withBody } from '../request/request-body.ts';
import { document, field } from '../xml.ts';
import { readTagSet } from './object-tagging.ts';
import { recordOf } from './put-object.ts';

type Fields = Map<string, string>;

/** Stores the file of a browser's form, which is authorised by a signed policy among its fields. */
export async function postObject({ store, bucket, request, access }: BucketCall): Promise<Answer> {
  if (header(request, 'authorization') !== undefined) {
    throw invalidArgument(
      'Only one auth mechanism allowed; a form carries its signature in its fields',
      'Authorization',
      '',
    );
  }
  return withBody(request, async (body) => {
    const { fields, file } = await readForm(header(request, 'content-type') ?? '', body);
    const now = access.clock.now();
    const signer = verifyPolicySignature(fields, access);
    fields.set('bucket', bucket.definition.name);
    const { lengthRange } = checkPolicy(fields.get('policy') ?? '', fields, now);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the form's own placeholder
    const key = (fields.get('key') ?? '').replaceAll('${filename}', file.filename.replace(/^.*[\\/]/s, ''));
    if (key === '') throw invalidArgument('Bucket POST must contain a field named "key".', 'key', '');
    checkKey(key);
    mayPost(access.guard, signer, bucket.definition.name, key, fields.has('tagging'));
    const described = readAttributes(
      (name) => fields.get(name),
      [...fields.keys()].filter((name) => name.startsWith('x-amz-')),
    );
    const tagging = fields.get('tagging');
    const attributes = tagging === undefined ? described : { ...described, tags: readTagSet(tagging) };
    const claim = claimedChecksum(fields);

    const temporary = await openTemporaryFile(store.temporaryFolder, store.sync);
    try {
      const md5 = createHash('md5');
      const checksum = claim && startChecksum(claim.algorithm);
      const max = Math.min(lengthRange?.max ?? maxBody, maxBody);
      let size = 0;
      for await (const chunk of file.bytes) {
        size += chunk.length;
        if (size > max) throw tooLarge(size, max);
        md5.update(chunk);
        checksum?.update(chunk);
        await temporary.write(chunk);
      }
      if (lengthRange && size < lengthRange.min) throw tooSmall(size, lengthRange.min);
      const value = checksum?.digest().toString('base64');
      if (claim && claim.value !== value) throw checksumMismatch(claim.algorithm);
      await temporary.finish();
      const received = { size, md5: md5.digest('hex'), ...(claim && { checksum: claim }) };
      const put = { event: 'ObjectCreated:Post', requestId: request.id, file: temporary.path } as const;
      const record = putObject(store, bucket, recordOf(key, received, attributes, store.clock.now()), put);
      const location = `http://${header(request, 'host')}/${bucket.definition.name}/${encodeURI(key)}`;
      const answer = success(fields, bucket.definition.name, key, record.etag, location);
      return { ...answer, headers: { ...answer.headers, ...versionHeaders(bucket, record) } };
    } finally {
      await temporary.discard();
    }
  });
}

/** Verifies the signature of a form's policy and returns its access key. */
function verifyPolicySignature(fields: Fields, access: AuthenticationOptions): string {
  const policy = fields.get('policy');
  if (policy === undefined) throw s3Error('AccessDenied', 'Access Denied');
  const [credential = '', signature = ''] = [fields.get('x-amz-credential'), fields.get('x-amz-signature')];
  const timestamp = fields.get('x-amz-date') ?? '';
  const scope = parseCredential(credential);
  if (fields.get('x-amz-algorithm') !== signingAlgorithm || !scope || parseTimestamp(timestamp) === undefined) {
    throw invalidArgument(
      'A form with a policy must contain x-amz-algorithm, x-amz-credential, x-amz-date and x-amz-signature.',
      'x-amz-credential',
      credential,
    );
  }
  const problem = scopeProblem(scope, timestamp);
  if (problem) throw invalidArgument(`The credential is malformed; ${problem}`, 'x-amz-credential', credential);
  if (!signaturesMatch(signHex(keyOf(scope, access.secretFor), policy), signature)) {
    throw wrongSignature(scope.accessKeyId, policy);
  }
  return scope.accessKeyId;
}

function claimedChecksum(fields: Fields): { algorithm: ChecksumAlgorithm; value: string } | undefined {
  const found = [...fields].find(([name]) => /^x-amz-checksum-(?!algorithm$|type$)/.test(name));
  if (!found) return undefined;
  const algorithm = checksumAlgorithm(found[0].slice('x-amz-checksum-'.length));
  return { algorithm, value: checksumValue(algorithm, found[1]) };
}

function success(fields: Fields, bucket: string, key: string, etag: string, location: string): Answer {
  const headers = { etag: `"${etag}"`, location };
  const redirect = fields.get('success_action_redirect') ?? fields.get('redirect');
  if (redirect !== undefined && URL.canParse(redirect)) {
    const target = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag: `"${etag}"` }))
      target.searchParams.append(name, value);
    return { status: 303, headers: { ...headers, location: target.href } };
  }
  const status = fields.get('success_action_status');
  if (status === '201') {
    const body = [field('Location', location), field('Bucket', bucket), field('Key', key), field('ETag', `"${etag}"`)];
    return xmlAnswer(document('PostResponse', body), 201, headers);
  }
  return { status: status === '200' ? 200 : 204, headers };
}

function tooSmall(size: number, min: number) {
  return s3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: String(size),
    MinSizeAllowed: String(min),
  });
}
