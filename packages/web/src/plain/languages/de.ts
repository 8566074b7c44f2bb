import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'Ohne JavaScript buchen',
    neededTitle: 'Zum Buchen ist JavaScript nötig',
    needed:
      'Vor der Buchung prüft Ihr Browser mit JavaScript, dass kein Programm bucht. Schalten Sie JavaScript ein und öffnen Sie die Buchungsseite erneut.',
    answersFirst:
      'Die freien Zeiten hängen hier von Ihren Antworten auf einige Fragen ab. Schalten Sie JavaScript ein und öffnen Sie die Buchungsseite erneut.',
    open: 'Buchungsseite öffnen',
  },
} satisfies PlainTranslations
