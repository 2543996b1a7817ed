import { targetOf } from '../../../domain/prescriptions/sending.ts';
import { plainFileName } from '../../../functions/http/body/file-name.ts';

const providers = Object.fromEntries(Object.entries(targetOf).map(([provider, target]) => [target, provider]));

/**
 * The body of the session for a prescription that was sent to the path of a provider.
 *
 * @param path as it was called. @param template of the endpoint, whose last segment names the provider.
 */
export function prescriptionSession(
  path: string,
  template: string,
  query: URLSearchParams,
  { fileName, sizeBytes }: { fileName: string; sizeBytes: number },
): object {
  const { dryRun: _, companyId, fileName: given = fileName, ...parameters } = Object.fromEntries(query);
  return {
    svcUserId: path.split('/users/')[1]?.split('/')[0],
    target: 'prescriptions',
    fileName: plainFileName(given),
    sizeBytes,
    prescription: {
      ...{ provider: providers[template.split('/').at(-1) ?? ''], ...parameters },
      ...(companyId !== undefined && { organizationId: companyId }),
    },
  };
}
