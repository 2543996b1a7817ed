import { notFound } from '../../../../domain/errors.ts';
import { machineFileKey } from '../../../../domain/files/object-keys.ts';
import { artefacts } from '../../../../domain/machine-files/artefact.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { isOnDemand, keyOfOutput } from '../../../../domain/machine-files/output-on-demand.ts';
import { missingOutput } from '../../../../domain/machine-files/points/missing-output.ts';
import { readerVersion } from '../../../../domain/machine-files/points/reader-version.ts';
import { selection } from '../../../../domain/paging.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import { imageAnswer, mapsAnswer, shownRampImage } from '../images/answers.ts';
import { drawnFile } from '../images/made-images.ts';
import type { OperationsServices } from '../services.ts';
import type { artefactEndpoints } from './artefact-endpoints.ts';
import { artefactAddress, filePath, outsideField } from './show.ts';

export const artefactHandlers: Handlers<typeof artefactEndpoints, OperationsServices> = {
  async getStandardGeoparquet({ found: { file }, request }) {
    if (!file.artefacts.includes('standardGeoparquet')) throw missingOutput('GeoParquet file');
    const downloadStandardGeoparquet = artefactAddress(request, file.id, 'standardGeoparquet');
    return { status: 200, body: { downloadStandardGeoparquet } };
  },

  async getPolygonGeoparquet({ found: { file }, request }) {
    if (!file.artefacts.includes('polygonGeoparquet')) throw missingOutput('GeoParquet file of polygons');
    const downloadPolygonGeoparquet = artefactAddress(request, file.id, 'polygonGeoparquet');
    return { status: 200, body: { downloadPolygonGeoparquet } };
  },

  async getOutsideFieldGeojson({ found: { file }, request }) {
    if (!file.artefacts.includes('outsideFieldGeojson')) throw missingOutput('points outside its fields');
    return { status: 200, body: outsideField(request, file) };
  },

  async listOutsideFieldGeojson({ query, asked, owner, request }, services) {
    const isWanted = ({ artefacts }: MachineFile) => artefacts.includes('outsideFieldGeojson');
    const shown = selection('outsideFields', query, isWanted, { values: { outsideField: 'true' } });
    const listed = listedFor(owner, services, asked);
    const page = await services.machineFiles.list(owner.id, query.svcUserId, shown, listed);
    const body = page.items.map((file) => ({ id: file.id, ...outsideField(request, file) }));
    return { status: 200, page, body };
  },

  getFileImages({ found: { file }, query: { deviation }, owner, request }, services) {
    const address = `${request.base}${filePath(file.id)}/images`;
    return mapsAnswer(drawnFile(owner.id, file), deviation, (image) => shownRampImage(image, address), services);
  },

  downloadFileImage({ params, found: { file }, owner, request }, services) {
    const keyOf = (name: string) => machineFileKey(owner.id, file.svcUserId, file.id, name);
    return imageAnswer(request, drawnFile(owner.id, file), params.image, keyOf, services);
  },

  async downloadArtefact({ params: { artefact }, found: { file }, owner, request }, services) {
    if (!file.artefacts.includes(artefact)) throw notFound('artefact', artefact);
    const { file: name } = artefacts[artefact];
    const { id, svcUserId, updatedTime: version } = file;
    const stored = machineFileKey(owner.id, svcUserId, id, name);
    const subject = { ownerId: owner.id, svcUserId, kind: 'file', id, version } as const;
    const key = isOnDemand('file', artefact)
      ? await keyOfOutput(subject, artefact, { stored, file: name }, services)
      : stored;
    const stem = file.fileName.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
    const answer = downloadAnswer(request, await services.downloads.address(key, `${stem}-${name}`));
    if (artefact !== 'rawGeojson') return answer;
    return { ...answer, headers: { ...answer.headers, 'x-reader-version': String(readerVersion) } };
  },
};
