import { createHash } from 'node:crypto';
import type { Owner } from '../../../domain/access/owner.ts';
import { Problem } from '../../../domain/errors.ts';
import { incomingKey, incomingPrescriptions } from '../../../domain/files/object-keys.ts';
import { limits, limitText } from '../../../domain/limits.ts';
import type { RequestedFile } from '../../../domain/parser-attempts.ts';
import { type PrescribedKind, refuseUnlessPlanting } from '../../../domain/prescriptions/planting.ts';
import { type PrescriptionCheck, refuseUnfit } from '../../../domain/prescriptions/prescription-check.ts';
import type { PrescriptionFinding } from '../../../domain/prescriptions/prescription-finding.ts';
import {
  type PrescribedProvider,
  receivedSending,
  type Sending,
  type StoredSending,
  targetOf,
} from '../../../domain/prescriptions/sending.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import type { PrescriptionsServices } from './services.ts';

/** Of a record, which is an item of DynamoDB. */
const maxWarnings = 20;

/** What is sent, and to whom. */
export interface PrescriptionOrder extends Pick<Sending, 'svcUserId' | 'provider' | 'name'> {
  organizationId?: string | undefined;
  rateColumn?: string | undefined;
  rateUnit?: string | undefined;
  kind?: PrescribedKind | undefined;
}

/** The order of a request: the query has different members for each provider. */
export function orderOf(
  svcUserId: string,
  provider: PrescribedProvider,
  fileName: string,
  query: {
    organizationId?: string;
    companyId?: string;
    rateColumn?: string;
    rateUnit?: string;
    fileName?: string | undefined;
    kind?: PrescribedKind | undefined;
  },
): PrescriptionOrder {
  const { organizationId = query.companyId, rateColumn, rateUnit, kind } = query;
  return { svcUserId, provider, name: query.fileName ?? fileName, organizationId, rateColumn, rateUnit, kind };
}

/** Checks a zip by the rules of its provider. @throws Problem 400 `prescriptionUnfit` with every error, 413 if it is too large. */
export async function checkZip(
  file: RequestedFile,
  { provider, name, rateColumn, kind }: PrescriptionOrder,
  { reader }: Pick<PrescriptionsServices, 'reader'>,
): Promise<PrescriptionCheck> {
  const { content } = file;
  if (content.length > limits.prescriptionBytes) {
    const detail = `The zip has ${content.length} bytes; at most ${limitText.prescriptionBytes} are allowed.`;
    throw new Problem('tooLarge', detail);
  }
  const check = await reader.check(file, { target: targetOf[provider], fileName: name, rateColumn });
  refuseUnfit(check);
  const { displayName, prescriptions } = providerOf(provider);
  if (prescriptions?.zip.isForPlanting) refuseUnlessPlanting(displayName, check.facts, kind);
  return check;
}

/** Stores the zip, and makes the record of its sending. */
export async function newSending(
  owner: Pick<Owner, 'id' | 'username'>,
  content: Uint8Array,
  {
    organizationId,
    rateColumn,
    rateUnit,
    kind,
    findings,
    ...order
  }: PrescriptionOrder & { findings: PrescriptionFinding[] },
  { newId, clock, files }: PrescriptionsServices,
): Promise<StoredSending> {
  const id = newId();
  const objectKey = incomingKey(owner.id, order.svcUserId, id, 'prescription.zip', incomingPrescriptions);
  await files.put(objectKey, content, 'application/zip');
  return receivedSending(
    {
      ...{ id, ...order, objectKey },
      ...(organizationId !== undefined && { organizationId }),
      ...(rateColumn !== undefined && { rateColumn }),
      ...(rateUnit !== undefined && { rateUnit }),
      ...(kind !== undefined && { kind }),
      ...warningsIn(findings),
      sizeBytes: content.length,
      sha256: sumOf(content),
      sentBy: owner.username,
    },
    clock.now(),
  );
}

/** What of a check stays in the record. */
export function warningsIn(findings: PrescriptionFinding[]): Pick<Sending, 'warnings'> {
  return findings.length === 0 ? {} : { warnings: findings.slice(0, maxWarnings) };
}

export const sumOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
