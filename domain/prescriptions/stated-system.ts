/** What a .prj says of the coordinates: degrees on WGS 84, degrees of another datum, or anything else. */
export interface StatedSystem {
  kind: 'wgs84' | 'otherDegrees' | 'projected';
  name: string;
}

const wgs84 = /^\s*GEOGCS\[[^[]*DATUM\["D?_?WGS_?(19)?84"/i;

/**
 * The coordinate system that the text of a .prj states; undefined without one.
 *
 * @example statedSystem('PROJCS["NAD_1983_UTM_Zone_15N",GEOGCS[…') // { kind: 'projected', name: 'NAD_1983_UTM_Zone_15N' }
 */
export function statedSystem(projection: string | undefined): StatedSystem | undefined {
  if (projection === undefined || projection.trim() === '') return undefined;
  const name = /^\s*\w{1,30}\[\s*"([^"]{1,200})"/.exec(projection)?.[1] ?? 'an unnamed system';
  if (wgs84.test(projection)) return { kind: 'wgs84', name };
  return { kind: /^\s*(GEOGCS|GEOGCRS|GEODCRS)\[/i.test(projection) ? 'otherDegrees' : 'projected', name };
}
