import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'Termin buchen',
  close: 'Schließen',
  noOrigin:
    'Die Buchungsseite kann hier nicht angezeigt werden: Diese Seite läuft in einer Sandbox ohne allow-same-origin oder wurde als Datei geöffnet.',
  notLoaded: 'Die Buchungsseite wurde nicht geladen.',
  openPage: 'In neuem Tab öffnen',
} satisfies EmbedTexts
