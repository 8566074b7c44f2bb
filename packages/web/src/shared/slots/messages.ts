import { texts } from '../language.ts'

/** The texts for choosing a day and a time. */
export const slotMessages = texts('slots', {
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
  people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  seatsLeft: (count: number) => (count === 1 ? '1 place left' : `${count} places left`),
  inProviderZone: (time: string, city: string) => `${time} in ${city}`,
  fromWhen: (when: string) => `From ${when}`,
  untilWhen: (when: string) => `Until ${when}`,
  noTimesTitle: 'No times available this month',
  noTimes: 'Try a later month.',
  showNext: 'Show next month',
  nextDay: 'Next available day',
  searching: 'Looking for the next available day …',
  noneAhead: 'No times are available in the next 12 months.',
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
})
