/**
 * The display names of Windows zones without their offset, as Outlook and Exchange write them in English,
 * by the name of the zone. Only the first place counts, because Microsoft changes the others.
 */
const FIRST_PLACES: Readonly<Record<string, readonly string[]>> = {
  'Dateline Standard Time': ['International Date Line West'],
  'UTC-11': ['Coordinated Universal Time-11', 'Midway Island'],
  'Aleutian Standard Time': ['Aleutian Islands'],
  'Hawaiian Standard Time': ['Hawaii'],
  'Marquesas Standard Time': ['Marquesas Islands'],
  'Alaskan Standard Time': ['Alaska'],
  'UTC-09': ['Coordinated Universal Time-09'],
  'Pacific Standard Time (Mexico)': ['Baja California', 'Tijuana'],
  'UTC-08': ['Coordinated Universal Time-08'],
  'Pacific Standard Time': ['Pacific Time (US & Canada)', 'Pacific Time (US and Canada)'],
  'US Mountain Standard Time': ['Arizona'],
  'Mountain Standard Time (Mexico)': ['Chihuahua', 'La Paz', 'Mazatlan'],
  'Mountain Standard Time': ['Mountain Time (US & Canada)', 'Mountain Time (US and Canada)'],
  'Yukon Standard Time': ['Yukon'],
  'Central America Standard Time': ['Central America'],
  'Central Standard Time': ['Central Time (US & Canada)', 'Central Time (US and Canada)'],
  'Easter Island Standard Time': ['Easter Island'],
  'Central Standard Time (Mexico)': ['Guadalajara', 'Mexico City'],
  'Canada Central Standard Time': ['Saskatchewan'],
  'SA Pacific Standard Time': ['Bogota'],
  'Eastern Standard Time (Mexico)': ['Chetumal'],
  'Eastern Standard Time': ['Eastern Time (US & Canada)', 'Eastern Time (US and Canada)'],
  'Haiti Standard Time': ['Haiti'],
  'Cuba Standard Time': ['Havana'],
  'US Eastern Standard Time': ['Indiana (East)'],
  'Turks And Caicos Standard Time': ['Turks and Caicos'],
  'Paraguay Standard Time': ['Asuncion'],
  'Atlantic Standard Time': ['Atlantic Time (Canada)'],
  'Venezuela Standard Time': ['Caracas'],
  'Central Brazilian Standard Time': ['Cuiaba', 'Manaus'],
  'SA Western Standard Time': ['Georgetown'],
  'Pacific SA Standard Time': ['Santiago'],
  'Newfoundland Standard Time': ['Newfoundland'],
  'Tocantins Standard Time': ['Araguaina'],
  'E. South America Standard Time': ['Brasilia'],
  'SA Eastern Standard Time': ['Cayenne'],
  'Argentina Standard Time': ['City of Buenos Aires', 'Buenos Aires'],
  'Greenland Standard Time': ['Greenland'],
  'Montevideo Standard Time': ['Montevideo'],
  'Magallanes Standard Time': ['Punta Arenas'],
  'Saint Pierre Standard Time': ['Saint Pierre and Miquelon'],
  'Bahia Standard Time': ['Salvador'],
  'UTC-02': ['Coordinated Universal Time-02'],
  'Azores Standard Time': ['Azores'],
  'Cape Verde Standard Time': ['Cabo Verde Is.', 'Cabo Verde', 'Cape Verde Is.'],
  UTC: ['Coordinated Universal Time'],
  'GMT Standard Time': [
    'Dublin',
    'Greenwich Mean Time : Dublin',
    'Greenwich Mean Time: Dublin',
    'Greenwich Mean Time; Dublin',
  ],
  'Greenwich Standard Time': ['Monrovia'],
  'Sao Tome Standard Time': ['Sao Tome'],
  'Morocco Standard Time': ['Casablanca'],
  'W. Europe Standard Time': ['Amsterdam'],
  'Central Europe Standard Time': ['Belgrade'],
  'Romance Standard Time': ['Brussels'],
  'Central European Standard Time': ['Sarajevo'],
  'W. Central Africa Standard Time': ['West Central Africa'],
  'GTB Standard Time': ['Athens', 'Bucharest'],
  'Middle East Standard Time': ['Beirut'],
  'Egypt Standard Time': ['Cairo'],
  'E. Europe Standard Time': ['Chisinau', 'E. Europe'],
  'Syria Standard Time': ['Damascus'],
  'West Bank Standard Time': ['Gaza'],
  'South Africa Standard Time': ['Harare'],
  'FLE Standard Time': ['Helsinki'],
  'Turkey Standard Time': ['Istanbul'],
  'Israel Standard Time': ['Jerusalem'],
  'South Sudan Standard Time': ['Juba'],
  'Kaliningrad Standard Time': ['Kaliningrad'],
  'Sudan Standard Time': ['Khartoum'],
  'Libya Standard Time': ['Tripoli'],
  'Namibia Standard Time': ['Windhoek'],
  'Jordan Standard Time': ['Amman'],
  'Arabic Standard Time': ['Baghdad'],
  'Arab Standard Time': ['Kuwait'],
  'Belarus Standard Time': ['Minsk'],
  'Russian Standard Time': ['Moscow'],
  'E. Africa Standard Time': ['Nairobi'],
  'Volgograd Standard Time': ['Volgograd'],
  'Iran Standard Time': ['Tehran'],
  'Arabian Standard Time': ['Abu Dhabi'],
  'Astrakhan Standard Time': ['Astrakhan'],
  'Azerbaijan Standard Time': ['Baku'],
  'Russia Time Zone 3': ['Izhevsk'],
  'Mauritius Standard Time': ['Port Louis'],
  'Saratov Standard Time': ['Saratov'],
  'Georgian Standard Time': ['Tbilisi'],
  'Caucasus Standard Time': ['Yerevan'],
  'Afghanistan Standard Time': ['Kabul'],
  'West Asia Standard Time': ['Ashgabat'],
  'Ekaterinburg Standard Time': ['Ekaterinburg', 'Yekaterinburg'],
  'Pakistan Standard Time': ['Islamabad'],
  'Qyzylorda Standard Time': ['Qyzylorda'],
  'India Standard Time': ['Chennai'],
  'Sri Lanka Standard Time': ['Sri Jayawardenepura'],
  'Nepal Standard Time': ['Kathmandu'],
  'Central Asia Standard Time': ['Astana', 'Bishkek'],
  'Bangladesh Standard Time': ['Dhaka'],
  'Omsk Standard Time': ['Omsk'],
  'N. Central Asia Standard Time': ['Novosibirsk'],
  'Myanmar Standard Time': ['Yangon (Rangoon)', 'Rangoon'],
  'SE Asia Standard Time': ['Bangkok'],
  'Altai Standard Time': ['Barnaul'],
  'W. Mongolia Standard Time': ['Hovd'],
  'North Asia Standard Time': ['Krasnoyarsk'],
  'Tomsk Standard Time': ['Tomsk'],
  'China Standard Time': ['Beijing'],
  'North Asia East Standard Time': ['Irkutsk'],
  'Singapore Standard Time': ['Kuala Lumpur'],
  'W. Australia Standard Time': ['Perth'],
  'Taipei Standard Time': ['Taipei'],
  'Ulaanbaatar Standard Time': ['Ulaanbaatar'],
  'Aus Central W. Standard Time': ['Eucla'],
  'Transbaikal Standard Time': ['Chita'],
  'Tokyo Standard Time': ['Osaka'],
  'North Korea Standard Time': ['Pyongyang'],
  'Korea Standard Time': ['Seoul'],
  'Yakutsk Standard Time': ['Yakutsk'],
  'Cen. Australia Standard Time': ['Adelaide'],
  'AUS Central Standard Time': ['Darwin'],
  'E. Australia Standard Time': ['Brisbane'],
  'AUS Eastern Standard Time': ['Canberra'],
  'West Pacific Standard Time': ['Guam'],
  'Tasmania Standard Time': ['Hobart'],
  'Vladivostok Standard Time': ['Vladivostok'],
  'Lord Howe Standard Time': ['Lord Howe Island'],
  'Bougainville Standard Time': ['Bougainville Island'],
  'Russia Time Zone 10': ['Chokurdakh'],
  'Magadan Standard Time': ['Magadan'],
  'Norfolk Standard Time': ['Norfolk Island'],
  'Sakhalin Standard Time': ['Sakhalin'],
  'Central Pacific Standard Time': ['Solomon Is.'],
  'Russia Time Zone 11': ['Anadyr'],
  'New Zealand Standard Time': ['Auckland'],
  'UTC+12': ['Coordinated Universal Time+12'],
  'Fiji Standard Time': ['Fiji'],
  'Chatham Islands Standard Time': ['Chatham Islands'],
  'UTC+13': ['Coordinated Universal Time+13'],
  'Tonga Standard Time': ["Nuku'alofa"],
  'Samoa Standard Time': ['Samoa'],
  'Line Islands Standard Time': ['Kiritimati Island'],
}

const BY_PLACE: ReadonlyMap<string, string> = new Map(
  Object.entries(FIRST_PLACES).flatMap(([windowsName, places]) =>
    places.map((place) => [place.toLowerCase(), windowsName] as const),
  ),
)

const DISPLAY_NAME =
  /^\((?:UTC|GMT)\s*(?:([+\u2212\u2013-])(\d{1,2}):?(\d{2}))?\)\s*([^,]{3,60})(?:,.*)?$/i

/** A zone by its display name: the Windows name, and the offset in the display name. */
export interface DisplayedZone {
  readonly windowsName: string
  readonly offsetMinutes: number
}

/**
 * Reads the display name of a Windows zone, such as `(UTC-05:00) Eastern Time (US & Canada)`. Undefined for
 * other names.
 */
export function displayedZone(name: string): DisplayedZone | undefined {
  const parts = DISPLAY_NAME.exec(name)
  if (parts === null) return undefined
  // Russian zones had their number at the end for some years.
  const place = (parts[4] ?? '').replace(/\s+\(RTZ \d+\)$/i, '').trim()
  const windowsName = BY_PLACE.get(place.toLowerCase())
  if (windowsName === undefined) return undefined
  const minutes = Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0)
  const isWest = parts[1] !== undefined && parts[1] !== '+'
  return { windowsName, offsetMinutes: isWest ? -minutes : minutes }
}

/** The places that display names begin with, without their offsets. */
export const windowsDisplayNames = (): readonly string[] => Object.values(FIRST_PLACES).flat()
