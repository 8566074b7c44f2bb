import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'Prenota senza JavaScript',
    neededTitle: 'Per prenotare serve JavaScript',
    needed:
      'Prima della prenotazione, il browser deve superare un controllo contro le prenotazioni automatiche. Attivi JavaScript e riapra la pagina di prenotazione.',
    answersFirst:
      'Qui gli orari disponibili dipendono dalle Sue risposte ad alcune domande. Attivi JavaScript e riapra la pagina di prenotazione.',
    open: 'Apri la pagina di prenotazione',
  },
} satisfies PlainTranslations
