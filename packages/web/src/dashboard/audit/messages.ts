import { catalog } from '../../shared/language.ts'

/** The texts of the activity page. */
export const auditMessages = catalog({
  en: {
    title: 'Activity',
    lead: (days: number) => `Who changed what. Entries are kept for ${days} days.`,
    off: 'No activity is recorded. Set how long to keep it under Settings.',
    who: 'Who',
    everyone: 'Everyone',
    what: 'What',
    everything: 'Everything',
    emptyTitle: 'No activity',
    empty: 'Changes appear here as members and API keys make them.',
    emptyFilter: 'No activity matches these filters.',
    actors: {
      key: 'API key',
      member: 'Former member',
      booker: 'Booker',
      system: 'Holdfast',
      vendor: 'Calendar vendor',
    },
    openBooking: 'Open booking',
  },
  de: {
    title: 'Aktivität',
    lead: (days: number) => `Wer was geändert hat. Einträge bleiben ${days} Tage lang gespeichert.`,
    off: 'Es wird nichts aufgezeichnet. Legen Sie unter Einstellungen fest, wie lange es aufbewahrt wird.',
    who: 'Wer',
    everyone: 'Alle',
    what: 'Was',
    everything: 'Alles',
    emptyTitle: 'Keine Aktivität',
    empty: 'Änderungen von Mitgliedern und API-Schlüsseln erscheinen hier.',
    emptyFilter: 'Zu diesen Filtern gibt es keine Aktivität.',
    actors: {
      key: 'API-Schlüssel',
      member: 'Früheres Mitglied',
      booker: 'Buchende Person',
      system: 'Holdfast',
      vendor: 'Kalenderanbieter',
    },
    openBooking: 'Buchung öffnen',
  },
})
