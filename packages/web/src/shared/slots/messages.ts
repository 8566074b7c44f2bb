import { catalog } from '../language.ts'

/** The texts for choosing a day and a time. */
export const slotMessages = catalog({
  en: {
    zone: 'Time zone',
    zoneIs: (zone: string) => `Time zone: ${zone}`,
    change: 'Change',
    changeZone: 'Change time zone',
    searchZone: 'Search for a city',
    zonesFound: (count: number) =>
      count === 0
        ? 'No time zones found. Search for a larger city.'
        : `${count} time ${count === 1 ? 'zone' : 'zones'}`,
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    chooseDay: 'Choose a day',
    today: 'today',
    free: (count: number) => (count === 1 ? '1 time available' : `${count} times available`),
    noneFree: 'no times available',
    timesOn: (day: string) => `Times on ${day}`,
    inProviderZone: (time: string, city: string) => `${time} in ${city}`,
    noTimesTitle: 'No times available this month',
    noTimes: 'Try a later month.',
    showNext: 'Show next month',
    nextDay: 'Next available day',
    searching: 'Looking for the next available day …',
    noneAhead: 'No times are available in the next 12 months.',
    morning: 'Morning',
    afternoon: 'Afternoon',
    evening: 'Evening',
  },
  de: {
    zone: 'Zeitzone',
    zoneIs: (zone: string) => `Zeitzone: ${zone}`,
    change: 'Ändern',
    changeZone: 'Zeitzone ändern',
    searchZone: 'Stadt suchen',
    zonesFound: (count: number) =>
      count === 0
        ? 'Keine Zeitzone gefunden. Suchen Sie nach einer größeren Stadt.'
        : `${count} ${count === 1 ? 'Zeitzone' : 'Zeitzonen'}`,
    previousMonth: 'Vorheriger Monat',
    nextMonth: 'Nächster Monat',
    chooseDay: 'Tag wählen',
    today: 'heute',
    free: (count: number) => (count === 1 ? '1 freie Zeit' : `${count} freie Zeiten`),
    noneFree: 'keine freien Zeiten',
    timesOn: (day: string) => `Zeiten am ${day}`,
    inProviderZone: (time: string, city: string) => `${time} in ${city}`,
    noTimesTitle: 'In diesem Monat ist nichts frei',
    noTimes: 'Versuchen Sie es mit einem späteren Monat.',
    showNext: 'Nächsten Monat anzeigen',
    nextDay: 'Nächster freier Tag',
    searching: 'Der nächste freie Tag wird gesucht …',
    noneAhead: 'In den nächsten 12 Monaten ist nichts frei.',
    morning: 'Vormittag',
    afternoon: 'Nachmittag',
    evening: 'Abend',
  },
})
