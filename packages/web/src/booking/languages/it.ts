import shared from '../../shared/languages/it.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { BookingTranslations } from '../translations.ts'

const plural = pluralsOf('it')

export default {
  ...shared,
  booking: {
    openedTitle: 'Appuntamento',
    pageTitle: (what, who) => `${what} con ${who}`,
    confirmations: {
      hold: 'Le riserviamo l’orario mentre inserisce i Suoi dati.',
      instant: 'Conferma immediata.',
      approval: 'Conferma dopo l’approvazione del professionista.',
    },
    duration: 'Quanto tempo?',
    withWhom: 'Con chi?',
    noPreference: 'Nessuna preferenza',
    details: 'I Suoi dati',
    chosen: 'Il Suo orario',
    emailHint: 'Qui Le invieremo la conferma e l’invito di calendario.',
    confirm: 'Conferma la prenotazione',
    book: 'Prenota questo orario',
    request: 'Richiedi questo orario',
    toPayment: 'Vai al pagamento',
    addGuests: 'Aggiungi ospiti',
    otherTime: 'Scegli un altro orario',
    timeLeft: (time) => `Riservato a Lei: ancora ${time}`,
    held: (minutes) =>
      `Le riserviamo questo orario per ${plural(minutes, { one: '# minuto', other: '# minuti' })}.`,
    minutesLeft: (minutes) =>
      `${plural(minutes, { one: 'Resta # minuto', other: 'Restano # minuti' })} per confermare.`,
    secondsLeft: (seconds) =>
      `${plural(seconds, { one: 'Resta # secondo', other: 'Restano # secondi' })} per confermare.`,
    stillHeld: (when) => `Le stiamo ancora riservando questo orario: ${when}.`,
    continue: 'Continua la prenotazione',
    expiredTitle: 'Questo orario non è più riservato a Lei',
    expired:
      'La prenotazione provvisoria è scaduta, quindi altri hanno potuto prenotare questo orario. I Suoi dati sono salvati. Confermi per prenotarlo se è ancora disponibile, oppure scelga un altro orario.',
    holdAgain: 'Riprova con questo orario',
    takenTitle: (when) => `${when} è stato appena occupato`,
    taken: 'Qualcuno ha appena prenotato questo orario. Questi sono ancora disponibili:',
    withdrawnTitle: (when) => `${when} non è più disponibile`,
    withdrawn: 'Questi orari sono disponibili:',
    noAlternatives: 'Scelga un altro orario.',
    findingAlternatives: 'Ricerca di altri orari…',
    doneTitle: 'Prenotazione confermata',
    checkEmailTitle: 'Controlli la Sua e-mail',
    checkEmail: (email) =>
      `Apra il link che abbiamo inviato a ${email} per confermare la prenotazione. Riserviamo l’orario per alcuni minuti.`,
    requestedTitle: 'Richiesta inviata',
    done: (email) => `Invieremo la conferma a ${email}.`,
    requested: (email) => `Scriveremo a ${email} quando il professionista risponderà.`,
    manage: 'Gestisci la prenotazione',
    manageHint:
      'In seguito potrà vedere, spostare o annullare la prenotazione. Il link si trova anche nella Sua e-mail.',
    bookAnother: 'Prenota un altro orario',
  },
  extras: {
    where: 'Dove deve svolgersi?',
    place: 'Indirizzo o luogo',
    placeMissing: 'Inserisca il luogo',
    phone: 'Numero di telefono',
    phoneHint:
      'La chiameremo a questo numero. Con il prefisso del Paese, ad esempio +39\u00a006\u00a0698\u00a012345.',
    phoneWrong: 'Inserisca un numero di telefono, ad esempio +39\u00a006\u00a0698\u00a012345',
    optional: (label) => `${label} (facoltativo)`,
    choose: 'Scegli…',
    missing: 'Risponda a questa domanda',
    choiceMissing: 'Scelga una risposta',
    checkMissing: 'Selezioni questa casella per continuare',
    emailWrong: 'Inserisca un indirizzo e-mail, ad esempio ada@example.com',
    numberWrong: 'Inserisca un numero',
    dateWrong: 'Inserisca una data',
    urlWrong: 'Inserisca un indirizzo web, ad esempio https://example.com',
    guests: 'Ospiti',
    guestsHint: 'Invieremo l’invito anche a loro.',
    guestEmail: (position) => `E-mail dell’ospite ${position}`,
    guestTwice: 'Questo ospite compare due volte nell’elenco',
    addAnother: 'Aggiungi un altro ospite',
    removeGuest: (position) => `Rimuovi l’ospite ${position}`,
    price: (amount) => `Prezzo: ${amount}`,
    deposit: (deposit, amount) => `Acconto da pagare ora: ${deposit} su ${amount}`,
    payNow:
      'Il pagamento avviene nella pagina successiva. Nel frattempo l’orario resta riservato a Lei.',
    payLater: 'Pagherà dopo l’approvazione del professionista. Le invieremo il link per e-mail.',
    payTitle: 'Pagamento',
    payText: (amount) => `Paghi ${amount} per completare la prenotazione.`,
    pay: (amount) => `Paga ${amount}`,
    payExpired: 'Questo orario non è più riservato a Lei. Non è stato addebitato nulla.',
  },
} satisfies BookingTranslations
