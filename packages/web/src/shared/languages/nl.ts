import { pluralsOf } from '../plurals.ts'
import type { SharedTranslations } from './shared-translations.ts'

const plural = pluralsOf('nl')

export default {
  shared: {
    language: 'Taal',
    hourCycle: 'Tijdnotatie',
    hourCycles: {
      h23: '24 uur',
      h12: '12 uur',
    },
    firstWeekday: 'Eerste dag van de week',
    loading: 'Laden…',
    retry: 'Opnieuw proberen',
    offlineTitle: 'Geen verbinding',
    offline: 'We kunnen de server niet bereiken. Controleer uw verbinding en probeer het opnieuw.',
    slow: 'Dit duurt langer dan normaal. We proberen het nog steeds…',
    busyTitle: 'Te veel verzoeken',
    busy: (seconds) =>
      `Uw netwerk heeft te veel verzoeken verstuurd. Probeer het over ${plural(seconds, { one: '# seconde', other: '# seconden' })} opnieuw.`,
    busyLonger: (duration) =>
      `Uw netwerk heeft te veel verzoeken verstuurd. Probeer het over ${duration} opnieuw.`,
    failedTitle: 'Er is iets misgegaan',
    failed: 'Probeer het over een ogenblik opnieuw.',
    reference: (id) => `Referentie voor support: ${id}`,
    partMissing:
      'Een deel van deze pagina is niet geladen. Controleer uw verbinding en probeer het opnieuw.',
    crashed: 'Deze pagina werkt niet meer. Laad de pagina opnieuw om verder te gaan.',
    reload: 'Pagina opnieuw laden',
    notFoundTitle: 'Pagina niet gevonden',
    notFound: 'De link is misschien niet volledig, of de pagina bestaat niet meer.',
    poweredBy: 'Boeken met Holdfast',
  },
  slots: {
    zone: 'Tijdzone',
    zoneIs: (zone) => `Tijdzone: ${zone}`,
    change: 'Wijzigen',
    changeZone: 'Tijdzone wijzigen',
    searchZone: 'Zoek een stad',
    zonesFound: (count) =>
      plural(count, {
        0: 'Geen tijdzones gevonden. Zoek een grotere stad.',
        one: '# tijdzone',
        other: '# tijdzones',
      }),
    previousMonth: 'Vorige maand',
    nextMonth: 'Volgende maand',
    chooseDay: 'Kies een dag',
    today: 'vandaag',
    free: (count) => plural(count, { one: '# tijd beschikbaar', other: '# tijden beschikbaar' }),
    noneFree: 'geen tijden beschikbaar',
    timesOn: (day) => `Tijden op ${day}`,
    people: (count) => plural(count, { one: '# persoon', other: '# personen' }),
    seatsLeft: (count) => plural(count, { one: 'nog # plaats', other: 'nog # plaatsen' }),
    inProviderZone: (time, city) => `${time} in ${city}`,
    fromWhen: (when) => `Van ${when}`,
    untilWhen: (when) => `Tot ${when}`,
    noTimesTitle: 'Deze maand zijn er geen tijden beschikbaar',
    noTimes: 'Probeer een latere maand.',
    showNext: 'Volgende maand tonen',
    nextDay: 'Eerstvolgende beschikbare dag',
    searching: 'De eerstvolgende beschikbare dag wordt gezocht…',
    noneAhead: 'In de komende 12 maanden zijn er geen tijden beschikbaar.',
    morning: 'Ochtend',
    afternoon: 'Middag',
    evening: 'Avond',
  },
  problems: {
    slot_taken: {
      title: 'Deze tijd is bezet',
      text: 'Iemand heeft deze tijd zojuist geboekt. Kies een andere.',
    },
    slot_not_bookable: {
      title: 'Deze tijd is niet beschikbaar',
      text: 'Kies een andere tijd.',
    },
    session_cancelled: {
      title: 'Deze sessie gaat niet door',
      text: 'Ze vindt op deze tijd niet meer plaats. Kies een andere tijd.',
    },
    booker_not_allowed: {
      title: 'U kunt dit niet boeken',
      text: 'Dit is alleen voor bepaalde klanten, of u hebt het al zo vaak geboekt als is toegestaan. Kies een andere dienst of neem contact op met de aanbieder.',
    },
    limit_reached: {
      title: 'Maximum aantal boekingen bereikt',
      text: 'Voor deze dag of voor u is het maximum aantal boekingen bereikt. Kies een andere dag of annuleer een van uw boekingen.',
    },
    calendar_unavailable: {
      title: 'We kunnen deze tijd nu niet controleren',
      text: 'De agenda van de aanbieder reageert niet. Probeer het over een ogenblik opnieuw of kies een andere tijd.',
    },
    hold_expired: {
      title: 'Deze tijd is niet meer voor u gereserveerd',
      text: 'Uw reservering is verlopen, dus anderen konden deze tijd boeken. Kies opnieuw een tijd.',
    },
    invalid_transition: {
      title: 'Dit kan niet meer',
      text: 'De boeking is gewijzigd. Laad de pagina opnieuw om de huidige gegevens te zien.',
    },
    event_type_inactive: {
      title: 'Nu niet beschikbaar',
      text: 'De aanbieder neemt deze boekingen op dit moment niet aan.',
    },
    provider_inactive: {
      title: 'Nu niet beschikbaar',
      text: 'De aanbieder neemt op dit moment geen boekingen aan.',
    },
    account_suspended: {
      title: 'Nu niet beschikbaar',
      text: 'De aanbieder neemt op dit moment geen boekingen aan.',
    },
    not_a_candidate: {
      title: 'Deze keuze is niet meer beschikbaar',
      text: 'Kies iemand anders, of ‘Geen voorkeur’.',
    },
    too_late_to_change: {
      title: 'Het is te laat om dit te wijzigen',
      text: 'Deze boeking is al begonnen. Neem contact op met de aanbieder.',
    },
    reschedule_limit_reached: {
      title: 'Deze boeking kan niet nog eens worden verzet',
      text: 'De boeking is zo vaak verzet als de aanbieder toestaat. Neem contact op met de aanbieder.',
    },
    payment_required: {
      title: 'Betaling nodig',
      text: 'De boeking wordt bevestigd zodra er is betaald.',
    },
    payment_unavailable: {
      title: 'We kunnen nu geen betalingen aannemen',
      text: 'De betaaldienst reageert niet. Probeer het over een ogenblik opnieuw. Er is niets afgeschreven.',
    },
    validation_failed: {
      title: 'Controleer uw gegevens',
      text: 'Sommige gegevens zijn ongeldig. Verbeter ze en probeer het opnieuw.',
    },
    request_in_progress: {
      title: 'Nog in behandeling',
      text: 'Uw verzoek wordt nog verwerkt. Probeer het over een ogenblik opnieuw.',
    },
  },
  details: {
    name: 'Naam',
    email: 'E-mail',
    note: 'Bericht (optioneel)',
    nameMissing: 'Vul uw naam in',
    emailWrong: 'Vul een e-mailadres in, bijvoorbeeld ada@example.com',
    emailLetters:
      'Gebruik vóór de @ alleen letters van a tot z, cijfers en tekens, bijvoorbeeld ada@example.com',
    phone: 'Telefoonnummer',
    phoneHint: 'U ontvangt dan geen e-mails. Bewaar de link die we aan het einde tonen.',
    phoneWrong: 'Vul een telefoonnummer in, bijvoorbeeld +31\u00a020\u00a0123\u00a04567',
    usePhone: 'In plaats daarvan een telefoonnummer gebruiken',
    useEmail: 'In plaats daarvan een e-mailadres gebruiken',
    notAccepted: 'Dit is niet geaccepteerd. Controleer het en probeer het opnieuw.',
  },
  calendarLinks: {
    title: 'Aan agenda toevoegen',
    download: 'Agendabestand (.ics)',
    google: 'Google Agenda',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: 'op aanvraag',
    dates: 'Afspraak',
    from: (day) => `vanaf ${day}`,
    next: (when) => `Eerstvolgende tijd: ${when}`,
  },
  location: {
    where: 'Waar',
    inPerson: 'Op locatie',
    callNumber: (phone) => `Telefonisch: u belt ${phone}`,
    callYou: 'Telefonisch: wij bellen u',
    link: 'Online',
    googleMeet: 'Online: Google Meet',
    teams: 'Online: Microsoft Teams',
    askBooker: 'Op een plaats die u kiest',
    join: 'Online deelnemen',
  },
  redirect: {
    going: (site) => `U gaat naar ${site}…`,
    goNow: 'Verder',
  },
  signedIn: {
    as: (email) => `Aangemeld als ${email}`,
    signOut: 'Uitloggen',
  },
  nights: {
    chooseArrival: 'Kies uw aankomstdatum.',
    chooseDeparture: 'Kies uw vertrekdatum.',
    arrival: 'Aankomst',
    departure: 'Vertrek',
    length: 'Duur van het verblijf',
    nights: (count) => plural(count, { one: '# nacht', other: '# nachten' }),
    canArrive: 'aankomst mogelijk',
    canLeave: (nights) =>
      `vertrek mogelijk, ${plural(nights, { one: '# nacht', other: '# nachten' })}`,
    inStay: 'onderdeel van uw verblijf',
    taken: 'bezet',
    closed: 'gesloten',
    notPossible: 'niet beschikbaar',
    lead: (checkIn, checkOut) =>
      `Inchecken vanaf ${checkIn} uur, uitchecken uiterlijk ${checkOut} uur.`,
    houseRules: 'Huisregels',
    minNights: (count) => plural(count, { 1: '', other: 'Minimaal verblijf: # nachten.' }),
    maxNights: (count) =>
      `Maximaal verblijf: ${plural(count, { one: '# nacht', other: '# nachten' })}.`,
    takenTitle: 'Enkele nachten zijn zojuist geboekt',
    ruleTitle: 'Deze data kunt u niet boeken',
    rule: 'De boekingsregels zijn gewijzigd. Kies andere data.',
    startOver: 'Andere data kiezen',
    from: (day, time) => `${day}, vanaf ${time} uur`,
    by: (day, time) => `${day}, uiterlijk ${time} uur`,
    zone: (city) => `Alle tijden zijn lokale tijd in ${city}.`,
    moveTitle: 'Kies nieuwe data',
    moveNote: 'U houdt uw nachten totdat de nieuwe zijn geboekt.',
    moveYes: (arrival, departure) => `Verblijf verzetten naar ${arrival} – ${departure}`,
    keepDates: 'Mijn data behouden',
    notFreeTitle: 'Deze data zijn niet mogelijk',
    notFree: 'Enkele nachten zijn zojuist geboekt, of de regels zijn gewijzigd. Kies andere data.',
    newTotal: (amount) => `Met deze data kost uw verblijf in totaal ${amount}.`,
    newTotalNote:
      'Is dat meer dan eerst, dan mailen we u een link om de rest te betalen. Is het minder, dan krijgt u terug wat de annuleringsvoorwaarden toestaan.',
    perNight: (amount: string) => `${amount} per nacht`,
    total: (amount: string) => `Totaal: ${amount}`,
    bookThese: 'Deze data boeken',
  },
} satisfies SharedTranslations
