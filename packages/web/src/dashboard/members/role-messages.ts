import { catalog } from '../../shared/language.ts'

/** The names of the roles, and what each of them may do. */
export const roleMessages = catalog({
  en: {
    names: {
      owner: 'Owner',
      admin: 'Admin',
      scheduler: 'Scheduler',
      provider: 'Provider',
      viewer: 'Viewer',
    },
    may: {
      owner: 'Does everything, including adding and removing owners.',
      admin: 'Does everything except changing owners.',
      scheduler: 'Manages bookings, blocks and time off. Changes no settings.',
      provider: 'Manages the bookings, hours and settings of their own providers.',
      viewer: 'Sees the calendar and bookings. Changes nothing.',
    },
  },
  de: {
    names: {
      owner: 'Inhaber',
      admin: 'Administrator',
      scheduler: 'Terminplanung',
      provider: 'Anbieter',
      viewer: 'Lesezugriff',
    },
    may: {
      owner: 'Darf alles, auch andere Inhaber hinzufügen und entfernen.',
      admin: 'Darf alles, außer Inhaber zu ändern.',
      scheduler: 'Verwaltet Buchungen, Sperren und Abwesenheiten. Ändert keine Einstellungen.',
      provider: 'Verwaltet Buchungen, Zeiten und Einstellungen der eigenen Anbieter.',
      viewer: 'Sieht Kalender und Buchungen. Ändert nichts.',
    },
  },
})
