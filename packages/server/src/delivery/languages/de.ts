import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in German. */
export default {
  bookings: {
    language: 'de',
    locale: 'de-DE',
    title: (title, providerName) => `${title ?? 'Termin'} bei ${providerName}`,
    and: (first, second) => `${first} und ${second}`,
    andMore: (first, count) => `${first} und ${count} weitere`,
    nowWith: (names) => `Ihre Buchung ist jetzt bei ${names}.`,
    insteadOf: (now, before) => `${now} statt ${before}`,
    nowFor: (now, before) => `Statt ${before} ist jetzt ${now} gebucht.`,
    clock: (time) => `${time} Uhr`,
    rows: {
      what: 'Was',
      when: 'Wann',
      where: 'Wo',
      previousTime: 'Bisher',
      agreedTime: 'Vereinbart',
      with: 'Bei',
      bookedBy: 'Gebucht von',
      note: 'Nachricht',
      reason: 'Grund',
      answerBy: 'Antwort bis',
      alsoBooked: 'Außerdem gebucht',
    },
    othersStay: 'Die anderen Termine, die Sie gleichzeitig gebucht haben, bleiben unverändert.',
    providerGone: 'Hier sind keine Termine mehr möglich.',
    serviceGone: 'Diese Termine werden nicht mehr angeboten.',
    receivedBecause: {
      booker: (name) =>
        `Sie erhalten diese E-Mail, weil mit dieser Adresse bei ${name} gebucht wurde.`,
      guest: (name) =>
        `Sie erhalten diese E-Mail, weil Sie zu einem Termin bei ${name} eingeladen wurden.`,
      staff: (name) => `Sie erhalten diese E-Mail, weil Sie für ${name} arbeiten.`,
    },
    linkFollows: 'Den Link zur Teilnahme schicken wir per E-Mail.',
    links: {
      join: 'Teilnehmen',
      confirm: 'Buchung bestätigen',
      manage: 'Ansehen, verschieben oder absagen',
      view: 'Buchung ansehen',
      approve: 'Annehmen',
      decline: 'Ablehnen',
      open: 'Im Dashboard öffnen',
      addToCalendar: 'Zum Kalender hinzufügen',
    },
    messages: {
      emailProofNeeded: {
        subject: (title) => `Bitte bestätigen: ${title}`,
        lead: 'Öffnen Sie den Link, um die Buchung zu bestätigen. Wir halten den Termin einige Minuten frei. Falls Sie nicht gebucht haben, ignorieren Sie diese E-Mail.',
      },
      requested: {
        subject: (title) => `Anfrage erhalten: ${title}`,
        lead: 'Wir haben Ihre Anfrage erhalten. Wir schreiben Ihnen, sobald sie beantwortet ist.',
      },
      approvalNeeded: {
        subject: (title) => `Zusage erforderlich: ${title}`,
        lead: 'Eine Buchungsanfrage wartet auf Ihre Zusage.',
      },
      confirmed: {
        subject: (title) => `Bestätigt: ${title}`,
        lead: 'Ihre Buchung ist bestätigt.',
      },
      newBooking: {
        subject: (title) => `Neue Buchung: ${title}`,
        lead: 'Sie haben eine neue Buchung.',
      },
      rescheduled: {
        subject: (title) => `Neue Zeit: ${title}`,
        lead: 'Diese Buchung wurde verschoben.',
      },
      otherService: {
        subject: (title) => `Neue Leistung: ${title}`,
      },
      reassigned: {
        subject: (title) => `Geändert: ${title}`,
      },
      teamChanged: {
        subject: (title) => `Geändert: ${title}`,
        lead: 'Die Personen oder Räume dieser Buchung haben sich geändert. Die Zeit bleibt gleich.',
      },
      withdrawn: {
        subject: (title) => `Abgegeben: ${title}`,
        lead: 'Diese Buchung übernimmt jemand anderes. Sie nehmen nicht mehr teil.',
      },
      clocksChanged: {
        subject: (title) => `Zeitumstellung: ${title}`,
        lead: 'Am Ort dieser Buchung gelten neue Regeln für die Zeitumstellung. Die vereinbarte Ortszeit bleibt. Bitte aktualisieren Sie Ihren Kalender.',
      },
      timeConflict: {
        subject: (title) => `Bitte verschieben: ${title}`,
        lead: 'In Ihrer Zeitzone gelten neue Regeln für die Zeitumstellung. Diese Buchung kann ihre vereinbarte Ortszeit nicht behalten, weil die Zeit belegt ist. Bitte verschieben Sie sie oder sagen Sie sie ab.',
      },
      relocated: {
        subject: (title) => `Neuer Ort: ${title}`,
        lead: 'Diese Buchung findet jetzt an einem anderen Ort statt.',
      },
      linkReady: {
        subject: (title) => `Link zur Teilnahme: ${title}`,
        lead: 'Mit diesem Link nehmen Sie teil.',
      },
      invited: {
        subject: (title) => `Einladung: ${title}`,
        lead: 'Sie sind zu diesem Termin eingeladen.',
      },
      uninvited: {
        subject: (title) => `Abgesagt: ${title}`,
        lead: 'Sie sind zu diesem Termin nicht mehr eingeladen.',
      },
      cancelled: {
        subject: (title) => `Abgesagt: ${title}`,
        lead: 'Diese Buchung wurde abgesagt.',
      },
      requestExpired: {
        subject: (title) => `Abgelaufen: ${title}`,
        lead: 'Diese Anfrage ist abgelaufen, weil sie nicht rechtzeitig beantwortet wurde. Die Zeit ist wieder frei.',
      },
      reminder: {
        subject: (title) => `Erinnerung: ${title}`,
        lead: 'Wir erinnern Sie an Ihre Buchung.',
      },
      thankYou: {
        subject: (title) => `Vielen Dank: ${title}`,
        lead: 'Vielen Dank für Ihren Besuch. Wir freuen uns auf ein Wiedersehen.',
      },
      noShow: {
        subject: (title) => `Wir haben Sie vermisst: ${title}`,
        lead: 'Wir haben Sie erwartet, aber Sie waren nicht da. Sie können jederzeit eine neue Zeit buchen.',
      },
      waitlistOffered: {
        subject: (title) => `Ein Termin ist frei: ${title}`,
        lead: 'Ein Termin ist frei geworden, und Sie sind an der Reihe. Wir halten ihn für Sie frei. Bestätigen Sie ihn rechtzeitig, sonst bekommt ihn die nächste Person.',
      },
      waitlistLapsed: {
        subject: (title) => `Angebot abgelaufen: ${title}`,
        lead: 'Sie haben diesen Termin nicht bestätigt. Er geht an die nächste Person auf der Liste. Sie behalten Ihren Platz auf der Warteliste, bis drei Angebote abgelaufen sind.',
      },
    },
  },
  stays: {
    locale: 'de-DE',
    title: (calendarName) => `Aufenthalt: ${calendarName}`,
    arrival: 'Anreise',
    departure: 'Abreise',
    from: (hour) => `ab ${hour} Uhr`,
    until: (hour) => `bis ${hour} Uhr`,
    what: 'Was',
    previousDates: 'Bisher',
    days: (arrival, departure) => `${arrival} bis ${departure}`,
    link: 'Ansehen, verschieben oder absagen',
    length: 'Nächte',
    nights: nightsIn('de-DE', { one: '# Nacht', other: '# Nächte' }),
    bookingMessages: {
      emailProofNeeded: {
        lead: 'Öffnen Sie den Link, um die Buchung zu bestätigen. Wir halten die Nächte einige Minuten frei. Falls Sie nicht gebucht haben, ignorieren Sie diese E-Mail.',
      },
      rescheduled: {
        subject: (title) => `Neuer Zeitraum: ${title}`,
        lead: 'Der Zeitraum dieses Aufenthalts hat sich geändert.',
      },
      invited: { lead: 'Sie sind zu diesem Aufenthalt eingeladen.' },
      uninvited: { lead: 'Sie sind zu diesem Aufenthalt nicht mehr eingeladen.' },
      requestExpired: {
        lead: 'Diese Anfrage ist abgelaufen, weil sie nicht rechtzeitig beantwortet wurde. Die Nächte sind wieder frei.',
      },
    },
    messages: {
      'stay.created': { subject: 'Bestätigt', lead: 'Ihr Aufenthalt ist gebucht.' },
      'stay.updated': {
        subject: 'Neuer Zeitraum',
        lead: 'Der Zeitraum Ihres Aufenthalts hat sich geändert.',
      },
      'stay.deleted': { subject: 'Abgesagt', lead: 'Ihr Aufenthalt wurde abgesagt.' },
    },
  },
  payments: {
    amount: 'Betrag',
    due: 'Noch zu zahlen',
    payBy: 'Zahlen bis',
    pay: 'Jetzt bezahlen',
    unpaid: 'Die Zahlung ist fehlgeschlagen.',
    balanceUnpaid: 'Der Rest des Preises wurde nicht rechtzeitig bezahlt.',
    securityDeposit: {
      label: 'Kaution',
      title: (service) => `Kaution: ${service}`,
      link: 'Kaution freigeben',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `Bitte geben Sie die Kaution frei: ${title}`,
          lead: 'Das Haus bittet vor Ihrer Anreise um eine Kaution. Geben Sie sie auf Ihrer Karte frei: Der Betrag wird reserviert und nicht abgebucht. Nach Ihrer Abreise wird er wieder frei, wenn nichts beschädigt wurde.',
        },
        securityDepositTaken: {
          subject: (title) => `Von Ihrer Kaution einbehalten: ${title}`,
          lead: 'Das Haus hat diesen Betrag von Ihrer Kaution einbehalten. Der Rest wurde wieder frei.',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `Bitte bezahlen: ${title}`,
        lead: 'Mit Ihrer Zahlung ist die Buchung bestätigt. Bis dahin halten wir den Termin für Sie frei.',
      },
      paymentFailed: {
        subject: (title) => `Zahlung fehlgeschlagen: ${title}`,
        lead: 'Ihre Buchung ist bestätigt, aber die Zahlung ist fehlgeschlagen. Bitte bezahlen Sie noch einmal.',
      },
      refunded: {
        subject: (title) => `Erstattung: ${title}`,
        lead: 'Wir haben Ihnen Geld erstattet. Es kann einige Tage dauern, bis es ankommt.',
      },
    },
  },
  groups: {
    requested:
      'Wir haben Ihre Anfrage für diese Termine erhalten. Sie bekommen eine E-Mail, sobald sie beantwortet ist.',
    approvalNeeded: 'Diese Terminanfragen warten auf Ihre Zusage.',
    confirmed: 'Ihre Termine sind bestätigt.',
    newBooking: 'Sie haben neue Buchungen.',
    invited: 'Sie sind zu diesen Terminen eingeladen.',
    rescheduled: 'Diese Termine wurden verschoben.',
    cancelled: 'Diese Termine wurden abgesagt.',
  },
  sessions: {
    seats: 'Plätze',
    taken: (count, capacity) => `${count} von ${capacity} belegt`,
    messages: {
      cancelled: {
        subject: (title) => `Kurs abgesagt: ${title}`,
        lead: 'Dieser Kurs wurde abgesagt. Alle, die gebucht haben, bekommen eine E-Mail.',
      },
      moved: {
        subject: (title) => `Kurs verschoben: ${title}`,
        lead: 'Dieser Kurs wurde verschoben. Alle, die gebucht haben, bekommen eine E-Mail.',
      },
      joined: {
        subject: (title) => `Kurs übernommen: ${title}`,
        lead: 'Sie übernehmen diesen Kurs. Alle, die gebucht haben, bekommen eine E-Mail.',
      },
      left: {
        subject: (title) => `Kurs abgegeben: ${title}`,
        lead: 'Dieser Kurs wurde an jemand anderen vergeben. Sie nehmen nicht mehr teil.',
      },
      changed: {
        subject: (title) => `Kurs geändert: ${title}`,
        lead: 'Personen oder Räume dieses Kurses haben sich geändert. Die Zeit bleibt gleich.',
      },
      emptied: {
        subject: (title) => `Kurs ohne Buchungen: ${title}`,
        lead: 'Für diesen Kurs ist niemand mehr gebucht. Ihre Zeit ist wieder frei.',
      },
    },
  },
  waitlist: {
    links: { joinList: 'Auf die Warteliste setzen', viewList: 'Warteliste ansehen oder verlassen' },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Bitte bestätigen: Warteliste für ${title}`,
        lead: 'Öffnen Sie den Link innerhalb von 24 Stunden, um auf die Warteliste zu kommen. Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
      },
      waitlistJoined: {
        subject: (title) => `Auf der Warteliste: ${title}`,
        lead: 'Sie stehen auf der Warteliste. Sobald ein Termin frei wird und Sie an der Reihe sind, halten wir ihn für Sie frei und schreiben Ihnen.',
      },
      waitlistEnded: {
        subject: (title) => `Nicht mehr auf der Warteliste: ${title}`,
        lead: 'Sie stehen nicht mehr auf dieser Warteliste: Der Zeitraum ist vorbei, drei Angebote sind abgelaufen, der Kurs fällt aus, oder die Liste wurde geschlossen.',
      },
    },
  },
  signIn: {
    subject: (account) => `Ihre Buchungen bei ${account}`,
    lead: (account) =>
      `Öffnen Sie den Link innerhalb von 15 Minuten, um Ihre Buchungen bei ${account} zu sehen. Er funktioniert einmal. Falls Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.`,
    link: 'Meine Buchungen ansehen',
  },
  sms: {
    kinds: {
      requested: 'Anfrage erhalten',
      confirmed: 'Buchung bestätigt',
      rescheduled: 'Neue Zeit für Ihre Buchung',
      otherService: 'Neue Leistung für Ihre Buchung',
      cancelled: 'Buchung abgesagt',
      requestExpired: 'Ihre Anfrage ist ohne Antwort abgelaufen',
      reminder: 'Erinnerung an Ihre Buchung',
    },
    manage: 'Ändern oder absagen',
  },
} satisfies Texts
