import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'Prenota un orario',
  close: 'Chiudi',
  noOrigin:
    'La pagina di prenotazione non può essere mostrata qui: questa pagina è in una sandbox senza allow-same-origin o è aperta da un file.',
  notLoaded: 'La pagina di prenotazione non è stata caricata.',
  openPage: 'Aprila in una nuova scheda',
} satisfies EmbedTexts
