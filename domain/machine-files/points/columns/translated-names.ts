/**
 * Names of columns in German, French, Spanish and Portuguese by the English name that they stand for, all without case,
 * accents, spaces and punctuation. The English names are those of `column-names.ts` and of columns of times, products
 * and machines.
 */
const inOtherLanguages: Record<string, string> = {
  longitude: 'langengrad laengengrad geographischelange longitud longitudine geolange gpslange',
  latitude: 'breitengrad geographischebreite latitud latitudine geobreite gpsbreite',
  datetime:
    'datumzeit datumuhrzeit datumundzeit datumunduhrzeit zeitstempel zeitpunkt dateheure dateetheure horodatage fechahora fechayhora datahora dataehora',
  date: 'datum tag jour fecha dia data',
  time: 'zeit uhrzeit heure hora',
  distance:
    'strecke wegstrecke fahrstrecke distanz entfernung weg distanceparcourue distancia distanciarecorrida distanciapercorrida',
  swathwidth:
    'arbeitsbreite schnittbreite schneidwerksbreite spurbreite largeur largeurdetravail largeurdecoupe ancho anchodetrabajo anchodelabor anchodecorte anchura largura larguradetrabalho larguradecorte larguradaplataforma larguradafaixa anchodefaja anchodepasada anchoefectivo anchodeplataforma largeureffective largeurdepassage largeurderampe larguraefetiva larguradebarra larguradabarra',
  elevation: 'hohe hoehe gelandehohe hohenlage elevacion altitud elevacao cota',
  heading:
    'richtung fahrtrichtung kurs kurswinkel cap direction rumbo direccion orientacion rumo direcao azimut azimute azimuth',
  speed:
    'geschwindigkeit fahrgeschwindigkeit vitesse vitessedavancement velocidad velocidade arbeitsgeschwindigkeit vitessedetravail vitesseavancement velocidaddeavance velocidaddetrabajo velocidadedetrabalho velocidadededeslocamento velocidadedeavanco',
  fuelused: 'kraftstoff carburantconsomme combustibleconsumido combustivelconsumido',
  crop: 'frucht fruchtart kultur kulturart culture espece cultivo cultura erntegut typedeculture tipodecultivo tipodecultura',
  variety: 'sorte variete variedad variedade cultivar hibrido hybride hibridos',
  product:
    'produkt mittel dunger pflanzenschutzmittel produit engrais producto fertilizante produto insumo produktname nomproduit nombreproducto nombredelproducto nomedoproduto',
  machine:
    'maschine mahdrescher drescher fahrzeug moissonneuse tracteur maquina cosechadora colheitadeira colhedora trator maquinaria gerat geraet engin',
  field: 'schlag schlagname feldname parcelle parcela talhao lote',
  yield: 'ertrag kornertrag rendement rendementgrain rendimiento rendimientograno produtividade rendimento',
  wetyield:
    'ertragfeucht ertragnass feuchtertrag nassertrag rendementhumide rendimientohumedo produtividadeumida rendimentoumido kornertragfeucht',
  dryyield: 'ertragtrocken trockenertrag rendementsec rendimientoseco produtividadeseca rendimentoseco',
  yieldmass:
    'ertragsmasse ertragmasse massederendement rendementmasse rendementenmasse masaderendimiento rendimientomasa rendimientoenmasa massadeprodutividade massaderendimento produtividadeemmassa',
  yieldvolume:
    'ertragsvolumen volumederendement rendementenvolume volumenderendimiento rendimientoenvolumen volumedeprodutividade',
  moisture:
    'feuchte feuchtigkeit kornfeuchte kornfeuchtigkeit gutfeuchte erntefeuchte wassergehalt humidite tauxdhumidite humiditegrain humiditedugrain teneureneau humedad humedadgrano humedaddegrano humedaddelgrano umidade umidadedograo umidadedosgraos umidadegrao humidade humidadedograo humiditedesgrains humedadgranos contenidodehumedad teordeumidade teordeagua',
  cropflow:
    'durchsatz massenstrom erntedurchsatz korndurchsatz debitmassique flujodegrano flujomasico fluxodegraos fluxodemassa massendurchsatz gutstrom erntefluss fluxderecolte fluxdemasse debitderecolte flujodemasa flujodecultivo flujodecosecha fluxodecolheita',
  duration: 'dauer messdauer duree duracion duracao',
  interval: 'intervall intervalle intervalo',
  fuelrate: 'kraftstoffverbrauchprostunde consommationhoraire consumohorario',
  section: 'abschnitt sektion troncon seccion secao seccao',
  protein:
    'eiweiss rohprotein proteine proteines proteina proteinas proteingehalt teneurenproteines contenidodeproteina teordeproteina',
  appliedrate:
    'ausbringmenge ausbringungsmenge istmenge istrate aufwandmenge applikationsmenge ausgebrachtemenge doseappliquee doseapportee dosereelle debitapplique quantiteappliquee dosisaplicada dosisreal tasaaplicada taxaaplicada doseaplicada dose dosis dosierung dosage streumenge dungermenge dosedapplication dosedapport dosisdeaplicacion tasadeaplicacion dosedeaplicacao taxadeaplicacao',
  targetrate:
    'sollmenge sollrate sollausbringmenge zielmenge dosecible doseobjectif doseconsigne doseprevue dosisobjetivo tasaobjetivo dosisprescrita taxaalvo taxadesejada dosealvo dosetheorique doseprescrite dosisteorica dosisprogramada tasaprescrita taxaprescrita doseprescrita',
  seedrate:
    'aussaatmenge saatmenge aussaatstarke saatstarke aussaatdichte densitedesemis dosedesemis densidaddesiembra dosisdesiembra tasadesiembra densidadedeplantio densidadedesemeadura taxadesemeadura taxadeplantio dosisdesemilla dosedesemente dosedesementes',
  population: 'poblacion poblaciondesemillas poblaciondeplantas populacao populacaodesementes populacaodeplantas',
  appliedvolumerate:
    'bruhmenge bruehmenge spritzbruhe wasseraufwand wassermenge volumeapplique volumedebouillie bouillie volumenaplicado volumendecaldo volumeaplicado volumedecalda',
  appliedmassrate: 'masseappliquee masaaplicada massaaplicada',
  seeddepth:
    'ablagetiefe saattiefe profondeurdesemis profundidaddesiembra profundidadedeplantio profundidadedesemeadura',
  tillagedepthactual:
    'arbeitstiefe bearbeitungstiefe profondeurdetravail profundidaddetrabajo profundidaddelabor profundidadedetrabalho profondeurdulabour profundidaddelabranza',
  depth: 'tiefe profondeur profundidad profundidade',
  wet: 'feucht nass humide humedo umido umida',
  dry: 'trocken sec seche seco seca',
  mass: 'masse masa massa',
  volume: 'volumen',
};

const english = new Map(
  Object.entries(inOtherLanguages).flatMap(([name, others]) =>
    others.split(' ').map((other) => [other, name] as const),
  ),
);

/** All names of other languages, with the English ones that they stand for. */
export const translatedNames: ReadonlyMap<string, string> = english;

/**
 * A name without case, accents, spaces and punctuation, in English where it is a known one of another language.
 *
 * @example inEnglish('Längengrad') // 'longitude'
 * @example inEnglish('Swth Wdth') // 'swthwdth'
 */
export function inEnglish(written: string): string {
  const plain = written
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]/g, '');
  return english.get(plain) ?? plain;
}
