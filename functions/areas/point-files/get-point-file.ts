import { existingFile } from '../../../domain/machine-files/existing-file.ts';
import { flatSummary } from '../../../domain/machine-files/flat-summary.ts';
import { presentOutput } from '../../../domain/machine-files/missing-output.ts';
import type { Handler } from '../../http/exchange.ts';
import type { pointFilesApi } from './api.ts';
import type { PointFilesServices } from './services.ts';
import { shownPointFile } from './show.ts';

type Operations = (typeof pointFilesApi)['operations'];

export const getPointFile: Handler<Operations['getPointFile'], PointFilesServices> = async (
  { params, owner },
  services,
) => ({ status: 200, body: shownPointFile(await existingFile(owner.id, params.fileId, services)) });

export const getPointFileSummary: Handler<Operations['getPointFileSummary'], PointFilesServices> = async (
  { params, owner },
  services,
) => {
  const file = await existingFile(owner.id, params.fileId, services);
  return { status: 200, body: presentOutput('summary', flatSummary(file)) };
};

export const getPointFileUnits: Handler<Operations['getPointFileUnits'], PointFilesServices> = async (
  { params, owner },
  services,
) => {
  const { units } = await existingFile(owner.id, params.fileId, services);
  return { status: 200, body: presentOutput('units', units) };
};
