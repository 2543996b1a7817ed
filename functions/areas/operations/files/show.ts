import type { z } from 'zod';
import type { AssetKind, SeenAsset } from '../../../../domain/assets/asset.ts';
import type { ArtefactName } from '../../../../domain/machine-files/artefact.ts';
import type { MachineFile, machineFileSchema } from '../../../../domain/machine-files/machine-file.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import { operationsApi } from '../api.ts';

/** The path of a machine file, below the base. */
export function filePath(fileId: string): string {
  return `${operationsApi.base}/files/${fileId}`;
}

/** The address of an artefact. It needs the bearer token. */
export function artefactAddress(request: RequestContext, fileId: string, artefact: ArtefactName): string {
  return `${request.base}${filePath(fileId)}/download/${artefact}`;
}

/** Where the points of a file are that lie in none of its fields. */
export function outsideField(request: RequestContext, { id, fields, outsideFieldCount = 0 }: MachineFile) {
  const address = artefactAddress(request, id, 'outsideFieldGeojson');
  return {
    fields,
    featureCount: outsideFieldCount,
    outsideFieldGeojson: address,
    downloadOutsideFieldGeojson: address,
  };
}

/** A machine file as it is answered, with addresses from the request's own base. */
export function shownFile(
  request: RequestContext,
  apiOwnerUsername: string,
  file: MachineFile,
): z.input<typeof machineFileSchema> {
  const link = <Plain extends ArtefactName, Download extends string>(artefact: Plain, twin: Download) => {
    if (!file.artefacts.includes(artefact)) return {};
    const address = artefactAddress(request, file.id, artefact);
    return { [artefact]: address, [twin]: address };
  };
  const { operators: _, assets = [], batchId, ...members } = file;
  return {
    ...members,
    // That of a provider's file is not shown.
    ...(batchId !== undefined && file.origin !== 'provider' && { batchId }),
    ...(assets.length > 0 && assetIds(assets)),
    apiOwnerUsername,
    ...link('originalFile', 'downloadOriginalFile'),
    ...link('rawGeojson', 'downloadRawGeojson'),
    ...link('standardGeojson', 'downloadStandardGeojson'),
    ...link('zippedPNGs', 'downloadZippedPNGs'),
  };
}

/** The ids of machines, implements and operators, each kind by itself. */
export function assetIds(assets: readonly SeenAsset[]) {
  const idsOf = (wanted: AssetKind) => [...new Set(assets.filter(({ kind }) => kind === wanted).map(({ id }) => id))];
  return { machines: idsOf('machine'), implements: idsOf('implement'), operators: idsOf('operator') };
}
