/**
 * The providers that Furrow knows, one row each: everything that other code needs to know of them stands here.
 * `id` is the fixed number in `providerId` members, `credentialPath` the last segment of the credential operations,
 * `userProperty` the member of a service user that shows whether a credential is attached.
 */
export const providers = [
  provider('JohnDeere', 2, 'john-deere', 'John Deere'),
  provider('ClimateFieldView', 4, 'climate-field-view', 'Climate FieldView'),
  provider('CNHI', 10, 'cnhi', 'CNHi'),
  provider('CNHIFieldOps', 11, 'cnhi-field-ops', 'CNH FieldOps'),
  provider('Trimble', 12, 'trimble', 'Trimble'),
  provider('AgLeader', 13, 'ag-leader', 'Ag Leader'),
  provider('Raven', 14, 'raven', 'Raven'),
  provider('RavenSlingshot', 15, 'raven-slingshot', 'Raven Slingshot'),
  provider('Stara', 16, 'stara', 'Stara'),
  provider('Sentera', 17, 'sentera', 'Sentera'),
  provider('AgVance', 18, 'agvance', 'Agvance'),
  provider('Panorama', 19, 'panorama', 'Panorama'),
  provider('Lindsay', 20, 'lindsay', 'Lindsay'),
  provider('Valley', 21, 'valley', 'Valley'),
  provider('CLAAS', 22, 'claas', 'CLAAS'),
] as const;

export interface Provider<Key extends string = string, Stem extends string = string> {
  key: Key;
  id: number;
  displayName: string;
  credentialPath: `${Stem}-credentials`;
  userProperty: `${CamelCase<Stem>}Credentials`;
}

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;

function provider<const Key extends string, const Stem extends string>(
  key: Key,
  id: number,
  stem: Stem,
  displayName: string,
): Provider<Key, Stem> {
  const camel = stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Stem>;
  return { key, id, displayName, credentialPath: `${stem}-credentials`, userProperty: `${camel}Credentials` };
}

export type ProviderKey = (typeof providers)[number]['key'];
export type UserProperty = (typeof providers)[number]['userProperty'];
