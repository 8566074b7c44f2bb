import { catalog } from '../../shared/language.ts'

/** The texts of the editors of weekly hours and date overrides. */
export const hoursMessages = catalog({
  en: {
    hours: 'Weekly hours',
    hoursLead: (zone: string) => `Time zone: ${zone}. Enter 00:00 to end at midnight.`,
    closed: 'Closed',
    addHours: (day: string) => `Add hours on ${day}`,
    removeHours: (day: string, start: string) => `Remove the hours from ${start} on ${day}`,
    startOf: (day: string) => `${day}, from`,
    endOf: (day: string) => `${day}, to`,
    endsBeforeStart: (start: string, end: string) => `${end} is not after ${start}.`,
    endOnNextDay: (day: string, end: string) => `Ends on ${day} at ${end}`,
    addNextDate: 'Add the hours after midnight to the next date.',
    copyMonday: 'Copy Monday to all weekdays',
    overrides: 'Date overrides',
    overridesLead:
      'These hours replace the weekly hours on one date. Add no hours to close the date.',
    overrideDate: 'Date',
    addOverride: 'Add date',
    removeOverride: (date: string) => `Remove the override for ${date}`,
  },
  de: {
    hours: 'Wochenzeiten',
    hoursLead: (zone: string) => `Zeitzone: ${zone}. Für ein Ende um Mitternacht 00:00 eingeben.`,
    closed: 'Geschlossen',
    addHours: (day: string) => `Zeiten am ${day} hinzufügen`,
    removeHours: (day: string, start: string) => `Zeiten ab ${start} am ${day} entfernen`,
    startOf: (day: string) => `${day}, von`,
    endOf: (day: string) => `${day}, bis`,
    endsBeforeStart: (start: string, end: string) => `${end} liegt nicht nach ${start}.`,
    endOnNextDay: (day: string, end: string) => `Endet am ${day} um ${end}`,
    addNextDate: 'Tragen Sie die Zeiten nach Mitternacht beim nächsten Datum ein.',
    copyMonday: 'Montag auf alle Werktage übertragen',
    overrides: 'Abweichende Tage',
    overridesLead:
      'Diese Zeiten ersetzen an einem Tag die Wochenzeiten. Ein Tag ohne Zeiten ist geschlossen.',
    overrideDate: 'Tag',
    addOverride: 'Tag hinzufügen',
    removeOverride: (date: string) => `Abweichung am ${date} entfernen`,
  },
})
