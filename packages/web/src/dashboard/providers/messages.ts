import { catalog } from '../../shared/language.ts'

/** The texts of the page of providers. */
export const providerMessages = catalog({
  en: {
    title: 'Providers',
    lead: 'The people, rooms and things that can be booked.',
    add: 'Add provider',
    change: 'Edit provider',
    zone: 'Time zone',
    specialty: 'Specialty',
    specialtyHint: 'Optional. Visitors can filter the directory by it.',
    slug: 'Link name',
    slugHint: 'Leave empty to create it from the name.',
    email: 'Email',
    emailHint: 'Optional. We send booking notifications here.',
    listed: 'Show in the public directory',
    view: 'Public page',
    created: 'Provider added',
    saved: 'Saved',
    deleted: 'Provider deleted',
    deleteTitle: 'Delete this provider?',
    deleteText:
      "This also deletes its event types and hours. You can't delete a provider with pending or confirmed bookings.",
  },
  de: {
    title: 'Anbieter',
    lead: 'Personen, Räume und Gegenstände, die gebucht werden können.',
    add: 'Anbieter hinzufügen',
    change: 'Anbieter bearbeiten',
    zone: 'Zeitzone',
    specialty: 'Fachrichtung',
    specialtyHint: 'Optional. Danach lässt sich das Verzeichnis filtern.',
    slug: 'Linkname',
    slugHint: 'Leer lassen, um ihn aus dem Namen zu bilden.',
    email: 'E-Mail',
    emailHint: 'Optional. Dorthin senden wir Nachrichten über Buchungen.',
    listed: 'Im öffentlichen Verzeichnis anzeigen',
    view: 'Öffentliche Seite',
    created: 'Anbieter hinzugefügt',
    saved: 'Gespeichert',
    deleted: 'Anbieter gelöscht',
    deleteTitle: 'Diesen Anbieter löschen?',
    deleteText:
      'Das löscht auch seine Terminarten und Zeiten. Ein Anbieter mit offenen oder bestätigten Buchungen lässt sich nicht löschen.',
  },
})
