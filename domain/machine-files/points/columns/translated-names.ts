/**
 * Names of columns in German, French, Spanish and Portuguese by the English name that they stand for, all without case,
 * accents, spaces and punctuation. The English names are those of `column-names.ts` and of columns of times, products
 * and machines.
 */
const inOtherLanguages: Record<string, string> = {
  longitude: 'langengrad laengengrad geographischelange longitud longitudine',
  latitude: 'breitengrad geographischebreite latitud latitudine',
  datetime:
    'datumzeit datumuhrzeit datumundzeit datumunduhrzeit zeitstempel zeitpunkt dateheure dateetheure horodatage fechahora fechayhora datahora dataehora',
  date: 'datum tag jour fecha dia data',
  time: 'zeit uhrzeit heure hora',
  distance:
    'strecke wegstrecke fahrstrecke distanz entfernung weg distanceparcourue distancia distanciarecorrida distanciapercorrida',
  swathwidth:
    'arbeitsbreite schnittbreite schneidwerksbreite spurbreite teilbreite breite largeur largeurdetravail largeurdecoupe ancho anchodetrabajo anchodelabor anchodecorte anchura largura larguradetrabalho larguradecorte larguradaplataforma larguradafaixa',
  elevation: 'hohe hoehe gelandehohe hohenlage elevacion altitud elevacao',
  heading:
    'richtung fahrtrichtung kurs kurswinkel cap direction rumbo direccion orientacion rumo direcao azimut azimute azimuth',
  speed: 'geschwindigkeit fahrgeschwindigkeit vitesse vitessedavancement velocidad velocidade',
  fuelused:
    'kraftstoffverbrauch dieselverbrauch kraftstoff carburantconsomme combustibleconsumido combustivelconsumido',
  crop: 'frucht fruchtart kultur kulturart culture espece cultivo cultura',
  variety: 'sorte variete variedad variedade cultivar hibrido',
  product: 'produkt mittel dunger pflanzenschutzmittel produit engrais producto fertilizante produto insumo',
  machine:
    'maschine mahdrescher drescher fahrzeug moissonneuse tracteur maquina cosechadora colheitadeira colhedora trator',
  field: 'schlag schlagname feldname parcelle parcela talhao lote',
  yield: 'ertrag kornertrag rendement rendementgrain rendimiento rendimientograno produtividade rendimento',
  wetyield:
    'ertragfeucht ertragnass feuchtertrag nassertrag rendementhumide rendimientohumedo produtividadeumida rendimentoumido',
  dryyield: 'ertragtrocken trockenertrag rendementsec rendimientoseco produtividadeseca rendimentoseco',
  moisture:
    'feuchte feuchtigkeit kornfeuchte kornfeuchtigkeit gutfeuchte erntefeuchte wassergehalt humidite tauxdhumidite humiditegrain humiditedugrain teneureneau humedad humedadgrano humedaddegrano humedaddelgrano umidade umidadedograo umidadedosgraos umidadegrao humidade humidadedograo',
  cropflow:
    'durchsatz massenstrom erntedurchsatz korndurchsatz debitmassique flujodegrano flujomasico fluxodegraos fluxodemassa',
  duration: 'dauer messdauer duree duracion duracao',
  protein: 'eiweiss rohprotein proteine proteines proteina proteinas proteingehalt',
  appliedrate:
    'ausbringmenge ausbringungsmenge istmenge istrate aufwandmenge applikationsmenge ausgebrachtemenge doseappliquee doseapportee dosereelle debitapplique quantiteappliquee dosisaplicada dosisreal tasaaplicada taxaaplicada doseaplicada',
  targetrate:
    'sollmenge sollrate sollausbringmenge zielmenge dosecible doseobjectif doseconsigne doseprevue dosisobjetivo tasaobjetivo dosisprescrita taxaalvo taxadesejada dosealvo',
  seedrate:
    'aussaatmenge saatmenge aussaatstarke saatstarke aussaatdichte densitedesemis dosedesemis densidaddesiembra dosisdesiembra tasadesiembra densidadedeplantio densidadedesemeadura taxadesemeadura taxadeplantio',
  seeddepth:
    'ablagetiefe saattiefe profondeurdesemis profundidaddesiembra profundidadedeplantio profundidadedesemeadura',
  tillagedepthactual:
    'arbeitstiefe bearbeitungstiefe profondeurdetravail profundidaddetrabajo profundidaddelabor profundidadedetrabalho',
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
