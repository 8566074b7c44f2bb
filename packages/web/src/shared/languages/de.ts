import type { SharedTranslations } from './shared-translations.ts'

export default {
  shared: {
    language: 'Sprache',
    hourCycle: 'Uhrzeit',
    hourCycles: { h23: '24 h', h12: '12 h' },
    firstWeekday: 'Erster Wochentag',
    loading: 'Wird geladen …',
    retry: 'Erneut versuchen',
    offlineTitle: 'Keine Verbindung',
    offline:
      'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    slow: 'Das dauert länger als sonst. Wir versuchen es weiter …',
    busyTitle: 'Zu viele Anfragen',
    busy: (seconds: number) =>
      `Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal.`,
    busyLonger: (duration: string) =>
      `Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in ${duration} noch einmal.`,
    failedTitle: 'Etwas ist schiefgegangen',
    failed: 'Versuchen Sie es gleich noch einmal.',
    reference: (id: string) => `Referenz für den Support: ${id}`,
    partMissing:
      'Ein Teil dieser Seite wurde nicht geladen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    crashed: 'Diese Seite funktioniert nicht mehr. Laden Sie sie neu.',
    reload: 'Seite neu laden',
    notFoundTitle: 'Seite nicht gefunden',
    notFound: 'Der Link ist vielleicht unvollständig, oder die Seite gibt es nicht mehr.',
    poweredBy: 'Terminbuchung mit Holdfast',
  },
  slots: {
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
    people: (count: number) => (count === 1 ? '1 Person' : `${count} Personen`),
    seatsLeft: (count: number) => (count === 1 ? 'noch 1 Platz' : `noch ${count} Plätze`),
    inProviderZone: (time: string, city: string) => `${time} in ${city}`,
    fromWhen: (when: string) => `Von ${when}`,
    untilWhen: (when: string) => `Bis ${when}`,
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
  problems: {
    slot_taken: {
      title: 'Diese Zeit ist vergeben',
      text: 'Jemand hat diese Zeit gerade gebucht. Wählen Sie eine andere.',
    },
    slot_not_bookable: {
      title: 'Diese Zeit ist nicht verfügbar',
      text: 'Wählen Sie eine andere Zeit.',
    },
    session_cancelled: {
      title: 'Dieser Kurs fällt aus',
      text: 'Er findet zu dieser Zeit nicht statt. Wählen Sie eine andere.',
    },
    booker_not_allowed: {
      title: 'Das können Sie nicht buchen',
      text: 'Das Angebot gilt nur für bestimmte Kunden, oder Sie haben es schon so oft gebucht wie erlaubt. Wählen Sie ein anderes Angebot oder wenden Sie sich an den Anbieter.',
    },
    limit_reached: {
      title: 'Keine weitere Buchung möglich',
      text: 'Für diesen Tag oder für Sie ist die Höchstzahl an Buchungen erreicht. Wählen Sie einen anderen Tag oder sagen Sie eine Ihrer Buchungen ab.',
    },
    calendar_unavailable: {
      title: 'Wir können diese Zeit gerade nicht prüfen',
      text: 'Der Kalender des Anbieters antwortet nicht. Versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zeit.',
    },
    hold_expired: {
      title: 'Diese Zeit ist nicht mehr reserviert',
      text: 'Ihre Reservierung ist abgelaufen, daher konnten andere diese Zeit buchen. Wählen Sie erneut eine Zeit.',
    },
    invalid_transition: {
      title: 'Das ist nicht mehr möglich',
      text: 'Die Buchung wurde geändert. Laden Sie die Seite neu, um die aktuellen Angaben zu sehen.',
    },
    event_type_inactive: {
      title: 'Zurzeit nicht verfügbar',
      text: 'Der Anbieter nimmt solche Buchungen zurzeit nicht an.',
    },
    provider_inactive: {
      title: 'Zurzeit nicht verfügbar',
      text: 'Der Anbieter nimmt zurzeit keine Buchungen an.',
    },
    account_suspended: {
      title: 'Zurzeit nicht verfügbar',
      text: 'Der Anbieter nimmt zurzeit keine Buchungen an.',
    },
    not_a_candidate: {
      title: 'Diese Auswahl ist nicht mehr verfügbar',
      text: 'Wählen Sie jemand anderen oder „Keine Präferenz“.',
    },
    too_late_to_change: {
      title: 'Dafür ist es zu spät',
      text: 'Die Frist für Änderungen ist vorbei. Wenden Sie sich an den Anbieter.',
    },
    reschedule_limit_reached: {
      title: 'Diese Buchung lässt sich nicht noch einmal verschieben',
      text: 'Sie wurde so oft verschoben, wie der Anbieter es erlaubt. Wenden Sie sich an den Anbieter.',
    },
    payment_required: {
      title: 'Zahlung nötig',
      text: 'Die Buchung ist bestätigt, sobald sie bezahlt ist.',
    },
    payment_unavailable: {
      title: 'Zahlungen sind gerade nicht möglich',
      text: 'Der Zahlungsdienst antwortet nicht. Versuchen Sie es gleich noch einmal. Es wurde nichts abgebucht.',
    },
    validation_failed: {
      title: 'Prüfen Sie Ihre Angaben',
      text: 'Einige Angaben sind ungültig. Korrigieren Sie sie und versuchen Sie es noch einmal.',
    },
    request_in_progress: {
      title: 'Wird noch bearbeitet',
      text: 'Ihre Anfrage wird noch bearbeitet. Versuchen Sie es gleich noch einmal.',
    },
  },
  details: {
    name: 'Name',
    email: 'E-Mail',
    note: 'Nachricht (optional)',
    nameMissing: 'Geben Sie Ihren Namen ein',
    emailWrong: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com',
    emailLetters:
      'Verwenden Sie vor dem @ nur Buchstaben von a bis z, Ziffern und Zeichen, zum Beispiel ada@example.com',
    phone: 'Telefonnummer',
    phoneHint:
      'Sie erhalten dann keine E-Mails. Heben Sie den Link auf, den wir Ihnen am Ende zeigen.',
    phoneWrong: 'Geben Sie eine Telefonnummer ein, zum Beispiel +49 30 901820',
    usePhone: 'Stattdessen eine Telefonnummer angeben',
    useEmail: 'Stattdessen eine E-Mail-Adresse angeben',
    notAccepted:
      'Diese Angabe wurde nicht angenommen. Prüfen Sie sie und versuchen Sie es noch einmal.',
  },
  calendarLinks: {
    title: 'Zum Kalender hinzufügen',
    download: 'Kalenderdatei (.ics)',
    google: 'Google Kalender',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: 'auf Anfrage',
    dates: 'Termin',
    from: (day: string) => `ab ${day}`,
    next: (when) => `Nächster Termin: ${when}`,
  },
  location: {
    where: 'Wo',
    inPerson: 'Vor Ort',
    callNumber: (phone: string) => `Telefonisch: Sie rufen ${phone} an`,
    callYou: 'Telefonisch: Wir rufen Sie an',
    link: 'Online',
    googleMeet: 'Online: Google Meet',
    teams: 'Online: Microsoft Teams',
    askBooker: 'An einem Ort Ihrer Wahl',
    join: 'Online teilnehmen',
  },
  redirect: {
    going: (site: string) => `Weiter zu ${site} …`,
    goNow: 'Weiter',
  },
  signedIn: {
    as: (email) => `Angemeldet als ${email}`,
    signOut: 'Abmelden',
  },
  nights: {
    chooseArrival: 'Wählen Sie den Tag der Anreise.',
    chooseDeparture: 'Wählen Sie den Tag der Abreise.',
    arrival: 'Anreise',
    departure: 'Abreise',
    length: 'Dauer',
    nights: (count: number) => (count === 1 ? '1 Nacht' : `${count} Nächte`),
    canArrive: 'Anreise möglich',
    canLeave: (nights: number) => `Abreise möglich, ${nights} ${nights === 1 ? 'Nacht' : 'Nächte'}`,
    inStay: 'Teil Ihres Aufenthalts',
    taken: 'belegt',
    closed: 'geschlossen',
    notPossible: 'nicht möglich',
    lead: (checkIn: string, checkOut: string) =>
      `Anreise ab ${checkIn}\u00a0Uhr, Abreise bis ${checkOut}\u00a0Uhr.`,
    houseRules: 'Hausordnung',
    minNights: (count: number) => (count === 1 ? '' : `Mindestens ${count} Nächte.`),
    maxNights: (count: number) => `Höchstens ${count === 1 ? '1 Nacht' : `${count} Nächte`}.`,
    takenTitle: 'Einige Nächte wurden gerade vergeben',
    ruleTitle: 'Diese Tage lassen sich nicht buchen',
    rule: 'Die Buchungsregeln wurden geändert. Wählen Sie andere Tage.',
    startOver: 'Andere Tage wählen',
    from: (day: string, time: string) => `${day}, ab ${time}\u00a0Uhr`,
    by: (day: string, time: string) => `${day}, bis ${time}\u00a0Uhr`,
    zone: (city: string) => `Alle Zeiten sind Ortszeit in ${city}.`,
    moveTitle: 'Neuen Zeitraum wählen',
    moveNote: 'Sie behalten Ihre Nächte, bis die neuen gebucht sind.',
    moveYes: (arrival: string, departure: string) => `Auf ${arrival} – ${departure} verschieben`,
    keepDates: 'Zeitraum behalten',
    notFreeTitle: 'Dieser Zeitraum ist nicht möglich',
    notFree:
      'Einige Nächte wurden gerade vergeben, oder die Regeln wurden geändert. Wählen Sie andere Tage.',
    newTotal: (amount) => `Mit diesen Daten kostet Ihr Aufenthalt insgesamt ${amount}.`,
    newTotalNote:
      'Kostet er mehr als bisher, senden wir Ihnen per E-Mail einen Link, um den Rest zu zahlen. Kostet er weniger, erhalten Sie zurück, was die Stornobedingungen vorsehen.',
    perNight: (amount: string) => `${amount} pro Nacht`,
    total: (amount: string) => `Gesamtpreis: ${amount}`,
    bookThese: 'Diese Tage buchen',
  },
} satisfies SharedTranslations
