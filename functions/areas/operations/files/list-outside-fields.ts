import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { selection } from '../../../../domain/paging.ts';
import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/listed.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { pageOf } from '../../../http/parameters.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import { outsideField } from './show.ts';

type Operations = typeof operationsApi.operations;

export const listOutsideFieldGeojson: Handler<Operations['listOutsideFieldGeojson'], OperationsServices> = async (
  { query, owner, request },
  services,
) => {
  const asked = listedFor(owner, services, pageOf(query));
  const shown = selection('outsideFields', query, ({ artefacts }: MachineFile) =>
    artefacts.includes('outsideFieldGeojson'),
  );
  const page = await services.machineFiles.list(owner.id, query.svcUserId, shown, asked);
  return {
    status: 200,
    headers: pageHeaders(request, asked, page),
    body: page.items.map((file) => ({ id: file.id, ...outsideField(request, file) })),
  };
};
