import type { EmbedTexts } from '../texts.ts'

export default {
  book: 'Réserver un horaire',
  close: 'Fermer',
  noOrigin:
    'La page de réservation ne peut pas s’afficher ici : cette page est isolée (sandbox) sans allow-same-origin, ou ouverte depuis un fichier.',
  notLoaded: 'La page de réservation ne s’est pas chargée.',
  openPage: 'L’ouvrir dans un nouvel onglet',
} satisfies EmbedTexts
