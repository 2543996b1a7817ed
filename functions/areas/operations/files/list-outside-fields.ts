import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { selection } from '../../../../domain/paging.ts';
import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/listed.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import { outsideField } from './show.ts';

type Operations = typeof operationsApi.operations;

export const listOutsideFieldGeojson: Handler<Operations['listOutsideFieldGeojson'], OperationsServices> = async (
  { query, asked, owner, request },
  services,
) => {
  const shown = selection('outsideFields', query, ({ artefacts }: MachineFile) =>
    artefacts.includes('outsideFieldGeojson'),
  );
  const page = await services.machineFiles.list(owner.id, query.svcUserId, shown, listedFor(owner, services, asked));
  return {
    status: 200,
    page,
    body: page.items.map((file) => ({ id: file.id, ...outsideField(request, file) })),
  };
};
