import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in Dutch. */
export default {
  bookings: {
    language: 'nl',
    locale: 'nl-NL',
    title: (title, providerName) => `${title ?? 'Afspraak'} bij ${providerName}`,
    and: (first, second) => `${first} en ${second}`,
    andMore: (first, count) => `${first} en nog ${count}`,
    nowWith: (names) => `Uw boeking is nu bij ${names}.`,
    insteadOf: (now, before) => `${now} in plaats van ${before}`,
    nowFor: (now, before) => `Deze boeking is nu voor ${now} in plaats van ${before}.`,
    clock: (time) => `${time} uur`,
    rows: {
      what: 'Wat',
      when: 'Wanneer',
      where: 'Waar',
      previousTime: 'Vorige tijd',
      agreedTime: 'Afgesproken tijd',
      with: 'Bij',
      bookedBy: 'Geboekt door',
      note: 'Bericht',
      reason: 'Reden',
      answerBy: 'Antwoord uiterlijk',
      alsoBooked: 'Ook geboekt',
    },
    othersStay: 'De andere afspraken die u tegelijk hebt geboekt, blijven ongewijzigd.',
    providerGone: 'De aanbieder is niet meer beschikbaar.',
    serviceGone: 'Deze dienst wordt niet meer aangeboden.',
    receivedBecause: {
      booker: (name) =>
        `U ontvangt deze e-mail omdat dit adres is gebruikt voor een boeking bij ${name}.`,
      guest: (name) =>
        `U ontvangt deze e-mail omdat u bent uitgenodigd voor een boeking bij ${name}.`,
      staff: (name) => `U ontvangt deze e-mail omdat u met ${name} werkt.`,
    },
    linkFollows: 'De link om deel te nemen volgt per e-mail.',
    links: {
      join: 'Deelnemen',
      confirm: 'Boeking bevestigen',
      manage: 'Bekijken, verzetten of annuleren',
      view: 'Boeking bekijken',
      approve: 'Goedkeuren',
      decline: 'Afwijzen',
      open: 'Openen in het dashboard',
      addToCalendar: 'Aan agenda toevoegen',
    },
    messages: {
      emailProofNeeded: {
        subject: (title) => `Bevestig uw boeking: ${title}`,
        lead: 'Open de link om deze boeking te bevestigen. We houden de tijd een paar minuten vast. Hebt u niets geboekt? Negeer dan deze e-mail.',
      },
      requested: {
        subject: (title) => `Aanvraag ontvangen: ${title}`,
        lead: 'We hebben uw aanvraag ontvangen. We mailen u zodra er een antwoord is.',
      },
      approvalNeeded: {
        subject: (title) => `Akkoord nodig: ${title}`,
        lead: 'Een boekingsaanvraag wacht op uw akkoord.',
      },
      confirmed: {
        subject: (title) => `Bevestigd: ${title}`,
        lead: 'Uw boeking is bevestigd.',
      },
      newBooking: {
        subject: (title) => `Nieuwe boeking: ${title}`,
        lead: 'U hebt een nieuwe boeking.',
      },
      rescheduled: {
        subject: (title) => `Nieuwe tijd: ${title}`,
        lead: 'Deze boeking heeft een nieuwe tijd.',
      },
      otherService: {
        subject: (title) => `Andere dienst: ${title}`,
      },
      reassigned: {
        subject: (title) => `Gewijzigd: ${title}`,
      },
      teamChanged: {
        subject: (title) => `Gewijzigd: ${title}`,
        lead: 'De personen of ruimtes van deze boeking zijn gewijzigd. De tijd blijft gelijk.',
      },
      withdrawn: {
        subject: (title) => `Overgedragen: ${title}`,
        lead: 'Deze boeking is aan iemand anders gegeven. U neemt niet meer deel.',
      },
      clocksChanged: {
        subject: (title) => `Klokwijziging: ${title}`,
        lead: 'De regels voor zomer- en wintertijd zijn gewijzigd op de plaats van deze boeking. De afgesproken lokale tijd blijft gelijk. Werk uw agenda bij.',
      },
      timeConflict: {
        subject: (title) => `Verzetten nodig: ${title}`,
        lead: 'De regels voor zomer- en wintertijd zijn gewijzigd in uw tijdzone. Deze boeking kan de afgesproken lokale tijd niet houden, omdat die tijd bezet is. Verzet of annuleer de boeking.',
      },
      relocated: {
        subject: (title) => `Nieuwe plaats: ${title}`,
        lead: 'Deze boeking vindt nu ergens anders plaats.',
      },
      linkReady: {
        subject: (title) => `Link om deel te nemen: ${title}`,
        lead: 'Dit is de link om deel te nemen.',
      },
      invited: {
        subject: (title) => `Uitnodiging: ${title}`,
        lead: 'U bent uitgenodigd voor deze afspraak.',
      },
      uninvited: {
        subject: (title) => `Geannuleerd: ${title}`,
        lead: 'U bent niet meer uitgenodigd voor deze afspraak.',
      },
      cancelled: {
        subject: (title) => `Geannuleerd: ${title}`,
        lead: 'Deze boeking is geannuleerd.',
      },
      requestExpired: {
        subject: (title) => `Verlopen: ${title}`,
        lead: 'Deze aanvraag is verlopen omdat er niet op tijd is geantwoord. De tijd is weer beschikbaar.',
      },
      reminder: {
        subject: (title) => `Herinnering: ${title}`,
        lead: 'Uw boeking komt eraan.',
      },
      thankYou: {
        subject: (title) => `Bedankt: ${title}`,
        lead: 'Bedankt voor uw bezoek. Graag tot ziens.',
      },
      noShow: {
        subject: (title) => `We hebben u gemist: ${title}`,
        lead: 'We hadden u verwacht, maar u was er niet. U kunt op elk moment een nieuwe tijd boeken.',
      },
      waitlistOffered: {
        subject: (title) => `Er is een tijd vrij: ${title}`,
        lead: 'Er is een tijd vrijgekomen en u bent aan de beurt. We houden die voor u vast. Bevestig op tijd, anders gaat de tijd naar de volgende.',
      },
      waitlistLapsed: {
        subject: (title) => `Aanbod verlopen: ${title}`,
        lead: 'U hebt deze tijd niet bevestigd. De tijd gaat naar de volgende op de lijst. U houdt uw plaats op de wachtlijst, tot drie keer.',
      },
    },
  },
  stays: {
    locale: 'nl-NL',
    title: (calendarName) => `Verblijf: ${calendarName}`,
    arrival: 'Aankomst',
    departure: 'Vertrek',
    from: (hour) => `vanaf ${hour} uur`,
    until: (hour) => `uiterlijk ${hour} uur`,
    what: 'Wat',
    previousDates: 'Vorige data',
    days: (arrival, departure) => `${arrival} tot ${departure}`,
    link: 'Bekijken, verzetten of annuleren',
    length: 'Nachten',
    nights: nightsIn('nl-NL', { one: '# nacht', other: '# nachten' }),
    bookingMessages: {
      emailProofNeeded: {
        lead: 'Open de link om deze boeking te bevestigen. We houden de nachten een paar minuten vast. Hebt u niets geboekt? Negeer dan deze e-mail.',
      },
      rescheduled: {
        subject: (title) => `Nieuwe data: ${title}`,
        lead: 'Dit verblijf heeft nieuwe data.',
      },
      invited: { lead: 'U bent uitgenodigd voor dit verblijf.' },
      uninvited: { lead: 'U bent niet meer uitgenodigd voor dit verblijf.' },
      requestExpired: {
        lead: 'Deze aanvraag is verlopen, omdat ze niet op tijd is beantwoord. De nachten zijn weer vrij.',
      },
    },
    messages: {
      'stay.created': {
        subject: 'Bevestigd',
        lead: 'Uw verblijf is geboekt.',
      },
      'stay.updated': {
        subject: 'Nieuwe data',
        lead: 'De data van uw verblijf zijn gewijzigd.',
      },
      'stay.deleted': {
        subject: 'Geannuleerd',
        lead: 'Uw verblijf is geannuleerd.',
      },
    },
  },
  payments: {
    amount: 'Bedrag',
    due: 'Nog te betalen',
    payBy: 'Betalen voor',
    pay: 'Nu betalen',
    unpaid: 'De betaling is mislukt.',
    balanceUnpaid: 'De rest van de prijs is niet op tijd betaald.',
    securityDeposit: {
      label: 'Borg',
      title: (service) => `Borg: ${service}`,
      link: 'Borg autoriseren',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `Autoriseer de borg: ${title}`,
          lead: 'Het verblijf vraagt een borg voor uw aankomst. Autoriseer deze op uw kaart: het bedrag wordt gereserveerd en niet afgeschreven. Na uw vertrek wordt het vrijgegeven als er niets is beschadigd.',
        },
        securityDepositTaken: {
          subject: (title) => `Ingehouden van uw borg: ${title}`,
          lead: 'Het verblijf heeft dit bedrag van uw borg ingehouden. De rest is vrijgegeven.',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `Betaling nodig: ${title}`,
        lead: 'Betaal om uw boeking te bevestigen. Tot dan houden we de tijd voor u vrij.',
      },
      paymentFailed: {
        subject: (title) => `Betaling mislukt: ${title}`,
        lead: 'Uw boeking is bevestigd, maar de betaling is mislukt. Betaal opnieuw.',
      },
      refunded: {
        subject: (title) => `Terugbetaling: ${title}`,
        lead: 'We hebben u geld terugbetaald. Het kan enkele dagen duren voordat u het ontvangt.',
      },
    },
  },
  groups: {
    requested:
      'We hebben uw aanvraag voor deze afspraken ontvangen. U krijgt een e-mail zodra deze is beantwoord.',
    approvalNeeded: 'Deze aanvragen wachten op uw goedkeuring.',
    confirmed: 'Uw afspraken zijn bevestigd.',
    newBooking: 'U hebt nieuwe boekingen.',
    invited: 'U bent uitgenodigd voor deze afspraken.',
    rescheduled: 'Deze afspraken zijn verplaatst.',
    cancelled: 'Deze afspraken zijn geannuleerd.',
  },
  sessions: {
    seats: 'Plaatsen',
    taken: (count, capacity) => `${count} van ${capacity} bezet`,
    messages: {
      cancelled: {
        subject: (title) => `Les geannuleerd: ${title}`,
        lead: 'Deze les is geannuleerd. Iedereen die heeft geboekt, krijgt een e-mail.',
      },
      moved: {
        subject: (title) => `Les verplaatst: ${title}`,
        lead: 'Deze les heeft een nieuwe tijd. Iedereen die heeft geboekt, krijgt een e-mail.',
      },
      joined: {
        subject: (title) => `Les toegewezen: ${title}`,
        lead: 'Deze les is aan u gegeven. Iedereen die heeft geboekt, krijgt een e-mail.',
      },
      left: {
        subject: (title) => `Les overgedragen: ${title}`,
        lead: 'Deze les is aan iemand anders gegeven. U doet niet meer mee.',
      },
      changed: {
        subject: (title) => `Les gewijzigd: ${title}`,
        lead: 'De mensen of ruimtes van deze les zijn gewijzigd. De tijd blijft gelijk.',
      },
      emptied: {
        subject: (title) => `Les zonder boekingen: ${title}`,
        lead: 'Niemand heeft deze les nog geboekt. Uw tijd is weer vrij.',
      },
    },
  },
  waitlist: {
    links: { joinList: 'Op de wachtlijst', viewList: 'Wachtlijst bekijken of verlaten' },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Bevestig: wachtlijst voor ${title}`,
        lead: 'Open de link binnen 24 uur om op de wachtlijst te komen. Hebt u dit niet gevraagd? Negeer dan deze e-mail.',
      },
      waitlistJoined: {
        subject: (title) => `Op de wachtlijst: ${title}`,
        lead: 'U staat op de wachtlijst. Komt er een tijd vrij en bent u aan de beurt, dan houden we die voor u vast en mailen we u.',
      },
      waitlistEnded: {
        subject: (title) => `Niet meer op de wachtlijst: ${title}`,
        lead: 'U staat niet meer op deze wachtlijst: de periode is voorbij, drie keer is een aanbod verlopen, de les gaat niet door of de lijst is gesloten.',
      },
    },
  },
  signIn: {
    subject: (account) => `Uw boekingen bij ${account}`,
    lead: (account) =>
      `Open de link binnen 15 minuten om uw boekingen bij ${account} te bekijken. De link werkt één keer. Hebt u dit niet gevraagd? Negeer dan deze e-mail.`,
    link: 'Mijn boekingen bekijken',
  },
  sms: {
    kinds: {
      requested: 'Aanvraag ontvangen',
      confirmed: 'Boeking bevestigd',
      rescheduled: 'Nieuwe tijd voor uw boeking',
      otherService: 'Andere dienst voor uw boeking',
      cancelled: 'Boeking geannuleerd',
      requestExpired: 'Uw aanvraag is zonder antwoord verlopen',
      reminder: 'Herinnering aan uw boeking',
    },
    manage: 'Wijzigen of annuleren',
  },
} satisfies Texts
