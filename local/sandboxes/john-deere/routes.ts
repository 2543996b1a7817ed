import type { SignedTokens } from '../server/signed-tokens.ts';
import { boundaryRoutes } from './boundaries.ts';
import type { DeereRoute } from './call.ts';
import { clientAndFarmRoutes } from './clients-and-farms.ts';
import { equipmentRoutes } from './equipment.ts';
import { eventSubscriptionRoutes } from './event-subscriptions.ts';
import { fieldOperationRoutes } from './field-operations.ts';
import { fieldRoutes } from './fields.ts';
import { fileTransferRoutes } from './file-transfers.ts';
import { fileRoutes } from './files.ts';
import { operatorRoutes } from './operators.ts';
import { organizationRoutes } from './organizations.ts';
import { shapefileRoutes } from './shapefiles.ts';

/** All calls of the platform and of equipment. @param links signs URLs of files. */
export function deereRoutes(links: SignedTokens): DeereRoute[] {
  return [
    ...organizationRoutes,
    ...clientAndFarmRoutes,
    ...fieldRoutes,
    ...boundaryRoutes,
    ...fieldOperationRoutes,
    ...shapefileRoutes(links),
    ...fileRoutes,
    ...fileTransferRoutes,
    ...operatorRoutes,
    ...eventSubscriptionRoutes,
    ...equipmentRoutes,
  ];
}
