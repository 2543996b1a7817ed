const namespaces =
  'xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:lpis="urn:example:lpis"';

/** A collection as returned by a web feature service. */
export function gml(...content: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<wfs:FeatureCollection ${namespaces}>${content.join('\n')}</wfs:FeatureCollection>`;
}

/** A member with a name and any geometry. */
export function member(name: string, geometry: string): string {
  return `<wfs:member><lpis:Parcel gml:id="p.${name}"><lpis:name>${name}</lpis:name><lpis:geometry>${geometry}</lpis:geometry></lpis:Parcel></wfs:member>`;
}

export function posList(positions: number[][], attributes = ''): string {
  return `<gml:LinearRing><gml:posList${attributes}>${positions.map((position) => position.join(' ')).join(' ')}</gml:posList></gml:LinearRing>`;
}

/** A polygon of rings of any content, the shell first. */
export function polygonOf([shell = '', ...holes]: string[], srsName?: string, element = 'Polygon'): string {
  const attribute = srsName === undefined ? '' : ` srsName="${srsName}"`;
  const inner = holes.map((hole) => `<gml:interior>${hole}</gml:interior>`).join('');
  return `<gml:${element}${attribute}><gml:exterior>${shell}</gml:exterior>${inner}</gml:${element}>`;
}

/** The extent of a collection or a feature, which may name the coordinate system of its content. */
export function boundedBy(srsName: string, attributes = ''): string {
  return `<gml:boundedBy><gml:Envelope srsName="${srsName}"${attributes}><gml:lowerCorner>0 0</gml:lowerCorner><gml:upperCorner>1 1</gml:upperCorner></gml:Envelope></gml:boundedBy>`;
}
