import shared from '../../shared/languages/it.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'Il Suo soggiorno',
    status: {
      confirmed: 'Confermato',
      cancelled: 'Annullato',
    },
    arrival: 'Arrivo',
    departure: 'Partenza',
    who: 'Prenotato da',
    event: (house) => `Soggiorno: ${house}`,
    begun: 'Il Suo soggiorno è iniziato, quindi non può più modificarlo qui.',
    move: 'Cambia le date',
    moved: 'Date cambiate',
    movedNote: 'Le invieremo il nuovo invito di calendario per e-mail.',
    cancel: 'Annulla il soggiorno',
    cancelTitle: 'Annullare questo soggiorno?',
    cancelNote: 'Altri potranno prenotare queste notti. L’operazione non è reversibile.',
    keep: 'Mantieni il soggiorno',
    cancelYes: 'Sì, annulla il soggiorno',
    cancelled: 'Soggiorno annullato',
    changedTitle: 'Il Suo soggiorno è cambiato',
    changed: 'Ecco i dati attuali.',
    again: 'Prenota un altro soggiorno',
    goneTitle: 'Questo soggiorno è stato annullato',
    gone: 'Le sue notti sono di nuovo disponibili.',
    linkTitle: 'Questo link non funziona',
    link: 'Potrebbe essere incompleto. Lo apra di nuovo dalla Sua e-mail o copi il link intero.',
  },
} satisfies GuestStayTranslations
