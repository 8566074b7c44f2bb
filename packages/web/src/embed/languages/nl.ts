import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'Een tijd boeken',
  close: 'Sluiten',
  noOrigin:
    'De boekingspagina kan hier niet worden getoond: deze pagina staat in een sandbox zonder allow-same-origin of is als bestand geopend.',
  notLoaded: 'De boekingspagina is niet geladen.',
  openPage: 'Openen in een nieuw tabblad',
} satisfies EmbedTexts
