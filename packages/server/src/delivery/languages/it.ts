import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in Italian. */
export default {
  bookings: {
    language: 'it',
    locale: 'it-IT',
    title: (title, providerName) => `${title ?? 'Appuntamento'} con ${providerName}`,
    and: (first, second) => `${first} e ${second}`,
    andMore: (first, count) => `${first} e altri ${count}`,
    nowWith: (names) => `La Sua prenotazione è ora con ${names}.`,
    insteadOf: (now, before) => `${now} anziché ${before}`,
    nowFor: (now, before) => `Questa prenotazione è ora per ${now} anziché ${before}.`,
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
      otherService: {
        subject: (title) => `Nuovo servizio: ${title}`,
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
      waitlistOffered: {
        subject: (title) => `Un orario è libero: ${title}`,
        lead: 'Si è liberato un orario ed è il Suo turno. Lo riserviamo per Lei. Lo confermi in tempo, altrimenti passa alla persona successiva.',
      },
      waitlistLapsed: {
        subject: (title) => `Proposta scaduta: ${title}`,
        lead: 'Non ha confermato questo orario, che passa alla persona successiva. Mantiene il Suo posto nella lista d’attesa, fino a tre proposte.',
      },
    },
  },
  stays: {
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
  },
  payments: {
    amount: 'Importo',
    due: 'Ancora da pagare',
    payBy: 'Pagare entro',
    pay: 'Paga ora',
    unpaid: 'Il pagamento non è riuscito.',
    balanceUnpaid: 'Il resto del prezzo non è stato pagato in tempo.',
    securityDeposit: {
      label: 'Cauzione',
      title: (service) => `Cauzione: ${service}`,
      link: 'Autorizza la cauzione',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `Autorizzi la cauzione: ${title}`,
          lead: 'La struttura chiede una cauzione prima del Suo arrivo. La autorizzi sulla Sua carta: l’importo viene riservato e non addebitato. Dopo la partenza viene sbloccato, se nulla è stato danneggiato.',
        },
        securityDepositTaken: {
          subject: (title) => `Trattenuto dalla Sua cauzione: ${title}`,
          lead: 'La struttura ha trattenuto questo importo dalla Sua cauzione. Il resto è stato sbloccato.',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `Pagamento richiesto: ${title}`,
        lead: 'Paghi per confermare la prenotazione. Fino ad allora Le teniamo libero l’orario.',
      },
      paymentFailed: {
        subject: (title) => `Pagamento non riuscito: ${title}`,
        lead: 'La prenotazione è confermata, ma il pagamento non è riuscito. La preghiamo di pagare di nuovo.',
      },
      refunded: {
        subject: (title) => `Rimborso: ${title}`,
        lead: 'Le abbiamo inviato un rimborso. Può impiegare alcuni giorni ad arrivare.',
      },
    },
  },
  groups: {
    requested:
      'Abbiamo ricevuto la Sua richiesta per questi appuntamenti. Le scriveremo quando avrà una risposta.',
    approvalNeeded: 'Queste richieste di appuntamento attendono la Sua approvazione.',
    confirmed: 'I Suoi appuntamenti sono confermati.',
    newBooking: 'Ha nuove prenotazioni.',
    invited: 'È invitato a questi appuntamenti.',
    rescheduled: 'Questi appuntamenti sono stati spostati.',
    cancelled: 'Questi appuntamenti sono stati annullati.',
  },
  sessions: {
    seats: 'Posti',
    taken: (count, capacity) => `${count} di ${capacity} occupati`,
    messages: {
      cancelled: {
        subject: (title) => `Lezione annullata: ${title}`,
        lead: 'Questa lezione è stata annullata. Chi aveva prenotato riceve un’e-mail.',
      },
      moved: {
        subject: (title) => `Lezione spostata: ${title}`,
        lead: 'Questa lezione ha un nuovo orario. Chi ha prenotato riceve un’e-mail.',
      },
      joined: {
        subject: (title) => `Lezione assegnata: ${title}`,
        lead: 'Questa lezione è stata affidata a lei. Chi ha prenotato riceve un’e-mail.',
      },
      left: {
        subject: (title) => `Lezione riassegnata: ${title}`,
        lead: 'Questa lezione è stata affidata a un’altra persona. Lei non partecipa più.',
      },
      changed: {
        subject: (title) => `Lezione modificata: ${title}`,
        lead: 'Le persone o le sale di questa lezione sono cambiate. L’orario resta lo stesso.',
      },
      emptied: {
        subject: (title) => `Lezione senza prenotazioni: ${title}`,
        lead: 'Nessuno è più prenotato per questa lezione. Il suo tempo è di nuovo libero.',
      },
    },
  },
  waitlist: {
    links: {
      joinList: 'Entra nella lista d’attesa',
      viewList: 'Vedi o lascia la lista d’attesa',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Da confermare: lista d’attesa per ${title}`,
        lead: 'Apra il link entro 24 ore per entrare nella lista d’attesa. Se non l’ha richiesto Lei, ignori questa e-mail.',
      },
      waitlistJoined: {
        subject: (title) => `In lista d’attesa: ${title}`,
        lead: 'È nella lista d’attesa. Quando si libera un orario ed è il Suo turno, lo riserviamo per Lei e Le scriviamo.',
      },
      waitlistEnded: {
        subject: (title) => `Non più in lista d’attesa: ${title}`,
        lead: 'Non è più in questa lista d’attesa: il periodo è finito, tre proposte sono scadute, la lezione è stata annullata oppure la lista è stata chiusa.',
      },
    },
  },
  signIn: {
    subject: (account) => `Le Sue prenotazioni: ${account}`,
    lead: (account) =>
      `Apra il link entro 15 minuti per vedere le Sue prenotazioni presso ${account}. Funziona una sola volta. Se non l’ha richiesto Lei, ignori questa e-mail.`,
    link: 'Vedi le mie prenotazioni',
  },
  sms: {
    kinds: {
      requested: 'Richiesta ricevuta',
      confirmed: 'Prenotazione confermata',
      rescheduled: 'Nuovo orario della prenotazione',
      otherService: 'Nuovo servizio della prenotazione',
      cancelled: 'Prenotazione annullata',
      requestExpired: 'La Sua richiesta è scaduta senza risposta',
      reminder: 'Promemoria della prenotazione',
    },
    manage: 'Modificare o annullare',
  },
} satisfies Texts
