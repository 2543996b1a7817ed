import type { Language } from './languages.ts';

/** The kinds into which the service's more than a hundred English findings are grouped; growers see a kind and its count. */
const codes = {
  archive:
    'archiveDamaged archiveBeginsLate entryDamaged entryCompression entryMismatch entryUnsafeName entryIsLink archiveTooDeep archiveBomb',
  locked: 'entryEncrypted',
  empty: 'archiveEmpty emptyFile noFeatures noPoints noReadableData emptyGeometry',
  unknown:
    'unrecognisedFile otherGeodata layersWithoutWork membersElsewhere networkLink otherOperations unsupportedOperation',
  prescription: 'prescription treatmentZones',
  proprietary: 'proprietaryFormat',
  incomplete: 'missingShapefileMember incompleteSet',
  unreadable:
    'unreadableFile unreadable activeDatabase unfinishedDatabase malformedJson notGeoJson malformedXml forbiddenXml xmlTooDeep blanksInCoordinates',
  partly:
    'damagedPart otherLayers unevenLines attributesUnreadable attributesLost featuresLost lessThanStated partsDropped',
  tooLarge:
    'fileTooLarge featureTooLarge archiveTooManyEntries archiveTooLarge tooManyVertices tooManyFields tooManySets rasterTooLarge readingTooLarge combiningTooLarge drawingTooLarge',
  unfinished:
    'notDelivered processingGivenUp readingTooLong readingBroke reprocessingFailed readingFailed notReached engineMissing conversionFailed recordUnwritable combiningTooLong combiningBroke combiningFailed drawingTooLong drawingBroke drawingFailed',
  place:
    'missingProjection unknownProjection projectionMismatch reprojectionFailed coordinatesOutOfRange crossesAntimeridian touchesPole assumedWgs84 datumShift',
  shape: 'notPolygon malformedGeometry invalidGeometry tangledGeometry',
  mended: 'repairedGeometry cutAtAntimeridian nameShortened assumedEncoding duplicateFeature',
  values:
    'impossibleNumbers assumedUnits unknownCropCodes unknownUnits unknownProductUnits unstatedUnits contradictingUnits undecidedUnits ambiguousColumns unweighedUnits likelyUnits mixedUnits clockNeverSet missingProperties contradictingStates undecidedScale contradictingTotals farFromTarget impossibleSpeeds implausibleValues pointsLeftOut tooManyImplausible sharesAsFractions contradictingDates undecidedDates',
  more: 'moreOfTheSame',
};

export type FindingKind = keyof typeof codes;

const kinds = new Map(
  Object.entries(codes).flatMap(([kind, words]) => words.split(' ').map((code) => [code, kind as FindingKind])),
);

/** The kind of a finding; undefined for a code of a later release of the service. */
export const kindOf = (code: string): FindingKind | undefined => kinds.get(code);

/** Texts of the kinds, separate from the other texts because they are loaded only when there are findings. English uses the texts of the service. */
const words: Record<Exclude<Language, 'en'>, Record<FindingKind, string>> = {
  pt: {
    archive: 'O arquivo zip está danificado ou algo nele não pode ser extraído. Exporte-o novamente.',
    locked: 'O arquivo zip está protegido por senha. Envie-o sem senha.',
    empty: 'Não há nada nele que possa ser usado.',
    unknown: 'Foi deixado de fora: não é de um tipo que se lê aqui.',
    prescription:
      'É um mapa de prescrição: doses planejadas, não trabalho feito. Leve-o ao monitor da máquina ou peça à empresa que o envie; aqui se lê o que a máquina registrou.',
    proprietary: 'Só os programas do fabricante leem este formato. Exporte como shapefile ou ISO 11783.',
    incomplete: 'Falta um arquivo que faz parte dele. Envie todas as partes em um zip.',
    unreadable: 'Não pode ser lido. Exporte-o novamente.',
    partly: 'Uma parte não pôde ser lida; o resto foi usado.',
    tooLarge: 'É grande demais. Envie em várias partes.',
    unfinished: 'Não pôde ser concluído aqui. Tente novamente mais tarde.',
    place: 'Não está claro onde fica. Exporte em WGS 84.',
    shape: 'Não tem um contorno que possa ser um talhão.',
    mended: 'Foi corrigido. Não há nada a fazer.',
    values: 'Alguns valores ou unidades não fazem sentido ou faltam.',
    more: 'Foi encontrado mais do mesmo.',
  },
  es: {
    archive: 'El archivo zip está dañado o algo en él no se puede extraer. Expórtelo de nuevo.',
    locked: 'El archivo zip está protegido con contraseña. Envíelo sin ella.',
    empty: 'No contiene nada que se pueda usar.',
    unknown: 'Se ha omitido: no es de un tipo que se lea aquí.',
    prescription:
      'Es un mapa de prescripción: dosis previstas, no trabajo hecho. Llévelo a la pantalla de la máquina o pida a la empresa que lo envíe; aquí se lee lo que la máquina registró.',
    proprietary: 'Solo los programas del fabricante leen este formato. Expórtelo como shapefile o ISO 11783.',
    incomplete: 'Falta un archivo que forma parte de él. Envíe todas las partes en un zip.',
    unreadable: 'No se puede leer. Expórtelo de nuevo.',
    partly: 'Una parte no se pudo leer; el resto se ha usado.',
    tooLarge: 'Es demasiado grande. Envíelo en varias partes.',
    unfinished: 'No se pudo terminar aquí. Inténtelo más tarde.',
    place: 'No está claro dónde se encuentra. Expórtelo en WGS 84.',
    shape: 'No tiene un contorno que pueda ser una parcela.',
    mended: 'Se ha corregido. No hay nada que hacer.',
    values: 'Algunos valores o unidades no tienen sentido o faltan.',
    more: 'Se ha encontrado más de lo mismo.',
  },
  fr: {
    archive: 'Le fichier zip est endommagé ou ne peut pas être décompressé. Exportez-le à nouveau.',
    locked: 'Le fichier zip est protégé par un mot de passe. Envoyez-le sans mot de passe.',
    empty: 'Il ne contient rien d’utilisable.',
    unknown: 'Il a été laissé de côté : ce type n’est pas lu ici.',
    prescription:
      'C’est une carte de préconisation : des doses prévues, pas un travail fait. Chargez-la dans la console de la machine ou demandez à l’entreprise de l’envoyer ; ici on lit ce que la machine a enregistré.',
    proprietary: 'Seuls les logiciels du constructeur lisent ce format. Exportez-le en shapefile ou ISO 11783.',
    incomplete: 'Il manque un fichier qui en fait partie. Envoyez toutes les parties dans un zip.',
    unreadable: 'Il ne peut pas être lu. Exportez-le à nouveau.',
    partly: 'Une partie n’a pas pu être lue ; le reste a été utilisé.',
    tooLarge: 'Il est trop grand. Envoyez-le en plusieurs parties.',
    unfinished: 'Il n’a pas pu être terminé ici. Réessayez plus tard.',
    place: 'On ne sait pas où il se trouve. Exportez-le en WGS 84.',
    shape: 'Il n’a pas de contour qui puisse être une parcelle.',
    mended: 'Il a été corrigé. Il n’y a rien à faire.',
    values: 'Des valeurs ou des unités n’ont pas de sens ou manquent.',
    more: 'D’autres problèmes du même genre ont été trouvés.',
  },
};

export const findingWords = (language: Language): Record<FindingKind, string> | undefined =>
  language === 'en' ? undefined : words[language];
