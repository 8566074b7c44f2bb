import { pluralsOf } from '../plurals.ts'
import type { SharedTranslations } from './shared-translations.ts'

const plural = pluralsOf('it')

export default {
  shared: {
    language: 'Lingua',
    hourCycle: 'Formato dell’ora',
    hourCycles: {
      h23: '24 h',
      h12: '12 h',
    },
    firstWeekday: 'Primo giorno della settimana',
    loading: 'Caricamento…',
    retry: 'Riprova',
    offlineTitle: 'Nessuna connessione',
    offline: 'Il server non è raggiungibile. Controlli la connessione e riprovi.',
    slow: 'Ci vuole più tempo del solito. Stiamo ancora provando…',
    busyTitle: 'Troppe richieste',
    busy: (seconds) =>
      `La Sua rete ha inviato troppe richieste. Riprovi tra ${plural(seconds, { one: '# secondo', other: '# secondi' })}.`,
    busyLonger: (duration) => `La Sua rete ha inviato troppe richieste. Riprovi tra ${duration}.`,
    failedTitle: 'Si è verificato un errore',
    failed: 'Riprovi tra un momento.',
    reference: (id) => `Riferimento per l’assistenza: ${id}`,
    partMissing:
      'Una parte di questa pagina non è stata caricata. Controlli la connessione e riprovi.',
    crashed: 'Questa pagina ha smesso di funzionare. La ricarichi per continuare.',
    reload: 'Ricarica la pagina',
    notFoundTitle: 'Pagina non trovata',
    notFound: 'Il link potrebbe essere incompleto o la pagina non esiste più.',
    poweredBy: 'Prenotazioni con Holdfast',
  },
  slots: {
    zone: 'Fuso orario',
    zoneIs: (zone) => `Fuso orario: ${zone}`,
    change: 'Cambia',
    changeZone: 'Cambia fuso orario',
    searchZone: 'Cerchi una città',
    zonesFound: (count) =>
      plural(count, {
        0: 'Nessun fuso orario trovato. Cerchi una città più grande.',
        one: '# fuso orario',
        other: '# fusi orari',
      }),
    previousMonth: 'Mese precedente',
    nextMonth: 'Mese successivo',
    chooseDay: 'Scelga un giorno',
    today: 'oggi',
    free: (count) => plural(count, { one: '# orario disponibile', other: '# orari disponibili' }),
    noneFree: 'nessun orario disponibile',
    timesOn: (day) => `Orari di ${day}`,
    people: (count) => plural(count, { one: '# persona', other: '# persone' }),
    seatsLeft: (count) => plural(count, { one: '# posto libero', other: '# posti liberi' }),
    inProviderZone: (time, city) => `${time} a ${city}`,
    fromWhen: (when) => `Da ${when}`,
    untilWhen: (when) => `Fino a ${when}`,
    noTimesTitle: 'Nessun orario disponibile questo mese',
    noTimes: 'Provi un mese successivo.',
    showNext: 'Mostra il mese successivo',
    nextDay: 'Prossimo giorno disponibile',
    searching: 'Ricerca del prossimo giorno disponibile…',
    noneAhead: 'Nessun orario disponibile nei prossimi 12 mesi.',
    morning: 'Mattina',
    afternoon: 'Pomeriggio',
    evening: 'Sera',
  },
  problems: {
    slot_taken: {
      title: 'Questo orario è già occupato',
      text: 'Qualcuno ha appena prenotato questo orario. Ne scelga un altro.',
    },
    slot_not_bookable: {
      title: 'Questo orario non è disponibile',
      text: 'Scelga un altro orario.',
    },
    session_cancelled: {
      title: 'Questa sessione è stata annullata',
      text: 'Non si tiene più a questo orario. Ne scelga un altro.',
    },
    booker_not_allowed: {
      title: 'Non può prenotare questo servizio',
      text: 'È riservato a determinati clienti, oppure lo ha già prenotato tutte le volte consentite. Scelga un altro servizio o contatti il professionista.',
    },
    limit_reached: {
      title: 'Limite di prenotazioni raggiunto',
      text: 'È stato raggiunto il numero massimo di prenotazioni per questo giorno o per Lei. Scelga un altro giorno o annulli una delle Sue prenotazioni.',
    },
    calendar_unavailable: {
      title: 'Al momento non possiamo verificare questo orario',
      text: 'Il calendario del professionista non risponde. Riprovi tra un momento o scelga un altro orario.',
    },
    hold_expired: {
      title: 'Questo orario non è più riservato a Lei',
      text: 'La prenotazione provvisoria è scaduta, quindi altri hanno potuto prenotare questo orario. Scelga di nuovo un orario.',
    },
    invalid_transition: {
      title: 'Non è più possibile',
      text: 'La prenotazione è cambiata. Ricarichi la pagina per vedere i dati attuali.',
    },
    event_type_inactive: {
      title: 'Non disponibile al momento',
      text: 'Il professionista al momento non accetta queste prenotazioni.',
    },
    provider_inactive: {
      title: 'Non disponibile al momento',
      text: 'Il professionista al momento non accetta prenotazioni.',
    },
    account_suspended: {
      title: 'Non disponibile al momento',
      text: 'Il professionista al momento non accetta prenotazioni.',
    },
    not_a_candidate: {
      title: 'Questa scelta non è più disponibile',
      text: 'Scelga un’altra persona o «Nessuna preferenza».',
    },
    too_late_to_change: {
      title: 'È troppo tardi per modificare',
      text: 'Questa prenotazione è già iniziata. Contatti il professionista.',
    },
    reschedule_limit_reached: {
      title: 'Questa prenotazione non può più essere spostata',
      text: 'È stata spostata tutte le volte consentite dal professionista. Contatti il professionista.',
    },
    payment_required: {
      title: 'Pagamento necessario',
      text: 'La prenotazione viene confermata dopo il pagamento.',
    },
    payment_unavailable: {
      title: 'Al momento non possiamo accettare pagamenti',
      text: 'Il servizio di pagamento non risponde. Riprovi tra un momento. Non è stato addebitato nulla.',
    },
    validation_failed: {
      title: 'Controlli i Suoi dati',
      text: 'Alcuni dati non sono validi. Li corregga e riprovi.',
    },
    request_in_progress: {
      title: 'Elaborazione in corso',
      text: 'La Sua richiesta è ancora in elaborazione. Riprovi tra un momento.',
    },
  },
  details: {
    name: 'Nome',
    email: 'E-mail',
    note: 'Messaggio (facoltativo)',
    nameMissing: 'Inserisca il Suo nome',
    emailWrong: 'Inserisca un indirizzo e-mail, ad esempio ada@example.com',
    emailLetters:
      'Prima della @ usi solo lettere dalla a alla z, cifre e segni, ad esempio ada@example.com',
    phone: 'Numero di telefono',
    phoneHint: 'In tal caso non riceverà e-mail. Conservi il link che Le mostreremo alla fine.',
    phoneWrong: 'Inserisca un numero di telefono, ad esempio +39\u00a006\u00a0698\u00a012345',
    usePhone: 'Usa invece un numero di telefono',
    useEmail: 'Usa invece un indirizzo e-mail',
    notAccepted: 'Questo valore non è stato accettato. Lo controlli e riprovi.',
  },
  calendarLinks: {
    title: 'Aggiungi al calendario',
    download: 'File di calendario (.ics)',
    google: 'Google Calendar',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: 'su richiesta',
    dates: 'Appuntamento',
    from: (day) => `da ${day}`,
    next: (when) => `Primo orario libero: ${when}`,
  },
  location: {
    where: 'Luogo',
    inPerson: 'Di persona',
    callNumber: (phone) => `Per telefono: chiami il ${phone}`,
    callYou: 'Per telefono: La chiamiamo noi',
    link: 'Online',
    googleMeet: 'Online: Google Meet',
    teams: 'Online: Microsoft Teams',
    askBooker: 'In un luogo a Sua scelta',
    join: 'Partecipa online',
  },
  redirect: {
    going: (site) => `La stiamo portando su ${site}…`,
    goNow: 'Continua',
  },
  signedIn: {
    as: (email) => `Accesso con ${email}`,
    signOut: 'Esci',
  },
  nights: {
    chooseArrival: 'Scelga la data di arrivo.',
    chooseDeparture: 'Scelga la data di partenza.',
    arrival: 'Arrivo',
    departure: 'Partenza',
    length: 'Durata del soggiorno',
    nights: (count) => plural(count, { one: '# notte', other: '# notti' }),
    canArrive: 'arrivo possibile',
    canLeave: (nights) =>
      `partenza possibile, ${plural(nights, { one: '# notte', other: '# notti' })}`,
    inStay: 'compreso nel Suo soggiorno',
    taken: 'occupato',
    closed: 'chiuso',
    notPossible: 'non disponibile',
    lead: (checkIn, checkOut) => `Check-in dalle ${checkIn}, check-out entro le ${checkOut}.`,
    houseRules: 'Regole della casa',
    minNights: (count) => plural(count, { 1: '', other: 'Soggiorno minimo: # notti.' }),
    maxNights: (count) =>
      `Soggiorno massimo: ${plural(count, { one: '# notte', other: '# notti' })}.`,
    takenTitle: 'Alcune notti sono state appena occupate',
    ruleTitle: 'Queste date non si possono prenotare',
    rule: 'Le condizioni di prenotazione sono cambiate. Scelga altre date.',
    startOver: 'Scegli altre date',
    from: (day, time) => `${day}, dalle ${time}`,
    by: (day, time) => `${day}, entro le ${time}`,
    zone: (city) => `Tutti gli orari sono nell’ora locale di ${city}.`,
    moveTitle: 'Scelga nuove date',
    moveNote: 'Mantiene le Sue notti finché le nuove non sono prenotate.',
    moveYes: (arrival, departure) => `Sposta il soggiorno: ${arrival} – ${departure}`,
    keepDates: 'Mantieni le mie date',
    notFreeTitle: 'Queste date non sono possibili',
    notFree:
      'Alcune notti sono state appena occupate o le condizioni sono cambiate. Scelga altre date.',
    newTotal: (amount) => `Con queste date il soggiorno costa ${amount} in tutto.`,
    newTotalNote:
      'Se è più di prima, Le invieremo per e-mail un link per pagare il resto. Se è meno, Le viene rimborsato quanto previsto dalle condizioni di cancellazione.',
    perNight: (amount: string) => `${amount} a notte`,
    total: (amount: string) => `Totale: ${amount}`,
    bookThese: 'Prenota queste date',
  },
} satisfies SharedTranslations
