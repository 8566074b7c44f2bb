import { nightsIn } from './nights-in.ts'
import type { StayWords, Words } from './wording.ts'

/** Emails about bookings in Italian. */
export const ITALIAN: Words = {
  language: 'it',
  locale: 'it-IT',
  title: (title, providerName) => `${title ?? 'Appuntamento'} con ${providerName}`,
  and: (first, second) => `${first} e ${second}`,
  andMore: (first, count) => `${first} e altri ${count}`,
  nowWith: (names) => `La Sua prenotazione è ora con ${names}.`,
  clock: (time) => `${time}`,
  rows: {
    what: 'Prenotazione',
    when: 'Data',
    where: 'Luogo',
    previousTime: 'Orario precedente',
    agreedTime: 'Orario concordato',
    with: 'Con',
    bookedBy: 'Prenotato da',
    note: 'Messaggio',
    reason: 'Motivo',
    answerBy: 'Rispondere entro',
    alsoBooked: 'Prenotato insieme',
  },
  othersStay: 'Gli altri appuntamenti che ha prenotato insieme restano invariati.',
  providerGone: 'Il professionista non è più disponibile.',
  serviceGone: 'Questo servizio non è più disponibile.',
  receivedBecause: {
    booker: (name) =>
      `Riceve questa e-mail perché questo indirizzo è stato usato per una prenotazione presso ${name}.`,
    guest: (name) =>
      `Riceve questa e-mail perché è stato invitato a una prenotazione presso ${name}.`,
    staff: (name) => `Riceve questa e-mail perché lavora con ${name}.`,
  },
  linkFollows: 'Il link per partecipare arriverà per e-mail.',
  links: {
    join: 'Partecipa',
    confirm: 'Conferma la prenotazione',
    manage: 'Vedi, sposta o annulla',
    view: 'Vedi la prenotazione',
    approve: 'Accetta',
    decline: 'Rifiuta',
    open: 'Apri nel pannello',
    addToCalendar: 'Aggiungi al calendario',
  },
  messages: {
    emailProofNeeded: {
      subject: (title) => `Da confermare: ${title}`,
      lead: 'Apra il link per confermare questa prenotazione. Riserviamo l’orario per alcuni minuti. Se non l’ha richiesta Lei, ignori questa e-mail.',
    },
    requested: {
      subject: (title) => `Richiesta ricevuta: ${title}`,
      lead: 'Abbiamo ricevuto la Sua richiesta. Le scriveremo quando avrà una risposta.',
    },
    approvalNeeded: {
      subject: (title) => `Approvazione richiesta: ${title}`,
      lead: 'Una richiesta di prenotazione attende la Sua approvazione.',
    },
    confirmed: {
      subject: (title) => `Confermato: ${title}`,
      lead: 'La Sua prenotazione è confermata.',
    },
    newBooking: {
      subject: (title) => `Nuova prenotazione: ${title}`,
      lead: 'Ha una nuova prenotazione.',
    },
    rescheduled: {
      subject: (title) => `Nuovo orario: ${title}`,
      lead: 'Questa prenotazione ha un nuovo orario.',
    },
    reassigned: {
      subject: (title) => `Aggiornato: ${title}`,
    },
    teamChanged: {
      subject: (title) => `Aggiornato: ${title}`,
      lead: 'Le persone o le sale di questa prenotazione sono cambiate. L’orario resta lo stesso.',
    },
    withdrawn: {
      subject: (title) => `Riassegnato: ${title}`,
      lead: 'Questa prenotazione è stata affidata a un’altra persona. Lei non vi partecipa più.',
    },
    clocksChanged: {
      subject: (title) => `Cambio dell’ora: ${title}`,
      lead: 'Le norme sul cambio dell’ora sono state modificate nel luogo di questa prenotazione. L’ora locale concordata resta invariata. Aggiorni il Suo calendario.',
    },
    timeConflict: {
      subject: (title) => `Da spostare: ${title}`,
      lead: 'Le norme sul cambio dell’ora sono state modificate nel Suo fuso orario. Questa prenotazione non può mantenere l’ora locale concordata perché è occupata. La sposti o la annulli.',
    },
    relocated: {
      subject: (title) => `Nuovo luogo: ${title}`,
      lead: 'Questa prenotazione si svolge ora in un altro luogo.',
    },
    linkReady: {
      subject: (title) => `Link per partecipare: ${title}`,
      lead: 'Ecco il link per partecipare.',
    },
    invited: {
      subject: (title) => `Invito: ${title}`,
      lead: 'Ha ricevuto un invito a questo appuntamento.',
    },
    uninvited: {
      subject: (title) => `Annullato: ${title}`,
      lead: 'Il Suo invito a questo appuntamento è stato annullato.',
    },
    cancelled: {
      subject: (title) => `Annullato: ${title}`,
      lead: 'Questa prenotazione è stata annullata.',
    },
    requestExpired: {
      subject: (title) => `Scaduto: ${title}`,
      lead: 'Questa richiesta è scaduta perché non ha ricevuto risposta in tempo. L’orario è di nuovo disponibile.',
    },
    reminder: {
      subject: (title) => `Promemoria: ${title}`,
      lead: 'La Sua prenotazione si avvicina.',
    },
    thankYou: {
      subject: (title) => `Grazie: ${title}`,
      lead: 'Grazie della Sua visita. Speriamo di rivederLa presto.',
    },
    noShow: {
      subject: (title) => `Appuntamento mancato: ${title}`,
      lead: 'La aspettavamo, ma l’appuntamento non ha avuto luogo. Può prenotare un nuovo orario quando vuole.',
    },
  },
}

/** Emails about stays in Italian. */
export const ITALIAN_STAYS: StayWords = {
  locale: 'it-IT',
  title: (calendarName) => `Soggiorno: ${calendarName}`,
  arrival: 'Arrivo',
  departure: 'Partenza',
  from: (hour) => `dalle ${hour}`,
  until: (hour) => `entro le ${hour}`,
  what: 'Prenotazione',
  previousDates: 'Date precedenti',
  days: (arrival, departure) => `da ${arrival} a ${departure}`,
  link: 'Vedi, sposta o annulla',
  length: 'Notti',
  nights: nightsIn('it-IT', { one: '# notte', other: '# notti' }),
  bookingMessages: {
    emailProofNeeded: {
      lead: 'Apra il link per confermare questa prenotazione. Riserviamo le notti per alcuni minuti. Se non l’ha richiesta Lei, ignori questa e-mail.',
    },
    rescheduled: {
      subject: (title) => `Nuove date: ${title}`,
      lead: 'Questo soggiorno ha nuove date.',
    },
    invited: { lead: 'È invitato a questo soggiorno.' },
    uninvited: { lead: 'Non è più invitato a questo soggiorno.' },
    requestExpired: {
      lead: 'Questa richiesta è scaduta perché non ha ricevuto risposta in tempo. Le notti sono di nuovo disponibili.',
    },
  },
  messages: {
    'stay.created': {
      subject: 'Confermato',
      lead: 'Il Suo soggiorno è prenotato.',
    },
    'stay.updated': {
      subject: 'Nuove date',
      lead: 'Le date del Suo soggiorno sono cambiate.',
    },
    'stay.deleted': {
      subject: 'Annullato',
      lead: 'Il Suo soggiorno è stato annullato.',
    },
  },
}
