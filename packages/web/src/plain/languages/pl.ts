import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'Rezerwacja bez JavaScriptu',
    neededTitle: 'Rezerwacja wymaga JavaScriptu',
    needed:
      'Przed rezerwacją przeglądarka musi przejść kontrolę chroniącą przed automatycznymi rezerwacjami. Włącz JavaScript i ponownie otwórz stronę rezerwacji.',
    answersFirst:
      'Dostępne terminy zależą tu od odpowiedzi na kilka pytań. Włącz JavaScript i ponownie otwórz stronę rezerwacji.',
    open: 'Otwórz stronę rezerwacji',
  },
} satisfies PlainTranslations
