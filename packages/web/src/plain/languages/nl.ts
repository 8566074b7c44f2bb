import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'Boeken zonder JavaScript',
    neededTitle: 'Voor boeken is JavaScript nodig',
    needed:
      'Voordat u kunt boeken, moet uw browser een controle tegen automatische boekingen doorstaan. Zet JavaScript aan en open de boekingspagina opnieuw.',
    answersFirst:
      'De beschikbare tijden hangen hier af van uw antwoorden op enkele vragen. Zet JavaScript aan en open de boekingspagina opnieuw.',
    open: 'Boekingspagina openen',
  },
} satisfies PlainTranslations
