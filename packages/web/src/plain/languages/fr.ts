import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'Réserver sans JavaScript',
    neededTitle: 'JavaScript est nécessaire pour réserver',
    needed:
      'Avant la réservation, votre navigateur doit passer un contrôle contre les réservations automatisées. Activez JavaScript, puis rouvrez la page de réservation.',
    answersFirst:
      'Ici, les créneaux disponibles dépendent de vos réponses à quelques questions. Activez JavaScript, puis rouvrez la page de réservation.',
    open: 'Ouvrir la page de réservation',
  },
} satisfies PlainTranslations
