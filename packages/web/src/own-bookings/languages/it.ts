import shared from '../../shared/languages/it.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: 'Le mie prenotazioni',
    lead: 'Inserisca l’indirizzo e-mail con cui prenota. Le invieremo un link.',
    email: 'Indirizzo e-mail',
    emailWrong: 'Inserisca un indirizzo e-mail, per esempio ada@example.com.',
    send: 'Invia il link',
    sentTitle: 'Controlli la posta',
    sent: (email) =>
      `Se ci sono prenotazioni per ${email}, un’e-mail con un link è in arrivo. Il link vale 15 minuti.`,
    again: 'Usa un altro indirizzo',
    openLead: 'Continui per vedere le Sue prenotazioni in questo browser.',
    open: 'Vedi le mie prenotazioni',
    ended: {
      link: {
        title: 'Questo link non funziona più',
        text: 'È già stato usato o ha più di 15 minuti. Ne richieda uno nuovo.',
      },
      'sign-in': {
        title: 'Accesso terminato',
        text: 'Un accesso dura 30 giorni. Richieda un nuovo link.',
      },
    },
    coming: 'In programma',
    noneComing: 'Non ha prenotazioni in programma.',
    past: 'Passate',
    more: 'Mostra altro',
    manage: 'Vedi o modifica',
    status: {
      pending: 'Non ancora confermata',
      confirmed: 'Confermata',
      completed: 'Conclusa',
      cancelled: 'Annullata',
      no_show: 'Mancata',
      expired: 'Scaduta',
    },
  },
} satisfies OwnBookingsTranslations
