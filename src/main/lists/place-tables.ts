/*
 * Time zones by location. Sources: US Postal Service ZIP prefixes and the zone boundaries of 49 CFR part 71; the
 * provinces of Canada; the states of Australia, Brazil and Mexico. A location with several local times has several
 * zones. The tables were last checked on the date in contract/list.ts; they are not legal advice.
 */

/** Short names of the zones in the tables below. */
const zoneKeys: Readonly<Record<string, string>> = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
  AZ: 'America/Phoenix',
  ID: 'America/Boise',
  AK: 'America/Anchorage',
  AD: 'America/Adak',
  HI: 'Pacific/Honolulu',
  PR: 'America/Puerto_Rico',
  VI: 'America/St_Thomas',
  GU: 'Pacific/Guam',
  AS: 'Pacific/Pago_Pago',
  PW: 'Pacific/Palau',
  PO: 'Pacific/Pohnpei',
  MH: 'Pacific/Majuro',
  NF: 'America/St_Johns',
  AT: 'America/Halifax',
  TO: 'America/Toronto',
  QC: 'America/Blanc-Sablon',
  AO: 'America/Atikokan',
  WI: 'America/Winnipeg',
  SK: 'America/Regina',
  ED: 'America/Edmonton',
  FN: 'America/Fort_Nelson',
  VA: 'America/Vancouver',
  YT: 'America/Whitehorse',
  SY: 'Australia/Sydney',
  BN: 'Australia/Brisbane',
  AL: 'Australia/Adelaide',
  DA: 'Australia/Darwin',
  PE: 'Australia/Perth',
  EU: 'Australia/Eucla',
  LH: 'Australia/Lord_Howe',
  NK: 'Pacific/Norfolk',
  SP: 'America/Sao_Paulo',
  NO: 'America/Noronha',
  MA: 'America/Manaus',
  RB: 'America/Rio_Branco',
  CU: 'America/Cuiaba',
  CG: 'America/Campo_Grande',
  PV: 'America/Porto_Velho',
  BV: 'America/Boa_Vista',
  MX: 'America/Mexico_City',
  CA: 'America/Cancun',
  MZ: 'America/Mazatlan',
  HE: 'America/Hermosillo',
  TI: 'America/Tijuana',
  CJ: 'America/Ciudad_Juarez',
  OJ: 'America/Ojinaga',
  MT: 'America/Matamoros',
  CY: 'Atlantic/Canary',
  ES: 'Europe/Madrid',
  AC: 'Atlantic/Azores',
  LI: 'Europe/Lisbon',
}

const zonesOfKeys = (keys: string): readonly string[] => keys.split('+').map((key) => zoneKeys[key] ?? key)

/**
 * Ranges of the first digits of postal codes, for each calling code: `first-last=zones`. A prefix with several zones
 * extends across a zone boundary. US military addresses (090-098, 340, 962-966) have no location.
 */
const postalRanges: Readonly<Record<string, string>> = {
  '1': `005=E 006-007=PR 008=VI 009=PR 010-089=E 100-268=E 270-323=E 324=E+C 325=C 326-339=E 341-349=E 350-367=C 368=C+E
    369-372=C 373=E+C 374-379=E 380-397=C 398-400=E 401=E+C 402-418=E 420-424=C 425=E 426-427=E+C 430-462=E 463-464=C
    465=E+C 466-474=E 475=E+C 476-477=C 478=E 479=E+C 480-497=E 498-499=E+C 500-567=C 569=E 570-574=C 575-576=C+M
    577=M 580-584=C 585=C+M 586=M 587=C 588=C+M 590-599=M 600-676=C 677-678=C+M 679-689=C 690-692=C+M 693=M 700-797=C
    798=C+M 799=M 800-834=M 835=P+ID 836-837=ID 838=P 840-847=M 850-859=AZ 860=AZ+M 863-864=AZ 865=AZ+M 870-885=M
    889-897=P 898=P+M 900-961=P 967=HI+AS 968=HI 969=GU+PW+PO+MH 970-978=P 979=P+ID 980-994=P 995=AK+AD 996-999=AK`,
  '61': '020-029=SY 080-099=DA 100-287=SY 288=SY+AL 289=SY+LH+NK 290-399=SY 400-499=BN 500-599=AL 600-642=PE 643-644=PE+EU 645-699=PE 700-899=SY 900-999=BN',
  '55': '010-538=SP 539=SP+NO 540-689=SP 690-692=MA 693=BV 694-698=MA+RB 699=RB 700-767=SP 768-769=PV 770-779=SP 780-788=CU 789=CU+PV 790-799=CG 800-999=SP',
  '52': '010-209=MX 210-229=TI 230-239=MZ 240-249=MX 250-279=MX+MT 280-309=MX 310-339=MX+CJ+OJ 340-629=MX 630-639=MZ+MX 640-679=MX+MT 680-769=MX 770-779=CA 780-799=MX 800-829=MZ 830-859=HE 860-869=MX 870-899=MX+MT 900-999=MX',
  '34': '010-349=ES 350-359=CY 360-379=ES 380-389=CY 390-529=ES',
  '351': '100-899=LI 900-949=LI 950-999=AC',
}

/** Number of digits in a complete postal code. Spreadsheets drop leading zeros, so zeros are added to shorter ones. */
const postalDigits: Readonly<Record<string, number>> = { '1': 5, '61': 4, '55': 8, '52': 5, '34': 5, '351': 7 }

/** The first letter of Canadian postal codes. */
const canadianLetters =
  'a=NF+AT b=AT c=AT e=AT g=TO+QC+AT h=TO j=TO k=TO l=TO m=TO n=TO p=TO+WI+AO r=WI s=SK+ED t=ED v=VA+ED+FN x=ED+WI+TO y=YT'

/** States and provinces of each calling code: code, other names, zones. Spaces in names are written as `_`. */
const states: Readonly<Record<string, string>> = {
  '1': `al alabama=C ak alaska=AK+AD az arizona=AZ+M ar arkansas=C ca california=P co colorado=M ct connecticut=E
    de delaware=E dc district_of_columbia washington_dc=E fl florida=E+C ga georgia=E hi hawaii=HI id idaho=ID+P
    il illinois=C in indiana=E+C ia iowa=C ks kansas=C+M ky kentucky=E+C la louisiana=C me maine=E md maryland=E
    ma massachusetts=E mi michigan=E+C mn minnesota=C ms mississippi=C mo missouri=C mt montana=M ne nebraska=C+M
    nv nevada=P+M nh new_hampshire=E nj new_jersey=E nm new_mexico=M ny new_york=E nc north_carolina=E
    nd north_dakota=C+M oh ohio=E ok oklahoma=C or oregon=P+ID pa pennsylvania=E ri rhode_island=E sc south_carolina=E
    sd south_dakota=C+M tn tennessee=E+C tx texas=C+M ut utah=M vt vermont=E va virginia=E wa washington washington_state=P
    wv west_virginia=E wi wisconsin=C wy wyoming=M pr puerto_rico=PR vi virgin_islands us_virgin_islands=VI gu guam=GU
    as american_samoa=AS mp northern_mariana_islands=GU
    ab alberta=ED bc british_columbia colombie_britannique=VA+ED+FN mb manitoba=WI nb new_brunswick nouveau_brunswick=AT
    nl newfoundland newfoundland_and_labrador terre_neuve=NF+AT ns nova_scotia nouvelle_ecosse=AT
    nt northwest_territories=ED nu nunavut=TO+WI+ED on ontario=TO+WI+AO pe pei prince_edward_island=AT
    qc quebec=TO+QC+AT sk saskatchewan=SK+ED yt yukon=YT`,
  '61': `nsw new_south_wales=SY+AL+LH act australian_capital_territory=SY vic victoria=SY qld queensland=BN
    sa south_australia=AL wa western_australia=PE+EU tas tasmania=SY nt northern_territory=DA`,
  '55': `ac acre=RB al alagoas=SP ap amapa=SP am amazonas=MA+RB ba bahia=SP ce ceara=SP df distrito_federal=SP
    es espirito_santo=SP go goias=SP ma maranhao=SP mt mato_grosso=CU ms mato_grosso_do_sul=CG mg minas_gerais=SP
    pa para=SP pb paraiba=SP pr parana=SP pe pernambuco=SP+NO pi piaui=SP rj rio_de_janeiro=SP
    rn rio_grande_do_norte=SP rs rio_grande_do_sul=SP ro rondonia=PV rr roraima=BV sc santa_catarina=SP sp sao_paulo=SP
    se sergipe=SP to tocantins=SP`,
  '52': `agu aguascalientes=MX bcn bc baja_california=TI bcs baja_california_sur=MZ cam campeche=MX chp chiapas=MX
    chh chihuahua=MX+CJ+OJ cmx cdmx ciudad_de_mexico mexico_city=MX coa coahuila=MX+MT col colima=MX dur durango=MX
    gua guanajuato=MX gro guerrero=MX hid hidalgo=MX jal jalisco=MX mex estado_de_mexico=MX mic michoacan=MX
    mor morelos=MX nay nayarit=MZ+MX nle nl nuevo_leon=MX+MT oax oaxaca=MX pue puebla=MX que queretaro=MX
    roo quintana_roo=CA slp san_luis_potosi=MX sin sinaloa=MZ son sonora=HE tab tabasco=MX tam tamaulipas=MX+MT
    tla tlaxcala=MX ver veracruz=MX yuc yucatan=MX zac zacatecas=MX`,
}

/** Time zone names other than IANA names, for each calling code; `*` for every country. */
const zoneNames: Readonly<Record<string, string>> = {
  '1': `et est edt eastern us_eastern=E ct cst cdt central us_central=C mt mdt mountain us_mountain=M mst=M+AZ arizona=AZ
    pt pst pdt pacific us_pacific=P akt akst akdt alaska alaskan=AK ht hst hawaii hawaiian=HI at ast adt atlantic=AT+PR
    nt nst ndt newfoundland=NF chst chamorro=GU sst samoa=AS`,
  '44': 'gmt bst uk london=Europe/London',
  '353': 'gmt ist=Europe/Dublin',
  '351': 'wet west=LI',
  '34': 'wet west=CY cet cest=ES',
  '61': `aet aest est eastern=SY+BN aedt edt=SY act acst cst central=AL+DA acdt cdt=AL awt awst wst western=PE
    lhst lhdt=LH`,
  '64': 'nzt nzst nzdt=Pacific/Auckland',
  '55': 'brt brst=SP amt=MA act=RB fnt=NO',
  '52': 'cst cdt ct central=MX mst pacific=MZ pst pdt=TI est=CA',
  '54': 'art=America/Argentina/Buenos_Aires',
  '56': 'clt clst=America/Santiago',
  '57': 'cot=America/Bogota',
  '51': 'pet=America/Lima',
  '53': 'cst cdt=America/Havana',
  '7': 'msk moscow=Europe/Moscow',
  '27': 'sast=Africa/Johannesburg',
  '234': 'wat=Africa/Lagos',
  '254': 'eat=Africa/Nairobi',
  '62': 'wib=Asia/Jakarta wita=Asia/Makassar wit=Asia/Jayapura',
  '63': 'pst pht phst=Asia/Manila',
  '65': 'sgt sst=Asia/Singapore',
  '60': 'mst myt=Asia/Kuala_Lumpur',
  '81': 'jst=Asia/Tokyo',
  '82': 'kst=Asia/Seoul',
  '852': 'hkt hkst=Asia/Hong_Kong',
  '86': 'cst=Asia/Shanghai',
  '880': 'bst bdt=Asia/Dhaka',
  '886': 'cst=Asia/Taipei',
  '91': 'ist=Asia/Kolkata',
  '92': 'pkt pst=Asia/Karachi',
  '94': 'slst ist=Asia/Colombo',
  '966': 'ast=Asia/Riyadh',
  '971': 'gst=Asia/Dubai',
  '972': 'ist idt=Asia/Jerusalem',
  '98': 'irst ist=Asia/Tehran',
  '*': `cet cest mez mesz central_european central_europe w._europe romance=Europe/Berlin
    eet eest eastern_european e._europe fle gtb=Europe/Athens utc z coordinated_universal=Etc/UTC india=Asia/Kolkata
    china=Asia/Shanghai japan tokyo=Asia/Tokyo singapore=Asia/Singapore aus_eastern=SY e._australia=BN
    aus_central=DA cen._australia=AL w._australia=PE new_zealand=Pacific/Auckland e._south_america=SP us_mountain=AZ
    russian=Europe/Moscow south_africa=Africa/Johannesburg arabian=Asia/Dubai`,
}

type Zones = readonly string[]

const readNames = (text: string): ReadonlyMap<string, Zones> => {
  const found = new Map<string, Zones>()
  let names: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const [name = '', keys] = word.split('=')
    names.push(name.replaceAll('_', ' '))
    if (keys === undefined) continue
    for (const one of names) found.set(one, zonesOfKeys(keys))
    names = []
  }
  return found
}

const readRanges = (text: string): ReadonlyMap<string, Zones> => {
  const found = new Map<string, Zones>()
  for (const range of text.split(/\s+/).filter(Boolean)) {
    const [ends = '', keys = ''] = range.split('=')
    const [first = '', last = first] = ends.split('-')
    for (let at = Number(first); at <= Number(last); at += 1) found.set(String(at).padStart(3, '0'), zonesOfKeys(keys))
  }
  return found
}

type Tables = ReadonlyMap<string, ReadonlyMap<string, Zones>>

const readTables = (
  tables: Readonly<Record<string, string>>,
  read: (text: string) => ReadonlyMap<string, Zones>,
): Tables => new Map(Object.entries(tables).map(([code, text]) => [code, read(text)]))

/** Zones by the first three digits of a complete postal code, for each calling code that has several zones. */
export const postalZones: Tables = readTables(postalRanges, readRanges)
export const postalLengths: ReadonlyMap<string, number> = new Map(Object.entries(postalDigits))
/** Zones by the first letter of a Canadian postal code, in lowercase. */
export const canadianZones: ReadonlyMap<string, Zones> = readNames(canadianLetters)
export const stateZones: Tables = readTables(states, readNames)
export const namedZones: Tables = readTables(zoneNames, readNames)
