import { countEraser } from '../../../adapters/aws/dynamodb/counts/count-eraser.ts';
import { uploadsEraser } from '../../../adapters/aws/dynamodb/erasure/table-erasers.ts';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { sessionSlots } from '../../../adapters/aws/dynamodb/uploads/upload-item.ts';
import { erasingObjectStore } from '../../../adapters/aws/s3/erasing-object-store.ts';
import { multipartStore } from '../../../adapters/aws/s3/multipart-store.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { type Eraser, prefixEraser } from '../../../domain/erasure/eraser.ts';
import { incomingPrefixes } from '../../../domain/files/object-keys.ts';
import { environment } from '../../http/environment.ts';

export function erasersOfUploads(): Eraser[] {
  const { UPLOADS_TABLE, FILES_BUCKET } = environment('UPLOADS_TABLE', 'FILES_BUCKET');
  const uploads = table(UPLOADS_TABLE);
  const slots = ownerSlots(uploads, { clock: systemClock, newId }, sessionSlots);
  return [
    countEraser('uploads:counts', uploads),
    uploadsEraser(uploads, multipartStore(FILES_BUCKET, systemClock), slots),
    prefixEraser(
      'files:incoming/',
      ({ ownerId, svcUserId }) => incomingPrefixes(ownerId, svcUserId),
      erasingObjectStore(FILES_BUCKET),
    ),
  ];
}
